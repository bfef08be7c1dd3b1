import { z } from 'zod';
import {
  agentConfiguration,
  contactFieldTypes,
  contactMoments,
} from '#features/agents/agents-configuration.contract.ts';
import { endpoint } from '#shared/endpoint.ts';
import { defineErrors } from '#shared/errors.ts';
import { languages } from '#shared/languages.ts';

export const templatesErrors = defineErrors('templates', { notFound: 404 });

/** What templates are sorted by; texts: `templates:categories.<name>`. */
export const templateCategories = ['support', 'sales', 'bookings', 'paid', 'learning', 'team'] as const;
export type TemplateCategory = (typeof templateCategories)[number];

/** How visitors could pay for such an agent; a suggestion, which nothing charges by itself. */
export const priceSuggestion = z
  .strictObject({
    type: z.enum(['none', 'subscription', 'one-time', 'message-pack']),
    /** In the smallest unit of the currency; 0 when nothing is sold. */
    amount: z.number().int().min(0),
    currency: z.enum(['EUR', 'USD', 'GBP', 'CZK']),
    /** Messages before the visitor is asked to pay. */
    freeMessages: z.number().int().min(0).max(1_000),
    /** With packs: how many messages one holds. */
    packMessages: z.number().int().min(1).max(100_000).nullable(),
    /** With one-time payments: days of access, or null for ever. */
    accessDays: z.number().int().min(1).max(3_650).nullable(),
  })
  .meta({ id: 'PriceSuggestion' });
export type PriceSuggestion = z.infer<typeof priceSuggestion>;

export const templateSummary = z
  .object({
    slug: z.string(),
    category: z.enum(templateCategories),
    /** What kind of agent it is, in the asked language. */
    title: z.string(),
    tagline: z.string(),
    /** The invented business that it speaks for. */
    business: z.string(),
    color: z.string(),
    price: priceSuggestion,
    pictureUrl: z.string().nullable(),
  })
  .meta({ id: 'TemplateSummary' });
export type TemplateSummary = z.infer<typeof templateSummary>;

export const templateDetail = templateSummary
  .extend({
    description: z.string(),
    agentName: z.string(),
    welcome: z.string(),
    iceBreakers: z.array(z.string()),
    systemPrompt: z.string(),
    /** Instructions about pictures, cards and buttons; empty when it shows none. */
    dynamic: z.string(),
    pages: z.array(z.object({ title: z.string(), language: z.enum(languages), body: z.string() })),
    /** Languages in which its most asked questions are answered in the very words. */
    answers: z.array(z.enum(languages)),
    form: z
      .object({
        moment: z.enum(contactMoments),
        afterMessages: z.number(),
        title: z.string(),
        text: z.string(),
        fields: z.array(
          z.object({ type: z.enum(contactFieldTypes), label: z.string(), required: z.boolean() }),
        ),
      })
      .nullable(),
  })
  .meta({ id: 'TemplateDetail' });
export type TemplateDetail = z.infer<typeof templateDetail>;

/**
 * A chat with the template's demo agent: a page for a frame, which is told the texts of the person's
 * language.
 */
export const templatePreview = z.object({
  /** False while its knowledge is still being read; asking again waits on. */
  ready: z.boolean(),
  number: z.number(),
  previewUrl: z.string(),
  configuration: agentConfiguration,
});
export type TemplatePreview = z.infer<typeof templatePreview>;

const slug = z.strictObject({ slug: z.string().max(60) });
const language = z.enum(languages).optional();
const read = { permission: 'agents.read' } as const;

export const templatesEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/templates',
    access: read,
    summary: 'Templates of agents; `search` finds words of any of the six languages.',
    query: z.strictObject({ search: z.string().max(200).optional(), language }),
    response: z.object({ templates: z.array(templateSummary) }),
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/templates/{slug}',
    access: read,
    summary: 'One template with everything that is in it.',
    params: slug,
    query: z.strictObject({ language }),
    response: templateDetail,
    errors: [templatesErrors.notFound],
  }),
  use: endpoint({
    method: 'POST',
    path: '/api/templates/{slug}/use',
    access: { permission: 'agents.edit' },
    needsPlan: true,
    summary:
      'Makes an agent of a template, as a draft, with its knowledge. The same `key` again answers the same agent.',
    params: slug,
    body: z.strictObject({ key: z.string().regex(/^[A-Za-z0-9_-]{8,80}$/), language }),
    response: z.object({ agentId: z.string() }),
    errors: [templatesErrors.notFound],
  }),
  preview: endpoint({
    method: 'POST',
    path: '/api/templates/{slug}/preview',
    access: read,
    needsPlan: true,
    summary:
      'Opens a chat with the template’s demo agent, which is made at the first wish. Nothing there is counted or kept.',
    params: slug,
    body: z.strictObject({ language }),
    response: templatePreview,
    errors: [templatesErrors.notFound],
  }),
  picture: endpoint({
    method: 'GET',
    path: '/api/templates/{slug}/picture',
    access: 'public',
    transport: 'file',
    summary: 'A picture of the template’s chat, taken from the real widget.',
    params: slug,
    query: z.strictObject({ v: z.string().max(40).optional() }),
    response: z.object({}),
  }),
} as const;

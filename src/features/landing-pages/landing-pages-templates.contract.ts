import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { languages } from '#shared/languages.ts';
import { landingPageSchema, landingPagesErrors } from './landing-pages.contract.ts';

/** Whole pages to begin with, in the order in which they are shown. Source: field reference 5.7. */
export const pageTemplates = [
  'lead-magnet',
  'course',
  'launch',
  'local-service',
  'event',
  'link-in-bio',
  'agency',
  'thank-you',
] as const;
export type PageTemplateName = (typeof pageTemplates)[number];

const template = z.enum(pageTemplates);
const language = z.enum(languages);

export const landingPagesTemplatesEndpoints = {
  templates: endpoint({
    method: 'GET',
    path: '/api/landing-page-templates',
    access: { permission: 'pages.read' },
    summary: 'Landing pages to begin with.',
    query: z.strictObject({ language: language.default('en') }),
    response: z.object({
      templates: z.array(
        z.object({
          template,
          name: z.string(),
          summary: z.string(),
          /** It asks for something: a form is made with the page. */
          hasForm: z.boolean(),
        }),
      ),
    }),
  }),
  templatePreview: endpoint({
    method: 'GET',
    path: '/api/landing-page-templates/{template}/preview',
    access: { permission: 'pages.read' },
    transport: 'file',
    summary: 'A template as a page, with an agent and offers that stand for the account’s own.',
    params: z.strictObject({ template }),
    query: z.strictObject({ language: language.default('en') }),
    response: z.object({}),
  }),
  fromTemplate: endpoint({
    method: 'POST',
    path: '/api/landing-pages/from-template',
    access: { permission: 'pages.edit' },
    needsPlan: true,
    summary:
      'Makes a landing page of a template, for an agent; with the form that it asks for, where the caller may make forms.',
    body: z.strictObject({
      template,
      language: language.default('en'),
      /** Null: the page shows no agent until one is chosen. */
      agentId: z.string().max(60).nullable().default(null),
    }),
    response: landingPageSchema,
    errors: [landingPagesErrors.agentNotFound, landingPagesErrors.tooMany],
  }),
} as const;

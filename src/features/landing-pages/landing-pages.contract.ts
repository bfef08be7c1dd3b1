import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { defineErrors } from '#shared/errors.ts';
import { longestHeadCode, readHeadCode } from '#shared/landing-pages/head-code.ts';
import { pageFonts, pageModes, type PageSettings } from '#shared/landing-pages/page-settings.ts';
import { parsePage } from '#shared/landing-pages/parse-page.ts';
import { isFreeSlug } from '#shared/landing-pages/page-slugs.ts';
import { languages } from '#shared/languages.ts';

export const landingPagesErrors = defineErrors('landing-pages', {
  notFound: 404,
  draftChanged: 409,
  nothingToPublish: 409,
  neverPublished: 409,
  versionNotFound: 404,
  tooMany: 409,
  slugTaken: 409,
  notReady: 422,
  headOwnerOnly: 403,
  agentNotFound: 404,
  importRefused: 422,
  fileUnusable: 422,
  tooManyImports: 429,
  imageUnusable: 422,
  imageElaborate: 422,
  tooManyImages: 409,
  noDomain: 409,
  experimentVersion: 409,
  noModel: 409,
  modelSpent: 409,
  modelFailed: 502,
});

/** By what two versions of a page can be compared: who of their visitors writes, sends a form, or pays. */
export const experimentGoals = ['conversations', 'submissions', 'purchases'] as const;
export type ExperimentGoal = (typeof experimentGoals)[number];

/** Pages of one account. */
export const mostLandingPages = 200;
/** Published states of one page that are kept. */
export const mostPageVersions = 50;
/** What is wrong with blocks, told at once. */
const mostFaults = 20;

const text = (most: number) => z.string().trim().max(most);

const color = z
  .string()
  .regex(/^#[0-9a-f]{6}$/i, 'landing-pages:validation.color')
  .toLowerCase();

export const pageTitle = z.string().trim().min(1, 'landing-pages:validation.title').max(80);
export const pageSlug = z
  .string()
  .trim()
  .regex(/^[a-z0-9-]{1,80}$/, 'landing-pages:validation.slug')
  .refine(isFreeSlug, 'landing-pages:validation.slugReserved');
const picture = z.string().regex(/^(\/page-images\/[0-9a-f]{32})?$/, 'landing-pages:validation.picture');

export const pageSettingsSchema = z.strictObject({
  seoTitle: text(60),
  seoDescription: text(160),
  ogImage: picture,
  favicon: picture,
  language: z.enum(languages),
  theme: z.strictObject({
    primary: color,
    accent: color,
    background: color,
    text: color,
    font: z.enum(pageFonts),
    radius: z.number().int().min(0).max(32),
    mode: z.enum(pageModes),
  }),
  headCode: text(longestHeadCode).refine(
    (code) => readHeadCode(code) !== null,
    'landing-pages:validation.headCode',
  ),
  trackers: z.strictObject({
    googleAnalytics: z
      .string()
      .trim()
      .regex(/^(G-[A-Z0-9]{4,14})?$/, 'landing-pages:validation.googleAnalytics'),
    metaPixel: z
      .string()
      .trim()
      .regex(/^([0-9]{8,20})?$/, 'landing-pages:validation.metaPixel'),
  }),
}) satisfies z.ZodType<PageSettings>;

export const pageStatuses = ['draft', 'published', 'archived'] as const;
export type PageStatus = (typeof pageStatuses)[number];
export const pageVisibilities = ['public', 'unlisted'] as const;

/** Blocks as they are kept. */
const keptData = z.record(z.string(), z.unknown());
/**
 * Blocks as somebody sends them. What reading them would mend is refused and named, so that nobody's words are cut
 * in silence; what is stored already is read by `parsePage`, which mends.
 */
const sentData = z.record(z.string().max(40), z.unknown()).superRefine((input, context) => {
  for (const { code, path } of parsePage(input).faults.slice(0, mostFaults))
    context.addIssue({ code: 'custom', message: `landing-pages:problem.${code}`, path });
});
const revision = z.number().int().min(0).max(2_000_000_000);

export const landingPageSummarySchema = z
  .object({
    id: z.string(),
    title: z.string(),
    slug: z.string(),
    status: z.enum(pageStatuses),
    /** Where visitors find it once it is published. */
    url: z.string(),
    /** Whether visitors see it now. */
    isOnline: z.boolean(),
    hasChanges: z.boolean(),
    publishedVersion: z.number().nullable(),
    visibility: z.enum(pageVisibilities),
    hasPassword: z.boolean(),
    /** It stands at the root of the account's own domain. */
    isHome: z.boolean(),
    publishAt: z.string().nullable(),
    endAt: z.string().nullable(),
    /** Of the last 30 days. */
    views: z.number(),
    createdAt: z.string(),
    updatedAt: z.string(),
  })
  .meta({ id: 'LandingPageSummary' });
export type LandingPageSummary = z.infer<typeof landingPageSummarySchema>;

export const pageIssueSchema = z.object({
  issue: z.enum(['empty', 'agent_gone', 'agent_not_live', 'form_gone', 'form_closed']),
  /** Id of the block; null: of the page. */
  block: z.string().nullable(),
});
export type PageIssue = z.infer<typeof pageIssueSchema>;

export const landingPageSchema = landingPageSummarySchema
  .extend({
    draft: z.object({ data: keptData, settings: pageSettingsSchema }),
    draftRevision: z.number(),
    /** Who saved the draft last, by name; empty where they are gone. */
    savedBy: z.string(),
    /** Two versions shown beside each other: version `b` to `share` percent of the visitors. */
    experiment: z
      .object({ b: z.number(), share: z.number(), since: z.string(), goal: z.enum(experimentGoals) })
      .nullable(),
    issues: z.array(pageIssueSchema),
    /** Origin of the account's own domain; null without one that leads here. */
    domain: z.string().nullable(),
    can: z.object({ edit: z.boolean(), headCode: z.boolean() }),
  })
  .meta({ id: 'LandingPage' });
export type LandingPage = z.infer<typeof landingPageSchema>;

/** What an agent sells, as a page shows it; `total` in minor units. */
export const pageOfferSchema = z.object({
  id: z.string(),
  type: z.enum(['subscription', 'pack', 'once']),
  title: z.string(),
  description: z.string(),
  buttonText: z.string(),
  isRecommended: z.boolean(),
  interval: z.enum(['month', 'year']).nullable(),
  currency: z.string(),
  total: z.number(),
  trialDays: z.number(),
  messages: z.number().nullable(),
  days: z.number().nullable(),
});
/** What blocks may refer to. */
export const pageFactsSchema = z
  .object({
    agents: z.record(
      z.string(),
      z.object({
        id: z.string(),
        number: z.number(),
        name: z.string(),
        color: z.string(),
        avatarUrl: z.string().nullable(),
        welcome: z.string(),
        questions: z.array(z.string()),
        isLive: z.boolean(),
        offers: z.array(pageOfferSchema),
      }),
    ),
    forms: z.record(
      z.string(),
      z.object({ id: z.string(), publicId: z.string(), name: z.string(), isOpen: z.boolean() }),
    ),
  })
  .meta({ id: 'PageFacts' });

const read = { permission: 'pages.read' } as const;
const edit = { permission: 'pages.edit' } as const;
const one = z.strictObject({ id: z.string().max(60) });
const done = z.object({});
const { notFound, draftChanged, slugTaken, tooMany, headOwnerOnly } = landingPagesErrors;

export const landingPagesEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/landing-pages',
    access: read,
    summary: 'Landing pages of the account, newest change first; `search` looks in titles and slugs.',
    query: z.strictObject({
      search: z.string().max(200).optional(),
      status: z.enum(pageStatuses).optional(),
    }),
    response: z.object({ pages: z.array(landingPageSummarySchema) }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/landing-pages',
    access: edit,
    needsPlan: true,
    summary: 'Makes a landing page: empty, or with the blocks and settings that are given.',
    body: z.strictObject({
      title: pageTitle,
      /** Made of the title unless given. */
      slug: pageSlug.optional(),
      language: z.enum(languages).default('en'),
      data: sentData.optional(),
      settings: pageSettingsSchema.optional(),
    }),
    response: landingPageSchema,
    errors: [tooMany, slugTaken, headOwnerOnly],
  }),
  fromAgent: endpoint({
    method: 'POST',
    path: '/api/landing-pages/from-agent',
    access: edit,
    needsPlan: true,
    summary: 'Writes a landing page out of what an agent is, knows, offers and asks. Needs no model.',
    body: z.strictObject({ agentId: z.string().max(60), language: z.enum(languages).optional() }),
    response: landingPageSchema,
    errors: [landingPagesErrors.agentNotFound, tooMany],
  }),
  importPage: endpoint({
    method: 'POST',
    path: '/api/landing-pages/import',
    access: edit,
    needsPlan: true,
    summary: 'Makes a landing page of the texts, pictures and colours at an address that the caller may use.',
    body: z.strictObject({
      url: z.url({ protocol: /^https?$/, error: 'landing-pages:validation.url' }).max(2_048),
      /** The caller says that they may use what stands there. */
      hasRight: z.literal(true, 'landing-pages:validation.right'),
      language: z.enum(languages).default('en'),
    }),
    response: landingPageSchema,
    errors: [landingPagesErrors.importRefused, landingPagesErrors.tooManyImports, tooMany],
  }),
  facts: endpoint({
    method: 'GET',
    path: '/api/landing-page-facts',
    access: read,
    summary: 'The agents with their offers and the forms that blocks may show.',
    response: pageFactsSchema,
  }),
  faq: endpoint({
    method: 'GET',
    path: '/api/landing-page-facts/faq',
    access: read,
    summary: 'Questions with their answers out of what an agent knows, for a block of questions.',
    query: z.strictObject({ agent: z.coerce.number().int().min(1).max(2_147_483_647) }),
    response: z.object({ items: z.array(z.object({ question: z.string(), answer: z.string() })) }),
    errors: [landingPagesErrors.agentNotFound],
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/landing-pages/{id}',
    access: read,
    summary: 'A landing page with its draft.',
    params: one,
    response: landingPageSchema,
    errors: [notFound],
  }),
  saveDraft: endpoint({
    method: 'PUT',
    path: '/api/landing-pages/{id}/draft',
    access: edit,
    needsPlan: true,
    summary:
      'Keeps blocks, and settings where they are given; refused when somebody else saved since `revision`.',
    params: one,
    body: z.strictObject({ revision, data: sentData, settings: pageSettingsSchema.optional() }),
    response: landingPageSchema,
    errors: [notFound, draftChanged, headOwnerOnly],
  }),
  saveSettings: endpoint({
    method: 'PUT',
    path: '/api/landing-pages/{id}/settings',
    access: edit,
    needsPlan: true,
    summary: 'Changes title and slug at once, and what is published with the blocks in the draft.',
    params: one,
    body: z.strictObject({ revision, title: pageTitle, slug: pageSlug, settings: pageSettingsSchema }),
    response: landingPageSchema,
    errors: [notFound, draftChanged, slugTaken, headOwnerOnly],
  }),
  duplicate: endpoint({
    method: 'POST',
    path: '/api/landing-pages/{id}/duplicate',
    access: edit,
    needsPlan: true,
    summary: 'Makes a page like this one, as a draft.',
    params: one,
    response: landingPageSchema,
    errors: [notFound, tooMany],
  }),
  archive: endpoint({
    method: 'POST',
    path: '/api/landing-pages/{id}/archive',
    access: edit,
    summary: 'Takes a page offline and out of the list.',
    params: one,
    response: landingPageSchema,
    errors: [notFound],
  }),
  unarchive: endpoint({
    method: 'POST',
    path: '/api/landing-pages/{id}/unarchive',
    access: edit,
    summary: 'Brings an archived page back as a draft.',
    params: one,
    response: landingPageSchema,
    errors: [notFound],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/landing-pages/{id}',
    access: edit,
    summary: 'Deletes a page with its versions, pictures and figures; its slug is free again.',
    params: one,
    response: done,
    errors: [notFound],
  }),
  export: endpoint({
    method: 'GET',
    path: '/api/landing-pages/{id}/export',
    access: read,
    transport: 'file',
    summary: 'The draft as one HTML file with its pictures in it, or as JSON.',
    params: one,
    query: z.strictObject({ format: z.enum(['html', 'json']).default('html') }),
    response: done,
    errors: [notFound],
  }),
  html: endpoint({
    method: 'GET',
    path: '/api/landing-pages/{id}/html/{block}',
    access: read,
    transport: 'file',
    summary: 'The HTML of a block of the draft as a page of its own, which reaches nothing of ours.',
    params: z.strictObject({ id: z.string().max(60), block: z.string().max(80) }),
    response: done,
    errors: [notFound],
  }),
  preview: endpoint({
    method: 'GET',
    path: '/api/landing-pages/{id}/preview',
    access: read,
    transport: 'file',
    summary: 'The draft as visitors would see it.',
    params: one,
    response: done,
    errors: [notFound],
  }),
} as const;

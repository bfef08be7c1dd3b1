import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { defineErrors } from '#shared/errors.ts';

export const docsErrors = defineErrors('docs', { notFound: 404, tooMuchFeedback: 429 });

/**
 * The pages of the documentation in their order; each is a file of `docs/guides/`. The first four groups are the
 * specification's, "Documentation". Texts: `docs-pages:groups.<name>`.
 */
export const docsGroups = [
  { name: 'start', pages: ['first-agent', 'system-prompts', 'knowledge', 'take-over'] },
  {
    name: 'integration',
    pages: ['embed', 'restrict-where-an-agent-runs', 'functions-in-the-page', 'rich-media', 'landing-pages'],
  },
  { name: 'customization', pages: ['custom-css', 'white-label'] },
  { name: 'api', pages: ['use-the-api', 'connect-assistants', 'webhooks'] },
  { name: 'money', pages: ['sell-messages', 'stripe-connect', 'close-a-month'] },
  { name: 'hosting', pages: ['deploy', 'sell-plans', 'security'] },
  { name: 'privacy', pages: ['privacy'] },
] as const satisfies readonly { name: string; pages: readonly string[] }[];
export type DocsGroup = (typeof docsGroups)[number]['name'];
const groupNames = docsGroups.map(({ name }) => name) as [DocsGroup, ...DocsGroup[]];

/** Pages about a part of the product, by its name: they stand in no list where the account is without it. */
export const docsOfParts: Readonly<Record<string, 'landingPages' | 'customFunctions' | 'api'>> = {
  'landing-pages': 'landingPages',
  'functions-in-the-page': 'customFunctions',
  'use-the-api': 'api',
  'connect-assistants': 'api',
};

/** Most characters of a search, and of what a reader says about a page. */
export const docsLimits = { search: 100, note: 1_000 } as const;

/** What stands in the examples where a reader's own belongs. */
export const docsExamples = {
  number: '123456789',
  key: 'sk_live_…',
  server: 'https://chat.example.com',
} as const;

export const docsCardSchema = z
  .object({
    slug: z.string(),
    group: z.enum(groupNames),
    title: z.string(),
    summary: z.string(),
    minutes: z.number(),
  })
  .meta({ id: 'DocsCard' });
export type DocsCard = z.infer<typeof docsCardSchema>;

/** A piece of a page: a text, or an element as `ArticleElement` tells it. */
const nodeSchema = z.unknown();
const slug = z.strictObject({ slug: z.string().max(60) });
const feedback = z.strictObject({
  isHelpful: z.boolean(),
  note: z.string().trim().max(docsLimits.note).default(''),
});

export const docsEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/docs',
    access: 'user',
    summary:
      'The pages of the documentation in their order; `search` gives those with its words, best first.',
    query: z.strictObject({ search: z.string().max(docsLimits.search).optional() }),
    response: z.object({
      pages: z.array(docsCardSchema),
      /** Number of the agent that answers questions about the product. */
      guide: z.number(),
    }),
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/docs/{slug}',
    access: 'user',
    summary: 'One page of the documentation.',
    params: slug,
    response: z.object({
      page: docsCardSchema,
      nodes: z.array(nodeSchema),
      headings: z.array(
        z.object({ id: z.string(), text: z.string(), level: z.union([z.literal(2), z.literal(3)]) }),
      ),
    }),
    errors: [docsErrors.notFound],
  }),
  say: endpoint({
    method: 'POST',
    path: '/api/docs/{slug}/feedback',
    access: 'user',
    summary: 'Says whether a page of the documentation helped, and what was missing.',
    params: slug,
    body: feedback,
    response: z.object({}),
    errors: [docsErrors.notFound, docsErrors.tooMuchFeedback],
  }),
  feedback: endpoint({
    method: 'GET',
    path: '/api/docs/{slug}/feedback',
    access: 'superadmin',
    summary:
      'What readers said about a page of the documentation: how many it helped, and their newest notes.',
    params: slug,
    response: z.object({
      helpful: z.number(),
      unhelpful: z.number(),
      notes: z.array(z.object({ text: z.string(), isHelpful: z.boolean(), at: z.string() })),
    }),
    errors: [docsErrors.notFound],
  }),
} as const;

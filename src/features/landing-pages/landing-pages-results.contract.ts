import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { landingPagesErrors } from './landing-pages.contract.ts';

const money = z.array(z.object({ currency: z.string(), amount: z.number() }));
const counts = {
  views: z.number(),
  /** Browsers of one day; nothing is kept by which they are known again. */
  visitors: z.number(),
  conversations: z.number(),
  submissions: z.number(),
  purchases: z.number(),
  /** Paid less what was given back, by currency; in its smallest unit. Test money is not in it. */
  revenue: money,
};

/** One who came by the page and wrote, sent a form or paid. */
export const pageVisitSchema = z.object({
  at: z.string(),
  version: z.number(),
  /** Who they are, as far as they said it. */
  name: z.string(),
  contactId: z.string().nullable(),
  utm: z.record(z.string(), z.string()),
  referrer: z.string(),
  conversationId: z.string().nullable(),
  submission: z.object({ formId: z.string(), id: z.string() }).nullable(),
  purchases: z.array(
    z.object({
      id: z.string(),
      amount: z.number(),
      currency: z.string(),
      isTest: z.boolean(),
      at: z.string(),
    }),
  ),
});
export type PageVisit = z.infer<typeof pageVisitSchema>;

export const pageResultsSchema = z
  .object({
    days: z.number(),
    total: z.object(counts),
    versions: z.array(z.object({ version: z.number(), ...counts })),
    byDay: z.array(z.object({ day: z.string(), views: z.number(), visitors: z.number() })),
    visits: z.array(pageVisitSchema),
  })
  .meta({ id: 'LandingPageResults' });
export type PageResults = z.infer<typeof pageResultsSchema>;

export const landingPagesResultsEndpoints = {
  results: endpoint({
    method: 'GET',
    path: '/api/landing-pages/{id}/results',
    access: { permission: 'pages.read' },
    summary: 'How often a page was seen, and what came of it: chats, forms and payments of its visitors.',
    params: z.strictObject({ id: z.string().max(60) }),
    query: z.strictObject({ days: z.coerce.number().int().min(1).max(365).default(30) }),
    response: pageResultsSchema,
    errors: [landingPagesErrors.notFound],
  }),
} as const;

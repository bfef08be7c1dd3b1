import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';

/** The way from nothing to an agent that earns its keep, in order. Texts: `onboarding:steps.<name>`. */
export const firstStepNames = [
  'agent',
  'knowledge',
  'tried',
  'published',
  'site',
  'payment',
  'colleague',
  'email',
] as const;
export type FirstStepName = (typeof firstStepNames)[number];

const firstStepsSchema = z
  .object({
    /** Those that the caller may do; each is done because of what is there, not because it was pressed. */
    steps: z.array(z.object({ name: z.enum(firstStepNames), isDone: z.boolean() })),
    /** The agent that the next steps are about; null while there is none. */
    agentId: z.string().nullable(),
    isPutAway: z.boolean(),
    /** Whether the caller may put them away for everybody of the account, and bring them back. */
    canPutAway: z.boolean(),
  })
  .meta({ id: 'FirstSteps' });
export type FirstSteps = z.infer<typeof firstStepsSchema>;

/**
 * What is new in the product, newest first: each with its day, and the screen where it is. Texts:
 * `news:entries.<id>`.
 */
export const newsEntries = [
  { id: 'first-steps', date: '2026-11-28', path: '/dashboard' },
  { id: 'landing-pages', date: '2026-11-28', path: '/dashboard/landing-pages', part: 'landingPages' },
  { id: 'white-label', date: '2026-11-26', path: '/dashboard/white-label' },
  { id: 'guides', date: '2026-11-26', path: '/dashboard/docs' },
  { id: 'simulator', date: '2026-11-25', path: '/dashboard/tools/agent-simulator', part: 'simulator' },
  { id: 'inbox', date: '2026-11-22', path: '/dashboard/inbox' },
  { id: 'payments', date: '2026-11-22', path: '/dashboard/payments' },
  { id: 'knowledge', date: '2026-11-21', path: '/dashboard/agents' },
] as const;

export const onboardingEndpoints = {
  firstSteps: endpoint({
    method: 'GET',
    path: '/api/first-steps',
    access: { permission: 'account.read' },
    summary: "The account's first steps that the caller may do, and which of them are done.",
    response: firstStepsSchema,
  }),
  putAway: endpoint({
    method: 'PUT',
    path: '/api/first-steps/put-away',
    access: { permission: 'agents.edit' },
    summary: 'Puts the first steps away for everybody of the account, or brings them back.',
    body: z.strictObject({ isPutAway: z.boolean() }),
    response: z.object({}),
  }),
  news: endpoint({
    method: 'GET',
    path: '/api/news',
    access: 'user',
    summary:
      'Which entries of what is new the signed-in person has not seen; nobody is told of the time before they came.',
    response: z.object({ unread: z.array(z.string()) }),
  }),
  readNews: endpoint({
    method: 'POST',
    path: '/api/news/read',
    access: 'user',
    summary: 'Marks all that is new as seen by the signed-in person.',
    response: z.object({}),
  }),
} as const;

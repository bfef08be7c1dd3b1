import { daySchema } from '#shared/time-spans/day-schema.ts';
import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { defineErrors } from '#shared/errors.ts';
import { callFiguresSchema } from '#features/calls/calls.contract.ts';
import { agentsErrors } from '#features/agents/agents.contract.ts';
import { breakdowns, cardFigures, curveFigures, funnelSteps } from './analytics-figures.contract.ts';

export const analyticsErrors = defineErrors('analytics', {
  /** No time zone has that name. */
  unknownZone: 422,
  /** The period ends before it begins. */
  periodBackwards: 422,
  /** It is longer than `mostDays`. */
  periodTooLong: 422,
});

/** The longest period that is asked for at once, in days. Without `from` and `to` it is all there is. */
export const mostDays = 3_660;

const read = { permission: 'agents.read' } as const;
const day = z.iso.date();
const count = z.number().int().nonnegative();

/**
 * Which days are meant. `from` and `to` are days of the time zone `zone`, both within the period; without `from` it
 * begins with the account's first event, without `to` it ends today. `agentId` narrows it to one agent.
 */
const period = {
  zone: z.string().min(1).max(64).default('UTC'),
  from: daySchema.optional(),
  to: daySchema.optional(),
  agentId: z.string().max(60).optional(),
};
/** With `compare` the period of as many days before it is counted as well; there is none before all time. */
export const comparedQuery = { ...period, compare: z.enum(['true', 'false']).default('false') };

/** The period that was counted, as days of its time zone. */
const periodSchema = z.object({ zone: z.string(), from: day, to: day });

/** A number, and the same one in the period before; null where that was not asked for or there is none. */
const comparedNumber = z.object({ value: z.number(), before: z.number().nullable() });
const net = z.object({ currency: z.string(), net: z.number() });

const curvePoint = z.object({
  /** When it begins. ISO 8601, UTC; midnight, Monday or the first of a month in the period's time zone. */
  start: z.string(),
  ...(Object.fromEntries(curveFigures.map((figure) => [figure, count])) as Record<
    (typeof curveFigures)[number],
    typeof count
  >),
});

/** Money of a period as Payments has it; null to whom may not see it. Amounts in the smallest unit. */
const moneySchema = z.object({
  isTest: z.boolean(),
  currencies: z.array(
    z.object({ currency: z.string(), gross: comparedNumber, refunded: comparedNumber, net: comparedNumber }),
  ),
  packs: comparedNumber,
  successfulPayments: comparedNumber,
  messagesSold: comparedNumber,
  /** Days on which money moved. */
  days: z.array(z.object({ day, money: z.array(net), payments: count })),
});

export const analyticsOverviewSchema = z
  .object({
    ...periodSchema.shape,
    /** The period before; null where it was not asked for. */
    before: periodSchema.nullable(),
    /** How far apart the points of the curves are. */
    unit: z.enum(['hour', 'day', 'week', 'month']),
    figures: z.object(
      Object.fromEntries(cardFigures.map((figure) => [figure, comparedNumber])) as Record<
        (typeof cardFigures)[number],
        typeof comparedNumber
      >,
    ),
    money: moneySchema.nullable(),
    curve: z.array(curvePoint),
    /** The curve of the period before, point for point; null where it was not asked for. */
    curveBefore: z.array(curvePoint).nullable(),
    /** Visitors who neither wrote nor filled in a form are left out of `visitors`. */
    hidesPassive: z.boolean(),
    /** Places are not shown. */
    hidesLocation: z.boolean(),
  })
  .meta({ id: 'AnalyticsOverview' });
export type AnalyticsOverview = z.infer<typeof analyticsOverviewSchema>;

/** What an agent did in the period. `name` is empty of one that is gone. */
export const agentActivitySchema = z
  .object({
    id: z.string(),
    name: z.string(),
    views: count,
    conversations: count,
    contacts: count,
    events: count,
    messages: count,
  })
  .meta({ id: 'AgentActivity' });
export const agentActivitySorts = [
  'name',
  'views',
  'conversations',
  'contacts',
  'events',
  'messages',
] as const;

export const engagementSchema = z
  .object({
    ...periodSchema.shape,
    /** Messages of visitors: seven rows from Monday to Sunday, each of 24 hours, in the period's time zone. */
    heat: z.array(z.array(count)),
    /** Conversations by how many messages they have, of both sides. `to` null is "or more". */
    depth: z.array(z.object({ from: count, to: count.nullable(), conversations: count })),
    /** What was asked most, questions of the same words together; the newest wording stands for all. */
    questions: z.array(
      z.object({ question: z.string(), count, agentId: z.string(), conversationId: z.string() }),
    ),
    /** What agents did not know, most asked first: the list of gaps, without those that were closed. */
    unanswered: z.array(
      z.object({ question: z.string(), count, agentId: z.string(), conversationId: z.string() }),
    ),
    /** Answers in which the agent did not know. */
    unsure: count,
    answers: count,
    feedback: z.object({ up: count, down: count }),
    /** Visitors who came so far or further. `seen` counts views, and at least who opened a chat. */
    funnel: z.array(z.object({ step: z.enum(funnelSteps), visitors: count })),
    /** Calls that began in the period. */
    calls: callFiguresSchema,
  })
  .meta({ id: 'Engagement' });
export type Engagement = z.infer<typeof engagementSchema>;

export const breakdownRowSchema = z
  .object({
    /** What the row is about: a country's code, a browser's name, an id; empty is unknown. */
    key: z.string(),
    /**
     * What people call it; the same as `key` where that is a name already. `form` beside an empty key is what was paid
     * in forms by nobody who was in a chat.
     */
    label: z.string(),
    visitors: count,
    conversations: count,
    messages: count,
    /** What came in from these visitors; null to whom may not see money. */
    money: z.array(net).nullable(),
  })
  .meta({ id: 'BreakdownRow' });

/** The rows that a file can hold: those of one chart or table. */
/** What events are given out as. */
export const eventsFormats = ['ndjson', 'parquet'] as const;
export type EventsFormat = (typeof eventsFormats)[number];

export const fileFigures = [
  'overview',
  'curve',
  'agents',
  'heat',
  'depth',
  'questions',
  'unanswered',
  'feedback',
  'funnel',
  'breakdown',
] as const;

/** What the team reads about how its agents are used. Members see the agents that they reach. */
export const analyticsEndpoints = {
  overview: endpoint({
    method: 'GET',
    path: '/api/analytics/overview',
    access: read,
    summary: 'The figures of a period with their curves, beside those of the period before.',
    query: z.strictObject(comparedQuery),
    response: analyticsOverviewSchema,
    errors: [
      analyticsErrors.unknownZone,
      analyticsErrors.periodBackwards,
      analyticsErrors.periodTooLong,
      agentsErrors.notFound,
    ],
  }),
  agents: endpoint({
    method: 'GET',
    path: '/api/analytics/agents',
    access: read,
    summary: 'The agents by what happened with them in a period, 25 on a page.',
    query: z.strictObject({
      ...period,
      sort: z.enum(agentActivitySorts).default('events'),
      order: z.enum(['asc', 'desc']).default('desc'),
      page: z.coerce.number().int().min(1).max(1_000).default(1),
    }),
    response: z.object({ ...periodSchema.shape, agents: z.array(agentActivitySchema), total: count }),
    errors: [
      analyticsErrors.unknownZone,
      analyticsErrors.periodBackwards,
      analyticsErrors.periodTooLong,
      agentsErrors.notFound,
    ],
  }),
  engagement: endpoint({
    method: 'GET',
    path: '/api/analytics/engagement',
    access: read,
    summary: 'When visitors write, how much, what they ask, and how far they come.',
    query: z.strictObject(period),
    response: engagementSchema,
    errors: [
      analyticsErrors.unknownZone,
      analyticsErrors.periodBackwards,
      analyticsErrors.periodTooLong,
      agentsErrors.notFound,
    ],
  }),
  breakdown: endpoint({
    method: 'GET',
    path: '/api/analytics/breakdown',
    access: read,
    summary:
      'Visitors by place, device, language or the way they came, with what came in from them; 200 rows at most.',
    query: z.strictObject({ ...period, by: z.enum(breakdowns).default('country') }),
    response: z.object({
      ...periodSchema.shape,
      rows: z.array(breakdownRowSchema),
      /** Places are asked for and hidden: there are no rows. */
      isHidden: z.boolean(),
    }),
    errors: [
      analyticsErrors.unknownZone,
      analyticsErrors.periodBackwards,
      analyticsErrors.periodTooLong,
      agentsErrors.notFound,
    ],
  }),
  live: endpoint({
    method: 'GET',
    path: '/api/analytics/live',
    access: read,
    summary: 'Visitors of the last five minutes.',
    query: z.strictObject({ agentId: period.agentId }),
    response: z.object({
      at: z.string(),
      visitors: count,
      agents: z.array(z.object({ id: z.string(), name: z.string(), visitors: count })),
    }),
    errors: [agentsErrors.notFound],
  }),
  file: endpoint({
    method: 'GET',
    path: '/api/analytics/file',
    access: read,
    summary: 'The rows of one chart or table as a file.',
    query: z.strictObject({
      ...period,
      figure: z.enum(fileFigures),
      /** What the rows of `breakdown` are told apart by. */
      by: z.enum(breakdowns).default('country'),
      format: z.enum(['csv']).default('csv'),
    }),
    response: z.string(),
    transport: 'file',
    errors: [
      analyticsErrors.unknownZone,
      analyticsErrors.periodBackwards,
      analyticsErrors.periodTooLong,
      agentsErrors.notFound,
    ],
  }),
  events: endpoint({
    method: 'GET',
    path: '/api/analytics/events',
    access: { permission: 'contacts.export' },
    summary:
      'Every event of a period that is still kept, in the order of time, as lines of JSON (NDJSON) or as Apache Parquet. What happened with money is told to whoever may see it.',
    query: z.strictObject({ ...period, format: z.enum(eventsFormats).default('ndjson') }),
    response: z.string(),
    transport: 'file',
    errors: [
      analyticsErrors.unknownZone,
      analyticsErrors.periodBackwards,
      analyticsErrors.periodTooLong,
      agentsErrors.notFound,
    ],
  }),
} as const;

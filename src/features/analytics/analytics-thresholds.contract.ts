import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { defineErrors } from '#shared/errors.ts';
import { currencyCodes, mostCharged } from '#shared/money/money.ts';
import { agentsErrors } from '#features/agents/agents.contract.ts';
import { analyticsErrors } from './analytics.contract.ts';

export const analyticsThresholdsErrors = defineErrors('analytics_thresholds', {
  notFound: 404,
  tooMany: 409,
  /** Money without its currency, or a currency with something else. */
  currency: 422,
  /** A share of more than a hundred percent. */
  share: 422,
});

/** Thresholds of one account. */
export const mostThresholds = 20;
/** Shares are those of so many days, today with them; of fewer answers or thumbs than these nothing is said. */
export const shareDays = 7;
export const leastAnswers = 20;
export const leastThumbs = 10;

/**
 * What can be watched: counts and money of a day, and shares of a week in percent: of answers in which the agent did
 * not know, and of thumbs that point up.
 */
export const thresholdFigures = [
  'messages',
  'conversations',
  'visitors',
  'revenue',
  'unanswered',
  'satisfaction',
] as const;
export type ThresholdFigure = (typeof thresholdFigures)[number];
/**
 * `above` looks at the day that runs, and tells once on each day; `below` at the last whole day, and tells when it was
 * not so before. Shares are looked at with the days that run, and told when it was not so before.
 */
export const thresholdSides = ['above', 'below'] as const;

const what = {
  figure: z.enum(thresholdFigures),
  side: z.enum(thresholdSides),
  /** Passed by what is more, or less. A count, percent, or the smallest unit of `currency`. */
  limit: z.number().int().min(0).max(mostCharged),
};

export const thresholdSchema = z
  .object({
    id: z.string(),
    ...what,
    /** Of `revenue`; empty for everything else. */
    currency: z.string(),
    /** Null: of all agents together. */
    agentId: z.string().nullable(),
    zone: z.string(),
    /** As it was when last looked at; null before that, and while there is too little to say. */
    value: z.number().nullable(),
    isPast: z.boolean(),
    checkedAt: z.string().nullable(),
    /** When webhooks were last told. */
    toldAt: z.string().nullable(),
    createdAt: z.string(),
  })
  .meta({ id: 'Threshold' });
export type Threshold = z.infer<typeof thresholdSchema>;

const manage = { permission: 'integrations.manage' } as const;

export const analyticsThresholdsEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/analytics/thresholds',
    access: manage,
    summary: 'The limits whose passing webhooks are told, with how the figures stand.',
    response: z.object({ thresholds: z.array(thresholdSchema) }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/analytics/thresholds',
    access: manage,
    needsPlan: true,
    summary: 'Watches a figure: webhooks hear `figure.crossed` when it passes the limit.',
    body: z.strictObject({
      ...what,
      currency: z.enum(currencyCodes).optional(),
      agentId: z.string().max(60).optional(),
      zone: z.string().min(1).max(64).default('UTC'),
    }),
    response: thresholdSchema,
    errors: [
      analyticsErrors.unknownZone,
      agentsErrors.notFound,
      analyticsThresholdsErrors.tooMany,
      analyticsThresholdsErrors.currency,
      analyticsThresholdsErrors.share,
    ],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/analytics/thresholds/{id}',
    access: manage,
    summary: 'Watches it no more.',
    params: z.strictObject({ id: z.string().max(60) }),
    response: z.object({}),
    errors: [analyticsThresholdsErrors.notFound],
  }),
} as const;

import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { paymentTypes } from '#features/paywall/paywall.contract.ts';
import { agentsErrors } from '#features/agents/agents.contract.ts';
import {
  agentExperimentsErrors,
  experimentOutcomes,
  experimentSubjects,
  experimentValues,
} from '#features/agents/agents-experiments.contract.ts';

/** What a comparison needs before anything is said of it, so that neither chance nor a weekday speaks. */
export const experimentNeeds = { days: 7, visitors: 100, reached: 10 } as const;

/**
 * What visitors are compared by: how many wrote, how many bought, and what came in from each of them in the smallest
 * unit.
 */
export const experimentMeasures = ['wrote', 'bought', 'revenue'] as const;
export type ExperimentMeasure = (typeof experimentMeasures)[number];

/** What decides for each subject, and what is told beside it. Other prices are compared by what comes in. */
export const measuresOf = {
  price: ['revenue', 'bought'],
  free: ['bought', 'revenue'],
  wall: ['bought', 'revenue'],
  welcome: ['wrote', 'bought'],
} as const satisfies Record<(typeof experimentSubjects)[number], readonly ExperimentMeasure[]>;

const count = z.number().int().nonnegative();

/** What the visitors of one side did. */
const armSchema = z.object({
  visitors: count,
  wrote: count,
  /** Null, as all money, to whom may not see it. */
  bought: count.nullable(),
  /** What came in from them less what went back, in the smallest unit of the experiment's currency. */
  revenue: z.number().nullable(),
});

const comparison = z.object({
  measure: z.enum(experimentMeasures),
  /** How much more a visitor of the variant does: a fraction of them, or an amount of money for each. */
  difference: z.object({ value: z.number(), low: z.number(), high: z.number() }),
});

export const experimentReportSchema = z
  .object({
    base: armSchema,
    variant: armSchema,
    /**
     * `collecting`: too little for anything to be said. `open`: nothing is certain yet. `better`, `worse`: so is the
     * variant; of twenty experiments with equal sides one says so at most, however often it is read.
     */
    verdict: z.enum(['collecting', 'open', 'better', 'worse']),
    /** What is still missing while collecting: whole days, visitors of each side, how many of all reached it. */
    missing: z.object({ days: count, visitors: count, reached: count }),
    /** What decides first, then what is told beside it. Empty while collecting. */
    comparisons: z.array(comparison),
    isTest: z.boolean(),
  })
  .meta({ id: 'AgentExperimentReport' });
export type ExperimentReport = z.infer<typeof experimentReportSchema>;

export const agentExperimentSchema = z
  .object({
    id: z.string(),
    subject: z.enum(experimentSubjects),
    base: experimentValues,
    variant: experimentValues,
    currency: z.string(),
    share: count,
    harmPercent: count,
    startedAt: z.string(),
    endedAt: z.string().nullable(),
    outcome: z.enum(experimentOutcomes).nullable(),
    /** Null to whom may not see money, where money decides. */
    report: experimentReportSchema.nullable(),
  })
  .meta({ id: 'AgentExperiment' });
export type ShownExperiment = z.infer<typeof agentExperimentSchema>;

const one = z.strictObject({ id: z.string().max(60) });
const oneOf = z.strictObject({ id: z.string().max(60), experimentId: z.string().max(60) });
const shown = z.object({
  experiments: z.array(agentExperimentSchema),
  /** What visitors have now, of each subject that can be tried; empty before anything is published. */
  now: z.array(experimentValues),
  currency: z.string(),
  /** What is sold, for the names of prices. */
  offers: z.array(
    z.object({
      key: z.string(),
      title: z.string(),
      type: z.enum(paymentTypes),
      interval: z.enum(['month', 'year']),
      messages: count,
    }),
  ),
  can: z.object({ edit: z.boolean(), prices: z.boolean() }),
});
export type AgentExperimentsShown = z.infer<typeof shown>;

export const analyticsExperimentsEndpoints = {
  experiments: endpoint({
    method: 'GET',
    path: '/api/agents/{id}/experiments',
    access: { permission: 'agents.read' },
    summary: 'What is tried with a part of an agent’s new visitors, what was, and what it brought.',
    params: one,
    response: shown,
    errors: [agentsErrors.notFound],
  }),
  startExperiment: endpoint({
    method: 'POST',
    path: '/api/agents/{id}/experiments',
    access: { permission: 'agents.publish' },
    needsPlan: true,
    summary: 'Gives a part of the visitors who come from now on another price, free count, wall or welcome.',
    params: one,
    body: z.strictObject({
      variant: experimentValues,
      share: z.number().int().min(1).max(99).default(50),
      harmPercent: z.number().int().min(1).max(90).default(10),
    }),
    response: shown,
    errors: [
      agentsErrors.notFound,
      agentsErrors.pricesLocked,
      agentExperimentsErrors.running,
      agentExperimentsErrors.notLive,
      agentExperimentsErrors.notSold,
      agentExperimentsErrors.same,
      agentExperimentsErrors.price,
    ],
  }),
  stopExperiment: endpoint({
    method: 'POST',
    path: '/api/agents/{id}/experiments/{experimentId}/stop',
    access: { permission: 'agents.publish' },
    summary: 'Ends an experiment. Who saw a lower price or more free messages keeps them.',
    params: oneOf,
    response: shown,
    errors: [
      agentsErrors.notFound,
      agentsErrors.pricesLocked,
      agentExperimentsErrors.notFound,
      agentExperimentsErrors.over,
    ],
  }),
  adoptExperiment: endpoint({
    method: 'POST',
    path: '/api/agents/{id}/experiments/{experimentId}/adopt',
    access: { permission: 'agents.publish' },
    needsPlan: true,
    summary: 'Ends an experiment and publishes what was tried, without anything else of the draft.',
    params: oneOf,
    response: shown,
    errors: [
      agentsErrors.notFound,
      agentsErrors.pricesLocked,
      agentExperimentsErrors.notFound,
      agentExperimentsErrors.over,
      agentExperimentsErrors.notLive,
    ],
  }),
} as const;

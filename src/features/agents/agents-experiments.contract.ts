import { z } from 'zod';
import { defineErrors } from '#shared/errors.ts';
import { mostAmount, mostOffers } from '#features/paywall/paywall.contract.ts';
import { welcomeText } from './agents-configuration.contract.ts';
import { languages } from '#shared/languages.ts';

export const agentExperimentsErrors = defineErrors('agent_experiments', {
  notFound: 404,
  /** It has ended. */
  over: 409,
  /** One of the same subject runs. */
  running: 409,
  /** Nothing is published, or the agent is paused. */
  notLive: 409,
  /** The agent asks for no money. */
  notSold: 409,
  /** What is tried is what everybody has. */
  same: 422,
  /** A price that can't be charged, or of something that is not offered. */
  price: 422,
});

/** What of an agent can be tried with a part of its new visitors. */
export const experimentSubjects = ['price', 'free', 'wall', 'welcome'] as const;
export type ExperimentSubject = (typeof experimentSubjects)[number];

/** What a subject's settings are: those that visitors have, or those that are tried. */
export const experimentValues = z.discriminatedUnion('subject', [
  z.strictObject({
    subject: z.literal('price'),
    /** By the key of the offer; `main` and `year` where there is a single one. In the smallest unit. */
    amounts: z
      .record(z.string().regex(/^[a-z0-9]{1,16}$/), z.number().int().min(0).max(mostAmount))
      .refine((amounts) => Object.keys(amounts).length <= mostOffers),
  }),
  z.strictObject({ subject: z.literal('free'), freeMessages: z.number().int().min(0).max(1_000) }),
  z.strictObject({
    subject: z.literal('wall'),
    description: z.string().max(300),
    buttonText: z.string().trim().max(40),
  }),
  z.strictObject({
    subject: z.literal('welcome'),
    welcomeMessage: z.string().max(1_000),
    welcomes: z.array(welcomeText).max(languages.length),
  }),
]);
export type ExperimentValues = z.infer<typeof experimentValues>;

/**
 * How an experiment ended: by one press (`adopted`, `stopped`), because visitors of the variant certainly did less
 * (`harm`), gave more back (`refunds`) or disliked more answers (`complaints`), or because the owner published
 * another setting (`changed`).
 */
export const experimentOutcomes = ['adopted', 'stopped', 'harm', 'refunds', 'complaints', 'changed'] as const;
export type ExperimentOutcome = (typeof experimentOutcomes)[number];

/** An experiment as it is kept with its agent. Moments are ISO 8601, UTC. */
export type AgentExperiment = {
  id: string;
  /** What visitors have who are not in the variant, and what those have who are. */
  base: ExperimentValues;
  variant: ExperimentValues;
  /** What else was promised with the prices then; where it is another now, nothing of this is applied. */
  terms: string;
  currency: string;
  /** The part of new visitors that gets the variant, in percent. */
  share: number;
  /** It ends by itself where the variant certainly does worse, and by so many percent or more. */
  harmPercent: number;
  startedAt: string;
  endedAt: string | null;
  outcome: ExperimentOutcome | null;
  /** Until then nobody is asked for more than they saw. */
  keptUntil: string | null;
};

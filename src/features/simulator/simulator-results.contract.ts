import { z } from 'zod';
import { checkSchema, personas, walletPresets } from '#features/agents/agents-tests.contract.ts';
import { ownerMessageSchema } from '#features/conversations/conversations.contract.ts';
import { handlers } from '#features/conversations/conversations-handoff.contract.ts';

/** `unknown`: it could not be judged, which is no pass. */
export const outcomes = ['passed', 'failed', 'unknown'] as const;
export type Outcome = (typeof outcomes)[number];

/** What became of a check. `turn` counts from 0; null is the conversation as a whole. */
export const checkedSchema = z.object({
  turn: z.number().nullable(),
  check: checkSchema,
  outcome: z.enum(outcomes),
  /** What there was instead, or why it was judged so; as it was said, in no language of ours. */
  actual: z.string(),
});
export type Checked = z.infer<typeof checkedSchema>;

/** How a vendor of speech said something for the visitor and understood it again. Times of each leg in milliseconds. */
export const turnSpeechSchema = z.object({
  /** `failed`: the vendor gave no sound, or no words. Neither that nor `nothing` reached the agent. */
  outcome: z.enum(['understood', 'nothing', 'failed']),
  /** What was understood, and answered. */
  heard: z.string(),
  words: z.number(),
  /** Words that are missing, were added, or are others. */
  wrong: z.number(),
  sayMs: z.number(),
  hearMs: z.number(),
  costMicros: z.number(),
});
export type TurnSpeech = z.infer<typeof turnSpeechSchema>;

/** The same over all that was said, with how long the answers took; the word error rate is `wrong / words`. */
export const speechSumSchema = z
  .object({
    /** What was said and not failed: times are sums over these. */
    turns: z.number(),
    words: z.number(),
    wrong: z.number(),
    sayMs: z.number(),
    hearMs: z.number(),
    answerMs: z.number(),
    costMicros: z.number(),
  })
  .meta({ id: 'SimulatorSpeech' });
export type SpeechSum = z.infer<typeof speechSumSchema>;

export const simulatedTurnSchema = z.object({
  said: z.string(),
  /** Null where it was written. */
  speech: turnSpeechSchema.nullable().default(null),
  /** Beyond what the scenario says: the persona's own, or a model's. */
  isAdded: z.boolean(),
  /** Null where nobody answered by machine. */
  answer: ownerMessageSchema.nullable(),
  /** Code of the error that the message met: the wall, a limit. */
  refusal: z.string().nullable(),
  isUnsure: z.boolean(),
  handler: z.enum(handlers),
  /** Messages charged so far. */
  charged: z.number(),
  milliseconds: z.number(),
});
export type SimulatedTurnRecord = z.infer<typeof simulatedTurnSchema>;

export const resultStatuses = ['running', 'passed', 'failed', 'broken'] as const;

/** One conversation of a run. */
export const resultSchema = z
  .object({
    place: z.number(),
    scenario: z.string(),
    persona: z.enum(personas),
    wallet: z.enum(walletPresets),
    attempt: z.number(),
    status: z.enum(resultStatuses),
    checks: z.array(checkedSchema),
    turnCount: z.number(),
    /** Null where the visitor writes. */
    speech: speechSumSchema.nullable(),
    costMicros: z.number(),
    milliseconds: z.number(),
  })
  .meta({ id: 'SimulatorResult' });
export type Result = z.infer<typeof resultSchema>;

export const transcriptSchema = resultSchema
  .extend({ turns: z.array(simulatedTurnSchema) })
  .meta({ id: 'SimulatorTranscript' });
export type Transcript = z.infer<typeof transcriptSchema>;

/** How a scenario went in two runs; null where one of them did not hold it. */
export const comparedSchema = z.object({
  scenario: z.string(),
  persona: z.enum(personas),
  before: z.enum(resultStatuses).nullable(),
  after: z.enum(resultStatuses).nullable(),
  /** Places of the first attempt in each run, to read them side by side. */
  beforePlace: z.number().nullable(),
  afterPlace: z.number().nullable(),
});
export type Compared = z.infer<typeof comparedSchema>;

import { z } from 'zod';

/** How a call was held: by the visitor's browser, by a vendor sentence by sentence, or as a live call. */
export const callWays = ['browser', 'sentences', 'live'] as const;
export type CallWay = (typeof callWays)[number];

/**
 * Why a call ended: as the visitor's browser tells it; `lost` where it told nothing any more, `replaced` where the
 * visitor began another one.
 */
export const callEnds = [
  'hungUp',
  'idle',
  'limit',
  'person',
  'screen',
  'minutes',
  'closed',
  'blocked',
  'noMicrophone',
  'language',
  'network',
  'lost',
  'replaced',
] as const;
export type CallEndReason = (typeof callEnds)[number];

/** What browsers record in, and every browser plays. */
export const recordingTypes = ['audio/webm', 'audio/mp4'] as const;
export type RecordingType = (typeof recordingTypes)[number];

/** What of a call was recorded, because the visitor agreed to it. */
const recordingSchema = z.object({
  /** ISO 8601, UTC; not before the visitor had agreed. */
  startedAt: z.string(),
  seconds: z.number(),
  bytes: z.number(),
  type: z.enum(recordingTypes),
  /** Whether the agent is heard as well. */
  hasAgent: z.boolean(),
  /** It is deleted then, or earlier where the owner keeps recordings for a shorter time by then. */
  keptUntil: z.string(),
});

/** A stretch in which a visitor and an agent talked. What was said are messages of its conversation. */
export const callSchema = z
  .object({
    id: z.string(),
    agentId: z.string(),
    visitorId: z.string(),
    /** Null while nobody knows who the visitor is. */
    contactId: z.string().nullable(),
    /** Null where nothing was said. */
    conversationId: z.string().nullable(),
    /** Who understood and spoke: `browser`, or a vendor. */
    provider: z.string(),
    way: z.enum(callWays),
    language: z.string(),
    /** ISO 8601, UTC. */
    startedAt: z.string(),
    /** Null while it runs. */
    endedAt: z.string().nullable(),
    endReason: z.enum(callEnds).nullable(),
    /** How long it lasted, or has lasted so far. */
    seconds: z.number(),
    /** Messages that the visitor said. */
    turns: z.number(),
    /** How often the visitor spoke into an answer. */
    interruptions: z.number(),
    /** From a question to the first sound of its answer, on average; null where nothing was heard. */
    firstSoundMs: z.number().nullable(),
    /** Speech and answers together, in millionths of a dollar. */
    costMicros: z.number(),
    /** What its minutes took of the visitor's messages. */
    chargedMessages: z.number(),
    /** Null where nothing was recorded, or it is deleted. */
    recording: recordingSchema.nullable(),
  })
  .meta({ id: 'VoiceCall' });
export type Call = z.infer<typeof callSchema>;

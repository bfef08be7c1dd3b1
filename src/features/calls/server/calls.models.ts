import type { Call } from '#shared/voice/calls.ts';
import type { NamedCall, RecordingFacts } from './calls.repository.ts';

/** A call that was told of no longer ago than this still runs, in ms. Browsers tell every 15 seconds. */
export const quietMs = 60_000;

/** A call that nobody told of for so long ended where it was told of last, in ms: a computer slept, or a page is gone. */
export const lostMs = 2 * quietMs;

const minuteMs = 60_000;

/** How many minutes have begun since a call began. */
export const minutesBegun = (beganAt: Date, now: Date): number =>
  Math.floor(Math.max(0, now.getTime() - beganAt.getTime()) / minuteMs) + 1;

const dayMs = 86_400_000;

function presentRecording(row: RecordingFacts | null): Call['recording'] {
  // Before the first sound came there is only the consent.
  if (!row?.type) return null;
  return {
    startedAt: row.beganAt.toISOString(),
    seconds: Math.round(row.lengthMs / 1_000),
    bytes: row.byteCount,
    type: row.type,
    hasAgent: row.hasAgent,
    keptUntil: new Date(row.beganAt.getTime() + row.keptDays * dayMs).toISOString(),
  };
}

/** A call as the account's people, programs and webhooks read it. */
export function presentCall(row: NamedCall): Call {
  const until = row.endedAt ?? row.toldAt;
  return {
    id: row.id,
    agentId: row.agentId,
    visitorId: row.visitorId,
    contactId: row.contactId,
    conversationId: row.conversationId,
    provider: row.provider,
    way: row.way,
    language: row.language,
    startedAt: row.beganAt.toISOString(),
    endedAt: row.endedAt?.toISOString() ?? null,
    endReason: row.endReason,
    seconds: Math.max(0, Math.round((until.getTime() - row.beganAt.getTime()) / 1_000)),
    turns: row.turns,
    interruptions: row.interruptions,
    firstSoundMs: row.sounds > 0 ? Math.round(row.soundMs / row.sounds) : null,
    costMicros: row.speechMicros + row.answerMicros,
    chargedMessages: row.minutesPaid * row.minuteMessages,
    recording: presentRecording(row.recording),
  };
}

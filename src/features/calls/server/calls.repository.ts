import { and, desc, eq, gte, inArray, isNull, lt, sql } from 'drizzle-orm';
import type { Transaction } from '#platform/database/database.ts';
import type { CallEndReason } from '#shared/voice/calls.ts';
import type { CallFigures } from '../calls.contract.ts';
import { calls } from './calls.table.ts';
import { callRecordings } from './recordings/recordings.table.ts';

export type CallRow = typeof calls.$inferSelect;
type Told = Pick<CallRow, 'way' | 'provider' | 'interruptions' | 'sounds' | 'soundMs'>;

/** Who the visitor is known as. */
const contactId = sql<string | null>`(SELECT v.contact_id FROM visitors v WHERE v.id = ${calls.visitorId})`;
/** Together with what is said of it as far as it is counted by the messages. */
const columns = {
  id: calls.id,
  accountId: calls.accountId,
  agentId: calls.agentId,
  visitorId: calls.visitorId,
  conversationId: calls.conversationId,
  key: calls.key,
  isPreview: calls.isPreview,
  provider: calls.provider,
  way: calls.way,
  language: calls.language,
  beganAt: calls.beganAt,
  toldAt: calls.toldAt,
  endedAt: calls.endedAt,
  endReason: calls.endReason,
  turns: calls.turns,
  interruptions: calls.interruptions,
  sounds: calls.sounds,
  soundMs: calls.soundMs,
  speechMicros: calls.speechMicros,
  answerMicros: calls.answerMicros,
  minuteMessages: calls.minuteMessages,
  minutesPaid: calls.minutesPaid,
  contactId,
  recording: {
    beganAt: callRecordings.beganAt,
    type: callRecordings.type,
    hasAgent: callRecordings.hasAgent,
    keptDays: callRecordings.keptDays,
    lengthMs: callRecordings.lengthMs,
    byteCount: callRecordings.byteCount,
  },
};
/** What is told of a recording beside the call. */
export type RecordingFacts = Pick<typeof callRecordings.$inferSelect, keyof (typeof columns)['recording']>;
export type NamedCall = CallRow & {
  contactId: string | null;
  recording: RecordingFacts | null;
};

export function callsRepository(tx: Transaction) {
  /** What the messages say of a call: where it was, what was said, what was broken off and what the answers cost. */
  async function countMessages(id: string): Promise<void> {
    await tx.execute(sql`
      UPDATE calls c SET conversation_id = said.id,
        turns = (SELECT count(*) FROM messages m WHERE m.conversation_id = said.id AND m.is_spoken
          AND m.created_at >= c.began_at),
        -- Who speaks into a live call stops the answer at the vendor, before a browser knows.
        interruptions = greatest(c.interruptions, (SELECT count(*) FROM messages m
          JOIN messages a ON a.answers_id = m.id WHERE m.conversation_id = said.id AND m.is_spoken
          AND m.created_at >= c.began_at AND a.status = 'stopped')),
        answer_micros = (SELECT coalesce(sum(a.cost_micros), 0) FROM messages m
          JOIN messages a ON a.answers_id = m.id
          WHERE m.conversation_id = said.id AND m.is_spoken AND m.created_at >= c.began_at)
      FROM (SELECT v.id FROM calls k JOIN conversations v ON v.visitor_id = k.visitor_id
        AND v.agent_id = k.agent_id AND v.last_message_at >= k.began_at
        WHERE k.id = ${id} AND EXISTS (SELECT FROM messages m WHERE m.conversation_id = v.id AND m.is_spoken
          AND m.created_at >= k.began_at)
        ORDER BY v.last_message_at DESC LIMIT 1) said
      WHERE c.id = ${id}`);
  }

  const named = () =>
    tx.select(columns).from(calls).leftJoin(callRecordings, eq(callRecordings.callId, calls.id)).$dynamic();

  return {
    /** Begins a call; does nothing where it is known, or the visitor has another one that runs. */
    async begin(row: typeof calls.$inferInsert): Promise<boolean> {
      const rows = await tx.insert(calls).values(row).onConflictDoNothing().returning({ id: calls.id });
      return rows.length > 0;
    },
    /** A call by its browser's key, held until the end of the transaction. */
    async byKey(visitorId: string, key: string): Promise<CallRow | null> {
      const [row] = await tx
        .select()
        .from(calls)
        .where(and(eq(calls.visitorId, visitorId), eq(calls.key, key)))
        .for('update');
      return row ?? null;
    },
    /** The call that runs, held until the end of the transaction. */
    async running(visitorId: string): Promise<CallRow | null> {
      const [row] = await tx
        .select()
        .from(calls)
        .where(and(eq(calls.visitorId, visitorId), isNull(calls.endedAt)))
        .for('update');
      return row ?? null;
    },
    async named(id: string): Promise<NamedCall | null> {
      const [row] = await named().where(eq(calls.id, id));
      return row ?? null;
    },
    /** Notes what a browser told; what was told later is never taken back by what was told before. */
    async note(id: string, told: Told, now: Date): Promise<void> {
      const { way, provider, interruptions, sounds, soundMs } = told;
      await tx
        .update(calls)
        .set({
          way,
          provider,
          toldAt: now,
          interruptions: sql`greatest(${calls.interruptions}, ${interruptions}::int)`,
          sounds: sql`greatest(${calls.sounds}, ${sounds}::int)`,
          soundMs: sql`greatest(${calls.soundMs}, ${soundMs}::int)`,
        })
        .where(and(eq(calls.id, id), isNull(calls.endedAt)));
      await countMessages(id);
    },
    /** Ends a call; false where it had ended. */
    async end(id: string, reason: CallEndReason, at: Date): Promise<boolean> {
      await countMessages(id);
      const rows = await tx
        .update(calls)
        .set({ endedAt: at, endReason: reason })
        .where(and(eq(calls.id, id), isNull(calls.endedAt)))
        .returning({ id: calls.id });
      return rows.length > 0;
    },
    /** Counts the minute after those that are paid; false where somebody else has counted it, or the call is over. */
    async payMinute(id: string, paid: number): Promise<boolean> {
      const rows = await tx
        .update(calls)
        .set({ minutesPaid: paid + 1 })
        .where(and(eq(calls.id, id), eq(calls.minutesPaid, paid), isNull(calls.endedAt)))
        .returning({ id: calls.id });
      return rows.length > 0;
    },
    /** Adds to what speech cost in the call that the visitor has now, if they have one. */
    async addCost(visitorId: string, micros: number): Promise<void> {
      await tx
        .update(calls)
        .set({ speechMicros: sql`${calls.speechMicros} + ${micros}::bigint` })
        .where(and(eq(calls.visitorId, visitorId), isNull(calls.endedAt)));
    },
    /** Calls of all accounts that nobody told of since. */
    quietSince: (since: Date, limit: number): Promise<CallRow[]> =>
      tx
        .select()
        .from(calls)
        .where(and(isNull(calls.endedAt), lt(calls.toldAt, since)))
        .orderBy(calls.toldAt)
        .limit(limit),
    async ofConversations(ids: readonly string[]): Promise<NamedCall[]> {
      if (ids.length === 0) return [];
      return named()
        .where(inArray(calls.conversationId, [...ids]))
        .orderBy(calls.beganAt);
    },
    /** Newest first; `reached`: the agents that the member sees, null is all. */
    page: (
      of: {
        agentId?: string | undefined;
        contactId?: string | undefined;
        conversationId?: string | undefined;
        since?: string | undefined;
        until?: string | undefined;
        after: { at: string; id: string } | null;
        reached: readonly string[] | null;
      },
      limit: number,
    ): Promise<NamedCall[]> =>
      named()
        .where(
          and(
            eq(calls.isPreview, false),
            of.agentId === undefined ? undefined : eq(calls.agentId, of.agentId),
            of.reached === null ? undefined : inArray(calls.agentId, [...of.reached]),
            of.conversationId === undefined ? undefined : eq(calls.conversationId, of.conversationId),
            of.contactId === undefined ? undefined : sql`${contactId} = ${of.contactId}`,
            of.since === undefined ? undefined : gte(calls.beganAt, new Date(of.since)),
            of.until === undefined ? undefined : lt(calls.beganAt, new Date(of.until)),
            of.after === null
              ? undefined
              : sql`(date_trunc('milliseconds', ${calls.beganAt}), ${calls.id}) < (${of.after.at}::timestamptz, ${of.after.id})`,
          ),
        )
        .orderBy(desc(sql`date_trunc('milliseconds', ${calls.beganAt})`), desc(calls.id))
        .limit(limit),
    /** Sums of calls that began in a time; `agentIds` null is all agents. */
    async figures(begins: Date, ends: Date, agentIds: readonly string[] | null): Promise<CallFigures> {
      const { rows } = await tx.execute<
        Omit<CallFigures, 'firstSoundMs'> & { median: number | null; slow: number | null }
      >(sql`
        SELECT count(*)::int AS calls,
          coalesce(sum(greatest(1, ceil(extract(epoch FROM coalesce(ended_at, told_at) - began_at) / 60))), 0)::int
            AS minutes,
          coalesce(sum(interruptions), 0)::int AS interruptions,
          coalesce(sum(speech_micros + answer_micros), 0)::float8 AS "costMicros",
          coalesce(sum(minutes_paid * minute_messages), 0)::int AS "chargedMessages",
          percentile_cont(0.5) WITHIN GROUP (ORDER BY sound_ms::float8 / nullif(sounds, 0)) AS median,
          percentile_cont(0.9) WITHIN GROUP (ORDER BY sound_ms::float8 / nullif(sounds, 0)) AS slow
        FROM calls WHERE NOT is_preview AND began_at >= ${begins.toISOString()}::timestamptz
          AND began_at < ${ends.toISOString()}::timestamptz
          ${agentIds === null ? sql`` : sql`AND agent_id = ANY(${sql.param([...agentIds])}::text[])`}`);
      const { median = null, slow = null, ...sums } = rows[0] ?? {};
      return {
        calls: 0,
        minutes: 0,
        interruptions: 0,
        costMicros: 0,
        chargedMessages: 0,
        ...sums,
        firstSoundMs:
          median === null || slow === null ? null : { median: Math.round(median), slow: Math.round(slow) },
      };
    },
  };
}

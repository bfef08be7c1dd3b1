import { and, asc, desc, eq, sql } from 'drizzle-orm';
import type { Transaction } from '#platform/database/database.ts';
import { calls } from '../calls.table.ts';
import { callRecordingPieces, callRecordings } from './recordings.table.ts';

export type RecordingRow = typeof callRecordings.$inferSelect;
type NewRecording = typeof callRecordings.$inferInsert;
/** A piece without its sound. */
type PieceFacts = {
  number: number;
  byteCount: number;
};

export function recordingsRepository(tx: Transaction) {
  return {
    /** The visitor's call by its browser's key, held until the end of the transaction. */
    async callOf(visitorId: string, key: string) {
      const [row] = await tx
        .select({ id: calls.id, agentId: calls.agentId, endedAt: calls.endedAt })
        .from(calls)
        .where(and(eq(calls.visitorId, visitorId), eq(calls.key, key)))
        .for('update');
      return row ?? null;
    },
    async ofCall(callId: string): Promise<RecordingRow | null> {
      const [row] = await tx.select().from(callRecordings).where(eq(callRecordings.callId, callId));
      return row ?? null;
    },
    /** Takes up a recording; false where its key is used already. */
    async insert(row: NewRecording): Promise<boolean> {
      const rows = await tx
        .insert(callRecordings)
        .values(row)
        .onConflictDoNothing()
        .returning({ id: callRecordings.id });
      return rows.length > 0;
    },
    /** A visitor's recording with its call, held until the end of the transaction: its pieces come one by one. */
    async lock(visitorId: string, key: string) {
      const [row] = await tx
        .select({ recording: callRecordings, call: { id: calls.id, endedAt: calls.endedAt } })
        .from(callRecordings)
        .innerJoin(calls, eq(calls.id, callRecordings.callId))
        .where(and(eq(callRecordings.visitorId, visitorId), eq(callRecordings.key, key)))
        .for('update', { of: callRecordings });
      return row ?? null;
    },
    async addPiece(
      row: typeof callRecordingPieces.$inferInsert,
      to: Pick<RecordingRow, 'type' | 'lengthMs'>,
    ): Promise<void> {
      await tx.insert(callRecordingPieces).values(row);
      await tx
        .update(callRecordings)
        .set({
          ...to,
          pieceCount: row.number + 1,
          byteCount: sql`${callRecordings.byteCount} + ${row.byteCount}`,
        })
        .where(eq(callRecordings.id, row.recordingId));
    },
    async withdraw(visitorId: string, key: string): Promise<string | null> {
      const [row] = await tx
        .delete(callRecordings)
        .where(and(eq(callRecordings.visitorId, visitorId), eq(callRecordings.key, key)))
        .returning({ callId: callRecordings.callId });
      return row?.callId ?? null;
    },
    async remove(id: string): Promise<boolean> {
      const rows = await tx
        .delete(callRecordings)
        .where(eq(callRecordings.id, id))
        .returning({ id: callRecordings.id });
      return rows.length > 0;
    },
    /** Bytes of all recordings that the transaction sees. */
    async stored(accountId: string): Promise<number> {
      const [row] = await tx
        .select({ bytes: sql<number>`coalesce(sum(${callRecordings.byteCount}), 0)::float8` })
        .from(callRecordings)
        .where(eq(callRecordings.accountId, accountId));
      return row?.bytes ?? 0;
    },
    pieces: (recordingId: string): Promise<PieceFacts[]> =>
      tx
        .select({ number: callRecordingPieces.number, byteCount: callRecordingPieces.byteCount })
        .from(callRecordingPieces)
        .where(eq(callRecordingPieces.recordingId, recordingId))
        .orderBy(asc(callRecordingPieces.number)),
    async sealed(recordingId: string, number: number): Promise<Buffer | null> {
      const [row] = await tx
        .select({ sealed: callRecordingPieces.sealed })
        .from(callRecordingPieces)
        .where(and(eq(callRecordingPieces.recordingId, recordingId), eq(callRecordingPieces.number, number)));
      return row?.sealed ?? null;
    },
    /** Every recording that the transaction sees and that has sound, newest first. */
    all: (): Promise<RecordingRow[]> =>
      tx
        .select()
        .from(callRecordings)
        .where(sql`${callRecordings.type} IS NOT NULL`)
        .orderBy(desc(callRecordings.beganAt)),

    /** What was said in a call, and what its agent is called. */
    async saidIn(callId: string) {
      const { rows } = await tx.execute<{
        id: string;
        role: string;
        body: string;
        at: Date;
        agent: string;
      }>(sql`
        SELECT m.id, m.role, m.body, m.created_at AS at, a.name AS agent
        FROM calls c JOIN agents a ON a.id = c.agent_id JOIN messages m ON m.conversation_id = c.conversation_id
        WHERE c.id = ${callId} AND m.deleted_at IS NULL AND m.event IS NULL AND m.author_id IS NULL
          AND m.created_at >= c.began_at AND m.created_at <= coalesce(c.ended_at, c.told_at)
          AND (m.role = 'assistant' OR m.is_spoken)
        ORDER BY m.seq`);
      return rows;
    },

    /**
     * Forgets what is older than it may be: as long as was promised, or as the agent's owner keeps recordings now,
     * where that is shorter. Gives how many went.
     */
    async forget(now: Date): Promise<number> {
      await tx.execute(sql`
        UPDATE call_recordings r SET kept_days = (a.live -> 'voice' ->> 'recordingDays')::int FROM agents a
        WHERE a.id = r.agent_id AND (a.live -> 'voice' ->> 'recordingDays')::int < r.kept_days`);
      const { rowCount } = await tx.execute(sql`
        DELETE FROM call_recordings
        WHERE began_at + kept_days * interval '1 day' <= ${now.toISOString()}::timestamptz
          -- Somebody agreed, and nothing came.
          OR (type IS NULL AND began_at <= ${now.toISOString()}::timestamptz - interval '1 day')`);
      return rowCount ?? 0;
    },
  };
}

import { count, eq, sql } from 'drizzle-orm';
import type { Transaction } from '#platform/database/database.ts';
import { voiceCalls } from './live-calls.table.ts';

export type VoiceCallRow = typeof voiceCalls.$inferSelect;

export function liveCallsRepository(tx: Transaction) {
  return {
    /**
     * Takes a place among the calls of an account; false where all are taken. Gives the calls that the visitor had
     * before, which are no longer known then.
     */
    async begin(row: VoiceCallRow, most: number): Promise<{ isTaken: boolean; before: VoiceCallRow[] }> {
      // Two that begin at the same moment count each other.
      await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`calls:${row.accountId}`}, 0))`);
      const before = await tx.delete(voiceCalls).where(eq(voiceCalls.visitorId, row.visitorId)).returning();
      const [running] = await tx
        .select({ count: count() })
        .from(voiceCalls)
        .where(eq(voiceCalls.accountId, row.accountId));
      const isTaken = (running?.count ?? 0) < most;
      if (isTaken) await tx.insert(voiceCalls).values(row);
      return { isTaken, before };
    },
    /** False where the call is no longer known: another one of the visitor has taken its place. */
    async setVendorId(id: string, vendorId: string): Promise<boolean> {
      const rows = await tx
        .update(voiceCalls)
        .set({ vendorId })
        .where(eq(voiceCalls.id, id))
        .returning({ id: voiceCalls.id });
      return rows.length > 0;
    },
    async remove(id: string): Promise<void> {
      await tx.delete(voiceCalls).where(eq(voiceCalls.id, id));
    },
    /** Those of a process, of all accounts. */
    ofProcess: (processId: string): Promise<VoiceCallRow[]> =>
      tx.select().from(voiceCalls).where(eq(voiceCalls.processId, processId)),
  };
}

import { and, eq, lt, sql } from 'drizzle-orm';
import type { Transaction } from '#platform/database/database.ts';
import { repeatedRequests } from './repeated-requests.table.ts';

export type RepeatedRequest = typeof repeatedRequests.$inferSelect;
type Place = Pick<RepeatedRequest, 'accountId' | 'programId' | 'keyHash'>;

const at = ({ accountId, programId, keyHash }: Place) =>
  and(
    eq(repeatedRequests.accountId, accountId),
    eq(repeatedRequests.programId, programId),
    eq(repeatedRequests.keyHash, keyHash),
  );

export function repeatedRequestsRepository(tx: Transaction) {
  return {
    /** Whether the place was free; a row from before `since` leaves it. */
    async claim(row: RepeatedRequest, since: Date): Promise<boolean> {
      await tx.delete(repeatedRequests).where(and(at(row), lt(repeatedRequests.createdAt, since)));
      const rows = await tx
        .insert(repeatedRequests)
        .values(row)
        .onConflictDoNothing()
        .returning({ keyHash: repeatedRequests.keyHash });
      return rows.length > 0;
    },
    async find(place: Place): Promise<RepeatedRequest | null> {
      const [row] = await tx.select().from(repeatedRequests).where(at(place));
      return row ?? null;
    },
    async finish(place: Place, value: unknown): Promise<void> {
      await tx.update(repeatedRequests).set({ answer: { value } }).where(at(place));
    },
    async release(place: Place): Promise<void> {
      await tx.delete(repeatedRequests).where(at(place));
    },
    async deleteBefore(moment: Date): Promise<void> {
      await tx.delete(repeatedRequests).where(lt(repeatedRequests.createdAt, moment));
    },
    /** Answers in which one of these words stands. */
    async deleteNaming(words: readonly string[]): Promise<void> {
      await tx.execute(sql`DELETE FROM repeated_requests WHERE EXISTS (
        SELECT FROM unnest(${sql.param([...words])}::text[]) AS each (word)
        WHERE position(lower(word) IN lower(answer::text)) > 0)`);
    },
  };
}

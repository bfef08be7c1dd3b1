import { eq, lt, or, and } from 'drizzle-orm';
import type { Transaction } from '#platform/database/database.ts';
import { sampleAccounts } from './sample-data.table.ts';

export type SampleRow = typeof sampleAccounts.$inferSelect;

/** Works over all accounts: whose a sample is, is known by the person. */
export function sampleDataRepository(tx: Transaction) {
  return {
    async ofUser(userId: string): Promise<SampleRow | null> {
      const [row] = await tx.select().from(sampleAccounts).where(eq(sampleAccounts.userId, userId));
      return row ?? null;
    },
    async ofAccount(accountId: string): Promise<SampleRow | null> {
      const [row] = await tx.select().from(sampleAccounts).where(eq(sampleAccounts.accountId, accountId));
      return row ?? null;
    },
    /** False where the person has one already. */
    async insert(row: SampleRow): Promise<boolean> {
      const added = await tx.insert(sampleAccounts).values(row).onConflictDoNothing().returning();
      return added.length > 0;
    },
    async setState(accountId: string, state: SampleRow['state']): Promise<void> {
      await tx.update(sampleAccounts).set({ state }).where(eq(sampleAccounts.accountId, accountId));
    },
    /** Those whose time is over, and those that were begun before `stale` and never finished. */
    async over(now: Date, stale: Date): Promise<SampleRow[]> {
      return tx
        .select()
        .from(sampleAccounts)
        .where(
          or(
            lt(sampleAccounts.endsAt, now),
            and(eq(sampleAccounts.state, 'making'), lt(sampleAccounts.createdAt, stale)),
          ),
        );
    },
  };
}

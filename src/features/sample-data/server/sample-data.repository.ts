import { and, eq, gt, lt, ne, or } from 'drizzle-orm';
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
    /** As `ofUser`, held until the transaction ends. */
    async holdOfUser(userId: string): Promise<SampleRow | null> {
      const [row] = await tx
        .select()
        .from(sampleAccounts)
        .where(eq(sampleAccounts.userId, userId))
        .for('update');
      return row ?? null;
    },
    /** As `ofAccount`, held until the transaction ends. */
    async hold(accountId: string): Promise<SampleRow | null> {
      const [row] = await tx
        .select()
        .from(sampleAccounts)
        .where(eq(sampleAccounts.accountId, accountId))
        .for('update');
      return row ?? null;
    },
    /** Ends one whose person goes with it. */
    async endWithPerson(accountId: string, endsAt: Date): Promise<void> {
      await tx
        .update(sampleAccounts)
        .set({ endsAt, personLeaves: true })
        .where(eq(sampleAccounts.accountId, accountId));
    },
    /** False where the person has one already. */
    async insert(row: SampleRow): Promise<boolean> {
      const added = await tx.insert(sampleAccounts).values(row).onConflictDoNothing().returning();
      return added.length > 0;
    },
    /** Writes down what became of one that was made; false when its person ended it meanwhile. */
    async finish(accountId: string, state: SampleRow['state'], now: Date): Promise<boolean> {
      const finished = await tx
        .update(sampleAccounts)
        .set({ state })
        .where(and(eq(sampleAccounts.accountId, accountId), gt(sampleAccounts.endsAt, now)))
        .returning();
      return finished.length > 0;
    },
    /** Ends one that is still being made; false when it has been made meanwhile. */
    async endWhileMade(accountId: string, endsAt: Date): Promise<boolean> {
      const ended = await tx
        .update(sampleAccounts)
        .set({ endsAt })
        .where(and(eq(sampleAccounts.accountId, accountId), eq(sampleAccounts.state, 'making')))
        .returning();
      return ended.length > 0;
    },
    /** Those that were made and whose time is over, and those that were begun before `stale` and never finished. */
    async over(now: Date, stale: Date): Promise<SampleRow[]> {
      return tx
        .select()
        .from(sampleAccounts)
        .where(
          or(
            and(ne(sampleAccounts.state, 'making'), lt(sampleAccounts.endsAt, now)),
            and(eq(sampleAccounts.state, 'making'), lt(sampleAccounts.createdAt, stale)),
          ),
        );
    },
  };
}

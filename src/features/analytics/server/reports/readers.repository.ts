import { and, asc, eq, lte, sql } from 'drizzle-orm';
import type { Transaction } from '#platform/database/database.ts';
import { analyticsReportReaders as readers } from './readers.table.ts';

export type ReaderRow = typeof readers.$inferSelect;

/** Who gets figures by mail. */
export function readersRepository(tx: Transaction) {
  const one = ({ accountId, userId }: Pick<ReaderRow, 'accountId' | 'userId'>) =>
    and(eq(readers.accountId, accountId), eq(readers.userId, userId));
  return {
    async of(accountId: string): Promise<ReaderRow[]> {
      return tx.select().from(readers).where(eq(readers.accountId, accountId)).orderBy(asc(readers.userId));
    },
    async replace(accountId: string, rows: readonly ReaderRow[]): Promise<void> {
      await tx.delete(readers).where(eq(readers.accountId, accountId));
      if (rows.length > 0) await tx.insert(readers).values([...rows]);
    },
    /** Those whose mail is due, over all accounts, in their order after one of them. */
    async due(now: Date, after: Pick<ReaderRow, 'accountId' | 'userId'>, most: number): Promise<ReaderRow[]> {
      return tx
        .select()
        .from(readers)
        .where(
          and(
            lte(readers.nextAt, now),
            sql`(${readers.accountId}, ${readers.userId}) > (${after.accountId}, ${after.userId})`,
          ),
        )
        .orderBy(asc(readers.accountId), asc(readers.userId))
        .limit(most);
    },
    /** Of all who see that a mail is due one moves it on, and writes it. */
    async moveOn(row: ReaderRow, nextAt: Date): Promise<boolean> {
      const moved = await tx
        .update(readers)
        .set({ nextAt })
        .where(and(one(row), eq(readers.nextAt, row.nextAt)))
        .returning({ userId: readers.userId });
      return moved.length > 0;
    },
  };
}

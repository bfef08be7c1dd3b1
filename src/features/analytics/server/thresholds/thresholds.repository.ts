import { asc, eq, gt, sql } from 'drizzle-orm';
import type { Transaction } from '#platform/database/database.ts';
import { analyticsThresholds } from './thresholds.table.ts';

export type ThresholdRow = typeof analyticsThresholds.$inferSelect;

export function thresholdsRepository(tx: Transaction) {
  return {
    list(): Promise<ThresholdRow[]> {
      return tx
        .select()
        .from(analyticsThresholds)
        .orderBy(asc(analyticsThresholds.createdAt), asc(analyticsThresholds.id));
    },
    /** Members who add at the same moment come one after the other, so that a bound holds. */
    async lockAccount(accountId: string): Promise<void> {
      await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`thresholds ${accountId}`}, 0))`);
    },
    count(): Promise<number> {
      return tx.$count(analyticsThresholds);
    },
    async insert(row: ThresholdRow): Promise<void> {
      await tx.insert(analyticsThresholds).values(row);
    },
    async remove(id: string): Promise<ThresholdRow | null> {
      return (
        (await tx.delete(analyticsThresholds).where(eq(analyticsThresholds.id, id)).returning())[0] ?? null
      );
    },
    /** One that nobody else looks at meanwhile. */
    async locked(id: string): Promise<ThresholdRow | null> {
      const [row] = await tx
        .select()
        .from(analyticsThresholds)
        .where(eq(analyticsThresholds.id, id))
        .for('update');
      return row ?? null;
    },
    async change(id: string, change: Partial<ThresholdRow>): Promise<void> {
      await tx.update(analyticsThresholds).set(change).where(eq(analyticsThresholds.id, id));
    },
    /** Accounts that watch something, after one, in the order of their ids; across all accounts. */
    async watching(after: string, most: number): Promise<string[]> {
      const rows = await tx
        .selectDistinct({ accountId: analyticsThresholds.accountId })
        .from(analyticsThresholds)
        .where(gt(analyticsThresholds.accountId, after))
        .orderBy(asc(analyticsThresholds.accountId))
        .limit(most);
      return rows.map(({ accountId }) => accountId);
    },
  };
}

import { and, asc, eq, inArray, lte, ne, or, sql } from 'drizzle-orm';
import type { Transaction } from '#platform/database/database.ts';
import { paymentRefunds } from '../payments.table.ts';

export type RefundRow = typeof paymentRefunds.$inferSelect;

/** What members asked to give back. */
export function paymentsRefundsRepository(tx: Transaction) {
  const one = (purchaseId: string, key: string) =>
    and(eq(paymentRefunds.purchaseId, purchaseId), eq(paymentRefunds.key, key));
  return {
    async find(purchaseId: string, key: string): Promise<RefundRow | null> {
      const [row] = await tx.select().from(paymentRefunds).where(one(purchaseId, key));
      return row ?? null;
    },
    /** What rules ask to give back, and no person. */
    async byRules(purchaseId: string): Promise<RefundRow[]> {
      const isByRule = and(
        eq(paymentRefunds.purchaseId, purchaseId),
        eq(paymentRefunds.askedBy, ''),
        ne(paymentRefunds.state, 'refused'),
      );
      return tx.select().from(paymentRefunds).where(isByRule).limit(100);
    },
    async asked(purchaseId: string): Promise<RefundRow[]> {
      return tx
        .select()
        .from(paymentRefunds)
        .where(and(eq(paymentRefunds.purchaseId, purchaseId), eq(paymentRefunds.state, 'asked')))
        .limit(100);
    },
    async insert(row: typeof paymentRefunds.$inferInsert): Promise<void> {
      await tx.insert(paymentRefunds).values(row);
    },
    /** Writes down how far an order is that is still asked for. */
    async change(
      purchaseId: string,
      key: string,
      values: Partial<Omit<RefundRow, 'accountId' | 'purchaseId' | 'key'>>,
    ): Promise<void> {
      await tx
        .update(paymentRefunds)
        .set(values)
        .where(and(one(purchaseId, key), eq(paymentRefunds.state, 'asked')));
    },
    /** Orders of rules about purchases that a vendor refused, in whole or in part. */
    async refusedOf(purchaseIds: readonly string[]): Promise<RefundRow[]> {
      if (purchaseIds.length === 0) return [];
      const isRefused = or(
        and(eq(paymentRefunds.state, 'asked'), ne(paymentRefunds.failure, '')),
        sql`${paymentRefunds.parts} @> '[{"state": "refused"}]'::jsonb`,
      );
      return tx
        .select()
        .from(paymentRefunds)
        .where(
          and(
            inArray(paymentRefunds.purchaseId, [...purchaseIds]),
            eq(paymentRefunds.askedBy, ''),
            isRefused,
          ),
        )
        .limit(1_000);
    },
    /** Orders whose vendor did not answer, or refused what it may allow later. */
    async leftOver(now: Date, limit: number): Promise<{ id: string; accountId: string; key: string }[]> {
      return tx
        .select({
          id: paymentRefunds.purchaseId,
          accountId: paymentRefunds.accountId,
          key: paymentRefunds.key,
        })
        .from(paymentRefunds)
        .where(and(eq(paymentRefunds.state, 'asked'), lte(paymentRefunds.dueAt, now)))
        .orderBy(asc(paymentRefunds.dueAt))
        .limit(limit);
    },
  };
}

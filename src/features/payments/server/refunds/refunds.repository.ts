import { and, asc, eq, lt, ne } from 'drizzle-orm';
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
    async finish(purchaseId: string, key: string, state: 'done' | 'refused'): Promise<void> {
      await tx
        .update(paymentRefunds)
        .set({ state })
        .where(and(one(purchaseId, key), eq(paymentRefunds.state, 'asked')));
    },
    /** Refunds whose vendor did not answer. */
    async leftOver(before: Date, limit: number): Promise<{ id: string; accountId: string; key: string }[]> {
      return tx
        .select({
          id: paymentRefunds.purchaseId,
          accountId: paymentRefunds.accountId,
          key: paymentRefunds.key,
        })
        .from(paymentRefunds)
        .where(and(eq(paymentRefunds.state, 'asked'), lt(paymentRefunds.createdAt, before)))
        .orderBy(asc(paymentRefunds.createdAt))
        .limit(limit);
    },
  };
}

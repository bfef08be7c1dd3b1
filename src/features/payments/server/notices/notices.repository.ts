import { and, asc, eq, gt, inArray, lte, sql } from 'drizzle-orm';
import type { Transaction } from '#platform/database/database.ts';
import type { MoneyPreferences } from '../../payments-notices.contract.ts';
import type { PurchaseRow } from '../syncing/purchase-state.models.ts';
import { paymentNotices, paymentNoticePreferences, purchases } from '../payments.table.ts';

/** Which mails about money were written, and who wants them. */
export function noticesRepository(tx: Transaction) {
  return {
    /** Takes a notice, so that nobody else writes it; false when it was written. */
    async claim(row: Pick<PurchaseRow, 'accountId' | 'id'>, notice: string, now: Date): Promise<boolean> {
      const taken = await tx
        .insert(paymentNotices)
        .values({ accountId: row.accountId, purchaseId: row.id, notice, writtenAt: now })
        .onConflictDoNothing()
        .returning({ notice: paymentNotices.notice });
      return taken.length > 0;
    },
    /** Trials that end within these moments, unless their subscriber has canceled or was told. */
    async trialsEnding(from: Date, through: Date, limit: number): Promise<PurchaseRow[]> {
      const isTold = sql`EXISTS (SELECT FROM ${paymentNotices} n
        WHERE n.purchase_id = ${purchases.id} AND n.notice = 'trial-ending')`;
      return tx
        .select()
        .from(purchases)
        .where(
          and(
            eq(purchases.status, 'paid'),
            eq(purchases.subscriptionStatus, 'trialing'),
            eq(purchases.isEnding, false),
            eq(purchases.problem, ''),
            gt(purchases.periodEnd, from),
            lte(purchases.periodEnd, through),
            sql`NOT ${isTold}`,
          ),
        )
        .orderBy(asc(purchases.periodEnd), asc(purchases.id))
        .limit(limit);
    },
    /** What members of an account said; who said nothing is not in it. */
    async preferences(accountId: string, userIds: readonly string[]): Promise<Map<string, MoneyPreferences>> {
      if (userIds.length === 0) return new Map();
      const own = and(
        eq(paymentNoticePreferences.accountId, accountId),
        inArray(paymentNoticePreferences.userId, [...userIds]),
      );
      const rows = await tx.select().from(paymentNoticePreferences).where(own);
      return new Map(
        rows.map(({ userId, sales, failures, refunds, disputes }) => [
          userId,
          { sales, failures, refunds, disputes },
        ]),
      );
    },
    async setPreferences(accountId: string, userId: string, preferences: MoneyPreferences): Promise<void> {
      await tx
        .insert(paymentNoticePreferences)
        .values({ accountId, userId, ...preferences })
        .onConflictDoUpdate({
          target: [paymentNoticePreferences.accountId, paymentNoticePreferences.userId],
          set: preferences,
        });
    },
  };
}

import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, lt, lte, notInArray, sql } from 'drizzle-orm';
import type { Transaction } from '#platform/database/database.ts';
import {
  testMoneyCalls,
  testMoneyEvents,
  testMoneyPayments,
  testMoneyPortals,
  testMoneyRefunds,
  testMoneySessions,
  testMoneySubscriptions,
  type DisputeState,
} from './test-money.table.ts';

export type SessionRow = typeof testMoneySessions.$inferSelect;
export type SubscriptionRow = typeof testMoneySubscriptions.$inferSelect;
export type PaymentRow = typeof testMoneyPayments.$inferSelect;
export type RefundRow = typeof testMoneyRefunds.$inferSelect;
export type EventRow = typeof testMoneyEvents.$inferSelect;
export type PortalRow = typeof testMoneyPortals.$inferSelect;

export function testMoneyRepository(tx: Transaction) {
  return {
    /**
     * Remembers a call by its key. False when there was one with this key already; a call that is under way
     * is waited for.
     */
    async beginCall(row: typeof testMoneyCalls.$inferInsert): Promise<boolean> {
      return (
        (
          await tx
            .insert(testMoneyCalls)
            .values(row)
            .onConflictDoNothing()
            .returning({ key: testMoneyCalls.key })
        ).length > 0
      );
    },
    async call(key: string): Promise<{ digest: string; reference: string } | null> {
      const [row] = await tx.select().from(testMoneyCalls).where(eq(testMoneyCalls.key, key));
      return row ?? null;
    },

    async addSession(row: typeof testMoneySessions.$inferInsert): Promise<void> {
      await tx.insert(testMoneySessions).values(row);
    },
    async session(id: string): Promise<SessionRow | null> {
      const [row] = await tx.select().from(testMoneySessions).where(eq(testMoneySessions.id, id));
      return row ?? null;
    },
    /** The newest session of a purchase. */
    async sessionOfPurchase(purchaseId: string): Promise<SessionRow | null> {
      const [row] = await tx
        .select()
        .from(testMoneySessions)
        .where(eq(testMoneySessions.purchaseId, purchaseId))
        .orderBy(desc(testMoneySessions.createdAt), desc(testMoneySessions.id))
        .limit(1);
      return row ?? null;
    },
    async sessionOfCustomer(customerId: string): Promise<SessionRow | null> {
      const [row] = await tx
        .select()
        .from(testMoneySessions)
        .where(eq(testMoneySessions.customerId, customerId))
        .limit(1);
      return row ?? null;
    },
    /**
     * Changes a session that is open and whose time is not over; null when it is not. Of two who come at
     * once, one succeeds.
     */
    async changeOpen(id: string, now: Date, change: Partial<SessionRow>): Promise<SessionRow | null> {
      const [row] = await tx
        .update(testMoneySessions)
        .set(change)
        .where(
          and(
            eq(testMoneySessions.id, id),
            eq(testMoneySessions.status, 'open'),
            gt(testMoneySessions.expiresAt, now),
          ),
        )
        .returning();
      return row ?? null;
    },
    /** Ends an open session, whether or not its time is over; null when it is not open. */
    async expire(id: string, isCalledOff: boolean): Promise<SessionRow | null> {
      const [row] = await tx
        .update(testMoneySessions)
        .set({ status: 'expired', isCalledOff, confirmingCard: null })
        .where(and(eq(testMoneySessions.id, id), eq(testMoneySessions.status, 'open')))
        .returning();
      return row ?? null;
    },
    async sessionsPastTime(now: Date, limit: number): Promise<{ id: string; accountId: string }[]> {
      return tx
        .select({ id: testMoneySessions.id, accountId: testMoneySessions.accountId })
        .from(testMoneySessions)
        .where(and(eq(testMoneySessions.status, 'open'), lte(testMoneySessions.expiresAt, now)))
        .orderBy(asc(testMoneySessions.expiresAt))
        .limit(limit);
    },

    async addSubscription(row: typeof testMoneySubscriptions.$inferInsert): Promise<void> {
      await tx.insert(testMoneySubscriptions).values(row);
    },
    async subscriptionOf(sessionId: string): Promise<SubscriptionRow | null> {
      const [row] = await tx
        .select()
        .from(testMoneySubscriptions)
        .where(eq(testMoneySubscriptions.sessionId, sessionId));
      return row ?? null;
    },
    async subscription(id: string): Promise<SubscriptionRow | null> {
      const [row] = await tx.select().from(testMoneySubscriptions).where(eq(testMoneySubscriptions.id, id));
      return row ?? null;
    },
    /** The subscription, held until the transaction ends. */
    async holdSubscription(id: string): Promise<SubscriptionRow | null> {
      const [row] = await tx
        .select()
        .from(testMoneySubscriptions)
        .where(eq(testMoneySubscriptions.id, id))
        .for('update');
      return row ?? null;
    },
    async changeSubscription(id: string, change: Partial<SubscriptionRow>): Promise<SubscriptionRow | null> {
      const [row] = await tx
        .update(testMoneySubscriptions)
        .set(change)
        .where(eq(testMoneySubscriptions.id, id))
        .returning();
      return row ?? null;
    },
    async dueSubscriptions(now: Date, limit: number): Promise<{ id: string; accountId: string }[]> {
      return tx
        .select({ id: testMoneySubscriptions.id, accountId: testMoneySubscriptions.accountId })
        .from(testMoneySubscriptions)
        .where(and(isNotNull(testMoneySubscriptions.dueAt), lte(testMoneySubscriptions.dueAt, now)))
        .orderBy(asc(testMoneySubscriptions.dueAt))
        .limit(limit);
    },

    async addPayment(row: typeof testMoneyPayments.$inferInsert): Promise<void> {
      await tx.insert(testMoneyPayments).values(row);
    },
    async payment(id: string): Promise<PaymentRow | null> {
      const [row] = await tx.select().from(testMoneyPayments).where(eq(testMoneyPayments.id, id));
      return row ?? null;
    },
    /** Every payment of a session and every renewal that failed, oldest first. */
    async paymentsOf(sessionId: string): Promise<PaymentRow[]> {
      return tx
        .select()
        .from(testMoneyPayments)
        .where(eq(testMoneyPayments.sessionId, sessionId))
        .orderBy(asc(testMoneyPayments.createdAt), asc(testMoneyPayments.id));
    },
    /** Gives back part of a payment; null when that is more than is left, or when the payment is disputed. */
    async refund(id: string, amount: number, refundId: string, now: Date): Promise<PaymentRow | null> {
      const [row] = await tx
        .update(testMoneyPayments)
        .set({ refunded: sql`${testMoneyPayments.refunded} + ${amount}` })
        .where(
          and(
            eq(testMoneyPayments.id, id),
            eq(testMoneyPayments.status, 'paid'),
            notInArray(testMoneyPayments.dispute, ['open', 'lost']),
            lte(sql`${testMoneyPayments.refunded} + ${amount}`, testMoneyPayments.amount),
          ),
        )
        .returning();
      if (!row) return null;
      await tx
        .insert(testMoneyRefunds)
        .values({ id: refundId, accountId: row.accountId, paymentId: id, amount, createdAt: now });
      return row;
    },
    /** What was given back of payments, oldest first. */
    async refundsOf(paymentIds: readonly string[]): Promise<RefundRow[]> {
      if (paymentIds.length === 0) return [];
      return tx
        .select()
        .from(testMoneyRefunds)
        .where(inArray(testMoneyRefunds.paymentId, [...paymentIds]))
        .orderBy(asc(testMoneyRefunds.createdAt), asc(testMoneyRefunds.id));
    },
    /** Moves a dispute on; null when it does not stand where it should. */
    async changeDispute(
      id: string,
      from: DisputeState,
      to: DisputeState,
      now: Date,
    ): Promise<PaymentRow | null> {
      const moment =
        to === 'open'
          ? {
              disputeOpenedAt: now,
              disputeAmount: sql`${testMoneyPayments.amount} - ${testMoneyPayments.refunded}`,
            }
          : { disputeClosedAt: now };
      const [row] = await tx
        .update(testMoneyPayments)
        .set({ dispute: to, ...moment })
        .where(and(eq(testMoneyPayments.id, id), eq(testMoneyPayments.dispute, from)))
        .returning();
      return row ?? null;
    },

    async addEvent(row: typeof testMoneyEvents.$inferInsert): Promise<void> {
      await tx.insert(testMoneyEvents).values(row);
    },
    async event(id: string): Promise<EventRow | null> {
      const [row] = await tx.select().from(testMoneyEvents).where(eq(testMoneyEvents.id, id));
      return row ?? null;
    },
    async markDelivered(id: string, now: Date): Promise<void> {
      await tx.update(testMoneyEvents).set({ deliveredAt: now }).where(eq(testMoneyEvents.id, id));
    },
    /**
     * Events younger than `since` that nobody heard and that were last sent before `queuedBefore`; they count
     * as sent now.
     */
    async queueAgain(
      since: Date,
      queuedBefore: Date,
      now: Date,
    ): Promise<{ id: string; accountId: string }[]> {
      return tx
        .update(testMoneyEvents)
        .set({ queuedAt: now })
        .where(
          and(
            isNull(testMoneyEvents.deliveredAt),
            gt(testMoneyEvents.createdAt, since),
            lt(testMoneyEvents.queuedAt, queuedBefore),
          ),
        )
        .returning({ id: testMoneyEvents.id, accountId: testMoneyEvents.accountId });
    },
    async hasUnheardEvents(createdBefore: Date): Promise<boolean> {
      const rows = await tx
        .select({ id: testMoneyEvents.id })
        .from(testMoneyEvents)
        .where(and(isNull(testMoneyEvents.deliveredAt), lt(testMoneyEvents.createdAt, createdBefore)))
        .limit(1);
      return rows.length > 0;
    },

    async addPortal(row: typeof testMoneyPortals.$inferInsert): Promise<void> {
      await tx.insert(testMoneyPortals).values(row);
    },
    async portal(id: string): Promise<PortalRow | null> {
      const [row] = await tx.select().from(testMoneyPortals).where(eq(testMoneyPortals.id, id));
      return row ?? null;
    },

    /** Removes what nobody will ask for again. */
    async sweep(now: Date, before: Date): Promise<void> {
      await tx.delete(testMoneyPortals).where(lt(testMoneyPortals.expiresAt, now));
      await tx.delete(testMoneyEvents).where(lt(testMoneyEvents.createdAt, before));
      await tx.delete(testMoneyCalls).where(lt(testMoneyCalls.createdAt, before));
    },
  };
}

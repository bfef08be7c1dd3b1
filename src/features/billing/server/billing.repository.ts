import {
  and,
  asc,
  desc,
  eq,
  exists,
  gt,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  ne,
  or,
  sql,
} from 'drizzle-orm';
import type { Transaction } from '#platform/database/database.ts';
import type { PaymentVendorName } from '#providers/payments/payments.port.ts';
import { accountColumns, accounts, type AccountRow } from '#features/accounts/server/accounts.table.ts';
import { planEvents, planNotices, planPayments, planSubscriptions } from './billing.table.ts';

export type SubscriptionRow = typeof planSubscriptions.$inferSelect;
export type NewSubscription = typeof planSubscriptions.$inferInsert;
export type PaymentRow = typeof planPayments.$inferSelect;
/** What plans are sold through: rows of another vendor or mode count for nothing. */
export type BillingMode = {
  vendor: PaymentVendorName;
  isTest: boolean;
};

const runs = ne(planSubscriptions.subscriptionStatus, 'canceled');

/** What accounts subscribed to, and what they paid. */
export function billingRepository(tx: Transaction) {
  const one = (id: string) => eq(planSubscriptions.id, id);
  return {
    /** Accounts that may have to be told something, by id, and whether a payment of theirs failed. */
    async toNotice(after: string, limit: number): Promise<{ account: AccountRow; isOverdue: boolean }[]> {
      const isOverdue = exists(
        tx
          .select({ id: planSubscriptions.id })
          .from(planSubscriptions)
          .where(
            and(
              eq(planSubscriptions.accountId, accounts.id),
              inArray(planSubscriptions.subscriptionStatus, ['past_due', 'incomplete']),
            ),
          ),
      );
      return tx
        .select({ account: accountColumns, isOverdue: sql<boolean>`${isOverdue}` })
        .from(accounts)
        .where(and(gt(accounts.id, after), eq(accounts.isSystem, false)))
        .orderBy(asc(accounts.id))
        .limit(limit);
    },
    /** Writes down that a notice is sent; false when it was before. */
    async claimNotice(accountId: string, notice: string, sentAt: Date): Promise<boolean> {
      return (
        (
          await tx
            .insert(planNotices)
            .values({ accountId, notice, sentAt })
            .onConflictDoNothing()
            .returning({ notice: planNotices.notice })
        ).length > 0
      );
    },
    async byId(id: string): Promise<SubscriptionRow | null> {
      const [row] = await tx.select().from(planSubscriptions).where(one(id));
      return row ?? null;
    },
    async byClientKey(accountId: string, clientKey: string): Promise<SubscriptionRow | null> {
      const [row] = await tx
        .select()
        .from(planSubscriptions)
        .where(and(eq(planSubscriptions.accountId, accountId), eq(planSubscriptions.clientKey, clientKey)));
      return row ?? null;
    },
    /** Everything that an account began to buy, oldest first. */
    async ofAccount(accountId: string, mode: BillingMode): Promise<SubscriptionRow[]> {
      return tx
        .select()
        .from(planSubscriptions)
        .where(
          and(
            eq(planSubscriptions.accountId, accountId),
            eq(planSubscriptions.vendor, mode.vendor),
            eq(planSubscriptions.isTest, mode.isTest),
            ne(planSubscriptions.status, 'expired'),
          ),
        )
        .orderBy(asc(planSubscriptions.createdAt), asc(planSubscriptions.id));
    },
    /** Whether anybody ever began to buy a plan, on the whole server. */
    async wasAnythingBegun(): Promise<boolean> {
      return (await tx.select({ id: planSubscriptions.id }).from(planSubscriptions).limit(1)).length > 0;
    },
    /** Subscriptions that charge real money again, on the whole server. */
    countCharging: (): Promise<number> =>
      tx.$count(
        planSubscriptions,
        and(runs, eq(planSubscriptions.isTest, false), eq(planSubscriptions.isEnding, false)),
      ),
    /** Has the vendor asked about everything of an account that runs, as soon as the clock gets to it. */
    async askSoon(accountId: string, now: Date): Promise<void> {
      await tx
        .update(planSubscriptions)
        .set({ syncDueAt: now })
        .where(and(eq(planSubscriptions.accountId, accountId), runs));
    },
    /** Pages of an account that can still be paid, of whatever vendor and mode. */
    async open(accountId: string): Promise<SubscriptionRow[]> {
      return tx
        .select()
        .from(planSubscriptions)
        .where(and(eq(planSubscriptions.accountId, accountId), eq(planSubscriptions.status, 'open')));
    },
    /** A subscription by the vendor's own names, for events that do not carry ours. */
    async byReferences(
      mode: BillingMode,
      references: { checkout: string | null; payment: string | null; subscription: string | null },
    ): Promise<SubscriptionRow | null> {
      const names = [
        [planSubscriptions.checkoutRef, references.checkout],
        [planSubscriptions.subscriptionRef, references.subscription],
        [planSubscriptions.paymentRef, references.payment],
      ] as const;
      for (const [column, value] of names) {
        if (value === null) continue;
        const [row] = await tx
          .select()
          .from(planSubscriptions)
          .where(
            and(
              eq(column, value),
              eq(planSubscriptions.vendor, mode.vendor),
              eq(planSubscriptions.isTest, mode.isTest),
            ),
          )
          .limit(1);
        if (row) return row;
      }
      return null;
    },
    async insert(row: NewSubscription): Promise<void> {
      await tx.insert(planSubscriptions).values(row);
    },
    async change(id: string, changes: Partial<NewSubscription>): Promise<SubscriptionRow | null> {
      const [row] = await tx.update(planSubscriptions).set(changes).where(one(id)).returning();
      return row ?? null;
    },
    /** Keeps the vendor's page; the first that comes stays. */
    async setCheckout(
      id: string,
      checkout: { reference: string; url: string; expiresAt: Date },
      syncDueAt: Date,
    ): Promise<void> {
      await tx
        .update(planSubscriptions)
        .set({
          checkoutRef: checkout.reference,
          checkoutUrl: checkout.url,
          expiresAt: checkout.expiresAt,
          syncDueAt,
        })
        .where(and(one(id), isNull(planSubscriptions.checkoutRef)));
    },
    /** Ends a checkout whose page nobody ever got. */
    async expireUnasked(id: string): Promise<void> {
      await tx
        .update(planSubscriptions)
        .set({ status: 'expired', syncDueAt: null })
        .where(and(one(id), eq(planSubscriptions.status, 'open'), isNull(planSubscriptions.checkoutRef)));
    },
    /** Draws the number of an asking, before the vendor is asked. */
    async draw(id: string): Promise<SubscriptionRow | null> {
      const [row] = await tx
        .update(planSubscriptions)
        .set({ askedCount: sql`${planSubscriptions.askedCount} + 1` })
        .where(one(id))
        .returning();
      return row ?? null;
    },
    /** Keeps payments; plan and interval stay those with which a payment became known. */
    async keepPayments(
      row: SubscriptionRow,
      lines: readonly {
        reference: string;
        amount: number;
        refunded: number;
        paidAt: Date;
        url: string | null;
      }[],
    ): Promise<void> {
      if (lines.length === 0) return;
      await tx
        .insert(planPayments)
        .values(
          lines.map(({ reference, amount, refunded, paidAt, url }) => ({
            reference,
            amount,
            refunded,
            paidAt,
            url,
            accountId: row.accountId,
            subscriptionId: row.id,
            plan: row.plan,
            interval: row.interval,
          })),
        )
        .onConflictDoUpdate({
          target: [planPayments.subscriptionId, planPayments.reference],
          set: {
            amount: sql`excluded.amount`,
            refunded: sql`excluded.refunded`,
            paidAt: sql`excluded.paid_at`,
            url: sql`excluded.url`,
          },
        });
    },
    async paymentsOf(subscriptionId: string): Promise<PaymentRow[]> {
      return tx
        .select()
        .from(planPayments)
        .where(eq(planPayments.subscriptionId, subscriptionId))
        .orderBy(asc(planPayments.paidAt), asc(planPayments.reference));
    },
    /** What an account paid, newest first. */
    async invoices(
      accountId: string,
      limit: number,
    ): Promise<(PaymentRow & { isTest: boolean; currency: string })[]> {
      const rows = await tx
        .select({
          payment: planPayments,
          isTest: planSubscriptions.isTest,
          currency: planSubscriptions.currency,
        })
        .from(planPayments)
        .innerJoin(planSubscriptions, eq(planSubscriptions.id, planPayments.subscriptionId))
        .where(eq(planPayments.accountId, accountId))
        .orderBy(desc(planPayments.paidAt), desc(planPayments.reference))
        .limit(limit);
      return rows.map(({ payment, ...about }) => ({ ...payment, ...about }));
    },
    /** Takes subscriptions that are due to be asked about; whoever else looks meanwhile does not get them. */
    async takeDue(now: Date, again: Date, limit: number): Promise<{ id: string; accountId: string }[]> {
      const due = tx
        .select({ id: planSubscriptions.id })
        .from(planSubscriptions)
        .where(lte(planSubscriptions.syncDueAt, now))
        .orderBy(asc(planSubscriptions.syncDueAt))
        .limit(limit)
        .for('update', { skipLocked: true });
      return tx
        .update(planSubscriptions)
        .set({ syncDueAt: again })
        .where(inArray(planSubscriptions.id, due))
        .returning({ id: planSubscriptions.id, accountId: planSubscriptions.accountId });
    },
    /**
     * Accounts that stand as if they had paid, although nothing of what they bought is of this vendor and
     * mode.
     */
    async paidOtherwise(mode: BillingMode, limit: number): Promise<string[]> {
      const current = sql`EXISTS (SELECT FROM ${planSubscriptions} s
        WHERE s.account_id = ${accounts.id} AND s.vendor = ${mode.vendor} AND s.is_test = ${mode.isTest}
        AND s.status <> 'expired')`;
      const rows = await tx
        .select({ id: accounts.id })
        .from(accounts)
        .where(
          and(
            eq(accounts.isSystem, false),
            or(ne(accounts.subscriptionStatus, 'trialing'), isNotNull(accounts.plan)),
            sql`NOT ${current}`,
          ),
        )
        .limit(limit);
      return rows.map(({ id }) => id);
    },

    /** Lets one process at a time set the platform's connection up. */
    async lockConnection(): Promise<void> {
      await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext('platform-connection'))`);
    },

    /** Keeps an event, once. True when it was done before. */
    async recordEvent(event: typeof planEvents.$inferInsert): Promise<boolean> {
      await tx.insert(planEvents).values(event).onConflictDoNothing();
      const [row] = await tx
        .select({ doneAt: planEvents.doneAt })
        .from(planEvents)
        .where(and(eq(planEvents.vendor, event.vendor), eq(planEvents.eventId, event.eventId)));
      return Boolean(row?.doneAt);
    },
    async markEventDone(vendor: string, eventId: string, now: Date): Promise<void> {
      await tx
        .update(planEvents)
        .set({ doneAt: now })
        .where(and(eq(planEvents.vendor, vendor), eq(planEvents.eventId, eventId)));
    },
    /** Vendors send an event again for days, not for months. */
    async removeEventsBefore(limit: Date): Promise<void> {
      await tx.delete(planEvents).where(lt(planEvents.receivedAt, limit));
    },
  };
}

import { and, asc, desc, eq, gt, inArray, isNull, lte, ne, or, sql } from 'drizzle-orm';
import type { Transaction } from '#platform/database/database.ts';
import { contacts } from '#features/contacts/server/contacts.table.ts';
import { conversations, visitors } from '#features/conversations/server/conversations.table.ts';
import type { PaymentRow, PurchaseRow, AppliedPayment } from './syncing/purchase-state.models.ts';
import type { Holder } from './subscriptions/one-per-person.repository.ts';
import { payments, purchases } from './payments.table.ts';

export type NewPurchase = typeof purchases.$inferInsert;

/** What bought and began to buy. */
export function paymentsRepository(tx: Transaction) {
  const one = (id: string) => eq(purchases.id, id);
  return {
    /** Where a visitor stands when they buy. A conversation of somebody else is none. */
    async buyer(visitorId: string, conversationId: string | null) {
      const [row] = await tx
        .select({
          contactId: visitors.contactId,
          tag: visitors.tag,
          language: visitors.language,
          typed: visitors.formValues,
          isBlocked: sql<boolean>`coalesce(${contacts.isBlocked}, false)`,
          provenEmail: sql<
            string | null
          >`CASE WHEN ${visitors.provenAt} IS NOT NULL THEN ${contacts.email} END`,
          conversationId: conversations.id,
          conversationTag: conversations.tag,
        })
        .from(visitors)
        .leftJoin(contacts, eq(contacts.id, visitors.contactId))
        .leftJoin(
          conversations,
          and(
            eq(conversations.visitorId, visitors.id),
            conversationId === null ? sql`false` : eq(conversations.id, conversationId),
          ),
        )
        .where(eq(visitors.id, visitorId));
      return row ?? null;
    },
    /** The address that a visitor gave when they bought last. */
    async lastEmail(visitorId: string): Promise<string | null> {
      const [row] = await tx
        .select({ email: purchases.email })
        .from(purchases)
        .where(eq(purchases.visitorId, visitorId))
        .orderBy(desc(purchases.createdAt))
        .limit(1);
      return row?.email ?? null;
    },
    /** Those of the visitors who bought something, or began to. */
    async buyersAmong(visitorIds: readonly string[]): Promise<Set<string>> {
      if (visitorIds.length === 0) return new Set();
      const rows = await tx
        .selectDistinct({ id: purchases.visitorId })
        .from(purchases)
        .where(inArray(purchases.visitorId, [...visitorIds]));
      return new Set(rows.flatMap(({ id }) => id ?? []));
    },
    async byId(id: string): Promise<PurchaseRow | null> {
      const [row] = await tx.select().from(purchases).where(one(id));
      return row ?? null;
    },
    async locked(id: string): Promise<PurchaseRow | null> {
      const [row] = await tx.select().from(purchases).where(one(id)).for('update');
      return row ?? null;
    },
    async byClientKey(visitorId: string, clientKey: string): Promise<PurchaseRow | null> {
      const [row] = await tx
        .select()
        .from(purchases)
        .where(and(eq(purchases.visitorId, visitorId), eq(purchases.clientKey, clientKey)));
      return row ?? null;
    },
    /** Checkouts of a visitor that can still be paid, without one of them. */
    async openOfVisitor(visitorId: string, except: string): Promise<PurchaseRow[]> {
      return tx
        .select()
        .from(purchases)
        .where(
          and(
            eq(purchases.visitorId, visitorId),
            eq(purchases.status, 'open'),
            ne(purchases.id, except),
            sql`${purchases.checkoutRef} IS NOT NULL`,
          ),
        )
        .orderBy(desc(purchases.createdAt))
        .limit(5);
    },
    /** A purchase by the vendor's own names, for events that do not carry ours. */
    async byReferences(
      vendor: PurchaseRow['vendor'],
      isTest: boolean,
      references: { checkout: string | null; payment: string | null; subscription: string | null },
    ): Promise<PurchaseRow | null> {
      const names = [
        [purchases.checkoutRef, references.checkout],
        [purchases.subscriptionRef, references.subscription],
        [purchases.paymentRef, references.payment],
      ] as const;
      for (const [column, value] of names) {
        if (value === null) continue;
        const [row] = await tx
          .select()
          .from(purchases)
          .where(and(eq(column, value), eq(purchases.vendor, vendor), eq(purchases.isTest, isTest)))
          .limit(1);
        if (row) return row;
      }
      return null;
    },
    /**
     * How often a coupon was used: by what was bought, and by checkouts that are still open. One asks at a
     * time for each coupon of an agent.
     */
    async couponUses(agentId: string, coupon: string, isTest: boolean, now: Date): Promise<number> {
      await tx.execute(
        sql`SELECT pg_advisory_xact_lock(hashtextextended(${`coupon ${agentId} ${coupon}`}, 0))`,
      );
      return tx.$count(
        purchases,
        and(
          eq(purchases.agentId, agentId),
          eq(purchases.coupon, coupon),
          eq(purchases.isTest, isTest),
          sql`(${purchases.status} IN ('paid', 'processing')
            OR (${purchases.status} = 'open'
            AND ${purchases.expiresAt} > ${now.toISOString()}::timestamptz))`,
        ),
      );
    },
    /** What was paid, and what was begun to be paid, for submissions of forms; newest first. */
    async ofSubmissions(submissionIds: readonly string[]): Promise<PurchaseRow[]> {
      return submissionIds.length === 0
        ? []
        : tx
            .select()
            .from(purchases)
            .where(inArray(purchases.submissionId, [...submissionIds]))
            .orderBy(desc(purchases.createdAt), desc(purchases.id));
    },
    /** One at a time begins to pay for a submission. */
    async lockSubmission(submissionId: string): Promise<void> {
      await tx.execute(
        sql`SELECT pg_advisory_xact_lock(hashtextextended(${`payment of ${submissionId}`}, 0))`,
      );
    },
    /** Says whose money a submission's is, where that was not known before. */
    async setPerson(
      submissionId: string,
      person: { contactId: string | null; conversationId: string | null },
    ): Promise<void> {
      await tx
        .update(purchases)
        .set(person)
        .where(and(eq(purchases.submissionId, submissionId), isNull(purchases.contactId)));
    },
    /** Says what became of what was paid in a form. What completed a submission once stays so. */
    async setFulfilment(id: string, fulfilment: 'done' | 'unmatched'): Promise<PurchaseRow | null> {
      const [row] = await tx
        .update(purchases)
        .set({ fulfilment })
        .where(and(one(id), ne(purchases.fulfilment, 'done')))
        .returning();
      return row ?? null;
    },
    /** What was paid in forms and is neither completed nor judged, oldest first. */
    async unfulfilled(
      paidBefore: Date,
      limit: number,
    ): Promise<{ id: string; accountId: string; formId: string | null }[]> {
      return tx
        .select({ id: purchases.id, accountId: purchases.accountId, formId: purchases.formId })
        .from(purchases)
        .where(
          and(
            eq(purchases.kind, 'form'),
            eq(purchases.status, 'paid'),
            eq(purchases.fulfilment, ''),
            lte(purchases.paidAt, paidBefore),
          ),
        )
        .orderBy(asc(purchases.id))
        .limit(limit);
    },
    /** Where the form of a purchase is found; null when it is gone. */
    async addressOfForm(formId: string): Promise<string | null> {
      const {
        rows: [row],
      } = await tx.execute<{ address: string }>(
        sql`SELECT coalesce(slug, public_id) AS address FROM forms WHERE id = ${formId}`,
      );
      return row?.address ?? null;
    },
    async insert(row: NewPurchase): Promise<void> {
      await tx.insert(purchases).values(row);
    },
    async change(id: string, changes: Partial<NewPurchase>): Promise<PurchaseRow | null> {
      const [row] = await tx.update(purchases).set(changes).where(one(id)).returning();
      return row ?? null;
    },
    /** Keeps the vendor's page of a purchase; the first that comes stays. */
    async setCheckout(
      id: string,
      checkout: { reference: string; url: string; expiresAt: Date },
      syncDueAt: Date,
    ): Promise<void> {
      await tx
        .update(purchases)
        .set({
          checkoutRef: checkout.reference,
          checkoutUrl: checkout.url,
          expiresAt: checkout.expiresAt,
          syncDueAt,
        })
        .where(and(one(id), isNull(purchases.checkoutRef)));
    },
    /** Draws the number of an asking, before the vendor is asked. */
    async draw(id: string): Promise<PurchaseRow | null> {
      const [row] = await tx
        .update(purchases)
        .set({ askedCount: sql`${purchases.askedCount} + 1` })
        .where(one(id))
        .returning();
      return row ?? null;
    },
    async keepPayments(
      accountId: string,
      purchaseId: string,
      lines: readonly AppliedPayment[],
    ): Promise<void> {
      if (lines.length === 0) return;
      const rows = lines.map(({ reference, amount, refunded, dispute, paidAt }) => ({
        accountId,
        purchaseId,
        reference,
        amount,
        refunded,
        dispute,
        paidAt,
      }));
      const changed = {
        amount: sql`excluded.amount`,
        refunded: sql`excluded.refunded`,
        dispute: sql`excluded.dispute`,
        paidAt: sql`excluded.paid_at`,
      };
      await tx
        .insert(payments)
        .values(rows)
        .onConflictDoUpdate({ target: [payments.purchaseId, payments.reference], set: changed });
    },
    async paymentsOf(purchaseId: string): Promise<PaymentRow[]> {
      return tx
        .select()
        .from(payments)
        .where(eq(payments.purchaseId, purchaseId))
        .orderBy(asc(payments.paidAt), asc(payments.reference))
        .limit(500);
    },
    /** @returns whether nobody had set it before. */
    async setReceiptMailed(purchaseId: string, reference: string, now: Date): Promise<boolean> {
      const ofPayment = and(eq(payments.purchaseId, purchaseId), eq(payments.reference, reference));
      const marked = await tx
        .update(payments)
        .set({ receiptMailedAt: now })
        .where(and(ofPayment, isNull(payments.receiptMailedAt)))
        .returning({ reference: payments.reference });
      return marked.length > 0;
    },
    /** Takes purchases that are due to be asked about; whoever else looks meanwhile does not get them. */
    async takeDue(now: Date, again: Date, limit: number): Promise<{ id: string; accountId: string }[]> {
      const due = tx
        .select({ id: purchases.id })
        .from(purchases)
        .where(lte(purchases.syncDueAt, now))
        .orderBy(asc(purchases.syncDueAt))
        .limit(limit)
        .for('update', { skipLocked: true });
      return tx
        .update(purchases)
        .set({ syncDueAt: again })
        .where(inArray(purchases.id, due))
        .returning({ id: purchases.id, accountId: purchases.accountId });
    },
    /**
     * The subscription that a visitor may manage: one of their wallet that goes on, of the mode that counts
     * now if there is one, else one that they pay although another wallet has it, else the one that ends
     * last.
     */
    async subscriptionOf(
      { walletId, visitorId }: Holder,
      agentId: string,
      isTest: boolean,
    ): Promise<PurchaseRow | null> {
      const isRunning = sql`coalesce(${purchases.subscriptionStatus} IN ('trialing', 'active', 'past_due'),
        false)`;
      const isOwn = eq(purchases.walletId, walletId);
      const isPaidHere = and(eq(purchases.visitorId, visitorId), isRunning);
      const isOfAgent = or(eq(purchases.agentId, agentId), isNull(purchases.agentId));
      // One that was bought twice is shown as long as it was not ended.
      const isSold = and(
        eq(purchases.kind, 'subscription'),
        eq(purchases.status, 'paid'),
        or(eq(purchases.isSurplus, false), isRunning),
      );
      const [row] = await tx
        .select()
        .from(purchases)
        .where(and(isOfAgent, isSold, or(isOwn, isPaidHere)))
        .orderBy(
          sql`${isRunning} DESC`,
          asc(purchases.isSurplus),
          sql`coalesce(${isOwn}, false) DESC`,
          sql`${purchases.isTest} = ${isTest} DESC`,
          desc(purchases.periodEnd),
        )
        .limit(1);
      return row ?? null;
    },
    /**
     * Whether something that a visitor bought from an agent is held by others now, who proved the address
     * that it was bought with.
     */
    async isElsewhere(
      whose: { visitorId: string; agentId: string },
      walletId: string,
      isTest: boolean,
    ): Promise<boolean> {
      const isTheirs = and(
        eq(purchases.visitorId, whose.visitorId),
        eq(purchases.agentId, whose.agentId),
        eq(purchases.isTest, isTest),
      );
      const isBought = and(
        eq(purchases.status, 'paid'),
        ne(purchases.kind, 'form'),
        eq(purchases.isSurplus, false),
      );
      // For a trial nothing was paid.
      const isKept = or(
        sql`${purchases.refundedAmount} < ${purchases.paidAmount}`,
        eq(purchases.subscriptionStatus, 'trialing'),
      );
      const isMoved = sql`paywall_wallet(${purchases.walletId}) <> ${walletId}`;
      return (await tx.$count(purchases, and(isTheirs, isBought, isKept, isMoved))) > 0;
    },
    /**
     * What was bought with a wallet, newest first. Those who joined another one bring what they bought along.
     */
    async ofWallet(walletId: string, agentId: string, limit: number): Promise<PurchaseRow[]> {
      const bought = and(
        sql`paywall_wallet(${purchases.walletId}) = ${walletId}`,
        eq(purchases.agentId, agentId),
        eq(purchases.status, 'paid'),
        ne(purchases.kind, 'form'),
      );
      // A second trial was ended at once: nothing was paid and nothing opened.
      const isSomething = or(eq(purchases.isSurplus, false), gt(purchases.paidAmount, 0));
      return tx
        .select()
        .from(purchases)
        .where(and(bought, isSomething))
        .orderBy(desc(purchases.createdAt), desc(purchases.id))
        .limit(limit);
    },
    /** Purchases of access that were made with an address. */
    async ofPerson(agentId: string, email: string, isTest: boolean): Promise<PurchaseRow[]> {
      return tx
        .select()
        .from(purchases)
        .where(
          and(
            eq(purchases.agentId, agentId),
            eq(purchases.email, email),
            eq(purchases.isTest, isTest),
            eq(purchases.status, 'paid'),
            ne(purchases.kind, 'form'),
          ),
        )
        .orderBy(asc(purchases.createdAt), asc(purchases.id))
        .limit(500);
    },
  };
}

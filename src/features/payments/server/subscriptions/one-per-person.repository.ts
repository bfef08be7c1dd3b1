import { and, asc, desc, eq, inArray, isNotNull, ne, or, sql, type SQL } from 'drizzle-orm';
import type { Transaction } from '#platform/database/database.ts';
import type { PurchaseRow } from '../syncing/purchase-state.models.ts';
import { purchases } from '../payments.table.ts';

/** A visitor with the wallet that they hold. */
export type Holder = {
  walletId: string;
  visitorId: string;
};

type Whose = Pick<PurchaseRow, 'agentId' | 'isTest'>;

/** By what one person is known again who tries; `id` is the purchase that is looked at. */
type Trier = Pick<PurchaseRow, 'walletId' | 'visitorId' | 'mailbox' | 'cardMark'> & { id?: string };

/** Charged by the vendor, also where it is to be ended because it is one too many. */
const charging = and(
  eq(purchases.kind, 'subscription'),
  eq(purchases.status, 'paid'),
  inArray(purchases.subscriptionStatus, ['trialing', 'active', 'past_due']),
);
const running = and(charging, eq(purchases.isSurplus, false));
const inWallet = (walletId: string): SQL =>
  sql`paywall_wallet(${purchases.walletId}) = paywall_wallet(${walletId})`;

/** Paid for with an address, or with one that leads to the same mailbox. What is empty tells nothing. */
const withMailbox = ({ email, mailbox }: Pick<PurchaseRow, 'email' | 'mailbox'>): SQL =>
  mailbox === ''
    ? sql`${purchases.email} = ${email}`
    : sql`(${purchases.email} = ${email} OR ${purchases.mailbox} = ${mailbox})`;

/** Whose subscriptions are whose: one person has one to an agent. */
export function personsRepository(tx: Transaction) {
  const ofAgent = ({ agentId, isTest }: Whose) =>
    and(eq(purchases.isTest, isTest), agentId === null ? sql`false` : eq(purchases.agentId, agentId));
  return {
    /**
     * One at a time begins to be a subscription to an agent, so that of two that were paid at once one sees
     * the other.
     */
    async lockSubscriptions({ agentId, isTest }: Whose): Promise<void> {
      await tx.execute(
        sql`SELECT pg_advisory_xact_lock(hashtextextended(${`subscriptions ${agentId} ${isTest}`}, 0))`,
      );
    },
    /**
     * Another running subscription of the same person to the same agent: in the same wallet, or paid for with
     * the same mailbox, however its address is written.
     */
    async twinOf(
      row: Whose & Pick<PurchaseRow, 'id' | 'walletId' | 'email' | 'mailbox'>,
    ): Promise<PurchaseRow | null> {
      const same =
        row.walletId === null ? withMailbox(row) : sql`(${withMailbox(row)} OR ${inWallet(row.walletId)})`;
      const [found] = await tx
        .select()
        .from(purchases)
        .where(and(running, ofAgent(row), ne(purchases.id, row.id), same))
        .orderBy(asc(purchases.createdAt))
        .limit(1);
      return found ?? null;
    },
    /**
     * Whether a trial of the agent began in this wallet, by this visitor, with this mailbox or this card; one
     * that was ended at once does not count. What is empty or null tells nothing.
     */
    async hasTried({
      id = '',
      walletId,
      visitorId,
      mailbox,
      cardMark,
      ...whose
    }: Whose & Trier): Promise<boolean> {
      const same = [
        ...(walletId === null ? [] : [inWallet(walletId)]),
        ...(visitorId === null ? [] : [eq(purchases.visitorId, visitorId)]),
        ...(mailbox === '' ? [] : [eq(purchases.mailbox, mailbox)]),
        ...(cardMark === '' ? [] : [eq(purchases.cardMark, cardMark)]),
      ];
      if (same.length === 0) return false;
      const isTrial = sql`(${purchases.terms} ->> 'trialDays')::integer > 0`;
      const began = and(
        eq(purchases.kind, 'subscription'),
        eq(purchases.status, 'paid'),
        isTrial,
        ofAgent(whose),
      );
      if (
        (await tx.$count(
          purchases,
          and(began, eq(purchases.isSurplus, false), ne(purchases.id, id), or(...same)),
        )) > 0
      )
        return true;
      // Whose card was known already is not offered here what would be ended again.
      const mine = or(
        walletId === null ? undefined : inWallet(walletId),
        visitorId === null ? undefined : eq(purchases.visitorId, visitorId),
      );
      const isKnownCard = sql`${purchases.cardMark} <> ''
        AND EXISTS (SELECT FROM purchases other WHERE other.card_mark = ${purchases.cardMark}
        AND other.agent_id = ${purchases.agentId} AND other.is_test = ${purchases.isTest}
          AND NOT other.is_surplus AND other.id <> ${purchases.id})`;
      return (
        (await tx.$count(
          purchases,
          and(began, eq(purchases.isSurplus, true), ne(purchases.id, id), mine, isKnownCard),
        )) > 0
      );
    },
    /** Running subscriptions that lie in a wallet, the one that is paid longest first. */
    async runningIn(walletId: string, whose: Whose): Promise<PurchaseRow[]> {
      return tx
        .select()
        .from(purchases)
        .where(and(running, ofAgent(whose), inWallet(walletId)))
        .orderBy(desc(purchases.periodEnd), asc(purchases.createdAt))
        .limit(100);
    },
    /**
     * All running subscriptions of a wallet, and those that the visitor pays for another one, of real money
     * and of tests, also to an agent that is gone and what was bought twice and did not end yet.
     */
    async allRunningOf({ walletId, visitorId }: Holder, agentId: string): Promise<PurchaseRow[]> {
      const here = sql`(${purchases.agentId} = ${agentId} OR ${purchases.agentId} IS NULL)`;
      const theirs = or(inWallet(walletId), eq(purchases.visitorId, visitorId));
      return tx
        .select()
        .from(purchases)
        .where(and(charging, here, theirs))
        .orderBy(desc(purchases.periodEnd))
        .limit(100);
    },
    /** Purchases of an agent whose pages can still be paid; those in forms have their own. */
    async openOfAgent(agentId: string): Promise<PurchaseRow[]> {
      return tx
        .select()
        .from(purchases)
        .where(
          and(
            eq(purchases.agentId, agentId),
            eq(purchases.status, 'open'),
            ne(purchases.kind, 'form'),
            isNotNull(purchases.checkoutRef),
          ),
        )
        .orderBy(asc(purchases.createdAt), asc(purchases.id))
        .limit(1_000);
    },
    /** Pages on which the same person could still pay for a subscription to the same agent. */
    async openBeside(
      row: Whose & Pick<PurchaseRow, 'id' | 'walletId' | 'email' | 'mailbox'>,
      isPaid: boolean,
    ): Promise<PurchaseRow[]> {
      // Who only typed an address must not close the page of somebody who has it.
      const byEmail = isPaid ? withMailbox(row) : sql`false`;
      const same = row.walletId === null ? byEmail : sql`(${byEmail} OR ${inWallet(row.walletId)})`;
      return tx
        .select()
        .from(purchases)
        .where(
          and(
            eq(purchases.kind, 'subscription'),
            eq(purchases.status, 'open'),
            ofAgent(row),
            ne(purchases.id, row.id),
            same,
            sql`${purchases.checkoutRef} IS NOT NULL`,
          ),
        )
        .limit(50);
    },
  };
}

import type { PaymentFacts } from '#providers/payments/payments.port.ts';
import { oneIntervalBefore } from '#providers/payments/payments.timing.ts';
import type { PurchaseState } from '../payments.contract.ts';
import type { payments, purchases } from './payments.table.ts';

export type PurchaseRow = typeof purchases.$inferSelect;
export type PaymentRow = typeof payments.$inferSelect;

/** What a purchase opens at this moment; the ledger converges to it. */
export type Opened = { messages: number | null; until: Date | null; isFrozen: boolean; isRevoked: boolean; takenBack: number };

type Changed = Pick<PurchaseRow, 'status' | 'paidAmount' | 'refundedAmount' | 'dispute' | 'subscriptionStatus' | 'periodEnd' | 'isEnding' | 'canceledAt' | 'pastDueSince' | 'checkoutRef' | 'paymentRef' | 'customerRef' | 'subscriptionRef' | 'receiptUrl' | 'paidAt' | 'problem'>;

/** What is known of a purchase after the vendor was asked. `opened` is null while nothing was ever opened. `reason` is the ledger's word for the change. */
export type Settled = { changed: Changed; payments: PaymentFacts['payments']; opened: Opened | null; reason: 'bought' | 'renewed' | 'refunded' | 'disputed' | 'ended' };

const dayMs = 86_400_000;
/** A renewal is charged within this time after the period's end; until then the access goes on. */
const renewalMs = 3_600_000;

/** Why the facts can't be about this purchase as it was asked for; null when they fit. */
export function mismatchOf(row: Pick<PurchaseRow, 'id' | 'isTest' | 'currency' | 'total' | 'checkoutRef'>, facts: PaymentFacts): 'foreign' | 'amount' | null {
  if (facts.purchaseId !== row.id || facts.isTest !== row.isTest || (row.checkoutRef !== null && facts.references.checkout !== row.checkoutRef)) return 'foreign';
  if (facts.paid > 0 && facts.currency.toUpperCase() !== row.currency) return 'amount';
  const [first] = facts.payments;
  if (facts.payment === 'paid' && facts.paid > 0 && (first?.amount ?? facts.paid) < row.total) return 'amount';
  return null;
}

/** Whether the vendor says that something was bought: money came, or a trial that needs none began. */
function isBought(row: PurchaseRow, { checkout, payment, subscription, paid }: PaymentFacts): boolean {
  if (row.kind !== 'subscription') return payment === 'paid';
  if (!subscription || subscription.status === 'incomplete') return false;
  return payment === 'paid' || paid > 0 || (checkout === 'complete' && row.terms.trialDays > 0);
}

function statusOf(row: PurchaseRow, facts: PaymentFacts, bought: boolean): PurchaseRow['status'] {
  if (bought) return 'paid';
  if (facts.payment === 'processing') return 'processing';
  if (facts.checkout === 'complete') return facts.payment === 'failed' ? 'failed' : 'processing';
  // A declined card leaves the page open for another one.
  return facts.checkout;
}

/** When the access of a subscription ends, a failed renewal's grace included. */
function subscriptionEnd(row: PurchaseRow, subscription: NonNullable<PaymentFacts['subscription']>, pastDueSince: Date | null): Date {
  if (subscription.status === 'past_due' && pastDueSince) return new Date(pastDueSince.getTime() + row.terms.graceDays * dayMs);
  const goesOn = (subscription.status === 'active' || subscription.status === 'trialing') && !subscription.isEnding;
  return new Date(subscription.periodEnd.getTime() + (goesOn ? renewalMs : 0));
}

/** Since when nothing is paid. A vendor may name the unpaid period's end or that of the last paid one. */
function unpaidSince(row: PurchaseRow, subscription: PaymentFacts['subscription'], now: Date): Date | null {
  if (subscription?.status !== 'past_due') return null;
  if (row.pastDueSince) return row.pastDueSince;
  return subscription.periodEnd <= now ? subscription.periodEnd : oneIntervalBefore(subscription.periodEnd, row.terms.interval ?? 'month');
}

/**
 * What a purchase is and opens, out of what the vendor says at this moment and what was promised. It depends on nothing that
 * happened on the way, so that lost, doubled and late news lead to the same end.
 */
export function settle(row: PurchaseRow, facts: PaymentFacts, now: Date): Settled {
  const bought = isBought(row, facts);
  const mismatch = mismatchOf(row, facts);
  const subscription = row.kind === 'subscription' ? facts.subscription : null;
  const pastDueSince = unpaidSince(row, subscription, now);
  // A trial is nothing that was paid.
  const paidAt = facts.paidAt ?? row.paidAt ?? (bought && row.kind !== 'subscription' ? now : null);
  const changed: Changed = {
    status: mismatch ? (row.status === 'paid' ? 'paid' : 'processing') : statusOf(row, facts, bought),
    paidAmount: facts.paid,
    refundedAmount: facts.refunded,
    dispute: facts.dispute,
    subscriptionStatus: subscription?.status ?? null,
    periodEnd: subscription?.periodEnd ?? null,
    isEnding: subscription?.isEnding ?? false,
    canceledAt: subscription?.canceledAt ?? null,
    pastDueSince,
    checkoutRef: row.checkoutRef ?? facts.references.checkout,
    paymentRef: facts.references.payment,
    customerRef: facts.references.customer,
    subscriptionRef: facts.references.subscription,
    receiptUrl: facts.receiptUrl,
    paidAt,
    problem: mismatch ? 'mismatch' : '',
  };
  const isNew = row.status !== 'paid';
  // What was opened once is closed, not forgotten, when the vendor takes it back.
  if (mismatch || (!bought && isNew)) return { changed, payments: facts.payments, opened: null, reason: 'bought' };

  const last = facts.payments.at(-1);
  const isGivenBack = (facts.paid > 0 && facts.refunded >= facts.paid) || (subscription !== null && last !== undefined && last.amount > 0 && last.refunded >= last.amount);
  const isRevoked = !bought || isGivenBack || facts.dispute === 'lost';
  const takenBack = row.kind === 'pack' && facts.paid > 0 ? Math.min(row.terms.messages ?? 0, Number((BigInt(row.terms.messages ?? 0) * BigInt(facts.refunded)) / BigInt(facts.paid))) : 0;
  const until = subscription ? subscriptionEnd(row, subscription, pastDueSince) : row.terms.days > 0 && paidAt ? new Date(paidAt.getTime() + row.terms.days * dayMs) : null;
  const opened: Opened = { messages: row.kind === 'pack' ? row.terms.messages : null, until, isFrozen: facts.dispute === 'open', isRevoked, takenBack: isRevoked ? 0 : takenBack };
  const reason = facts.dispute === 'open' || facts.dispute === 'lost' ? 'disputed' : facts.refunded > 0 ? 'refunded' : subscription?.status === 'canceled' || !bought ? 'ended' : isNew ? 'bought' : 'renewed';
  return { changed, payments: facts.payments, opened, reason };
}

/** The state that people see. */
export function purchaseState(row: Pick<PurchaseRow, 'status' | 'dispute' | 'paidAmount' | 'refundedAmount' | 'subscriptionStatus' | 'isEnding'>): PurchaseState {
  if (row.status !== 'paid') return row.status;
  if (row.dispute === 'open') return 'disputed';
  if (row.dispute === 'lost') return 'lost';
  if (row.paidAmount > 0 && row.refundedAmount >= row.paidAmount) return 'refunded';
  if (row.subscriptionStatus === 'canceled' || row.subscriptionStatus === 'past_due') return row.subscriptionStatus;
  if (row.refundedAmount > 0) return 'partly_refunded';
  if (row.isEnding) return 'ending';
  return row.subscriptionStatus === 'trialing' ? 'trialing' : 'paid';
}

/** What the visitor's open access is prolonged to while the vendor can't be asked about a renewal: nobody loses it for that. */
export function untilWithoutNews(row: Pick<PurchaseRow, 'kind' | 'status' | 'subscriptionStatus' | 'isEnding' | 'periodEnd' | 'terms'>, now: Date): Date | null {
  const isLive = row.kind === 'subscription' && row.status === 'paid' && row.subscriptionStatus !== null && ['active', 'trialing'].includes(row.subscriptionStatus) && !row.isEnding;
  return isLive && row.periodEnd && row.periodEnd <= now ? new Date(row.periodEnd.getTime() + Math.max(1, row.terms.graceDays) * dayMs) : null;
}

/** Payments newest first, with so much of each given back until `amount` is reached; null when there is not so much left. */
export function spreadRefund(lines: readonly { reference: string; amount: number; refunded: number; paidAt: Date }[], amount: number): { reference: string; amount: number }[] | null {
  let left = amount;
  const parts: { reference: string; amount: number }[] = [];
  for (const line of lines.toSorted((a, b) => b.paidAt.getTime() - a.paidAt.getTime())) {
    const part = Math.min(left, line.amount - line.refunded);
    if (part > 0) parts.push({ reference: line.reference, amount: part });
    left -= Math.max(0, part);
  }
  return left === 0 && parts.length > 0 ? parts : null;
}

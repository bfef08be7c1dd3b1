import type { PaymentDispute, PaymentFacts, PaymentLine } from '#providers/payments/payments.port.ts';
import { oneIntervalBefore } from '#providers/payments/payments.timing.ts';
import type { PurchaseOutcome } from '../../payments-visitor.contract.ts';
import type { PurchaseState } from '../../payments.contract.ts';
import type { payments, purchases } from '../payments.table.ts';

export type PurchaseRow = typeof purchases.$inferSelect;
export type PaymentRow = typeof payments.$inferSelect;

/** What a purchase opens at this moment; the ledger converges to it. */
export type Opened = {
  messages: number | null;
  until: Date | null;
  isFrozen: boolean;
  isRevoked: boolean;
  takenBack: number;
};

type Changed = Pick<
  PurchaseRow,
  | 'status'
  | 'paidAmount'
  | 'refundedAmount'
  | 'dispute'
  | 'subscriptionStatus'
  | 'periodEnd'
  | 'paidUntil'
  | 'isEnding'
  | 'isPaused'
  | 'canceledAt'
  | 'pastDueSince'
  | 'checkoutRef'
  | 'paymentRef'
  | 'customerRef'
  | 'subscriptionRef'
  | 'receiptUrl'
  | 'paidAt'
  | 'problem'
>;

/** A payment as it is kept: whether it is disputed stands with it. */
export type AppliedPayment = PaymentLine & Pick<PaymentRow, 'dispute'>;

/**
 * What is known of a purchase after the vendor was asked. `opened` is null while nothing was ever opened.
 * `reason` is the ledger's word for what changed, and `at` is when that was.
 */
export type AppliedFacts = {
  changed: Changed;
  payments: readonly AppliedPayment[];
  opened: Opened | null;
  reason: 'bought' | 'trial' | 'renewed' | 'refunded' | 'disputed' | 'ended' | 'grace' | 'paused' | 'changed';
  at: Date;
};

const dayMs = 86_400_000;
/** A renewal is charged within this time after the period's end; until then the access goes on. */
const renewalMs = 3_600_000;

/** Why the facts can't be about this purchase as it was asked for; null when they fit. */
export function mismatchOf(
  row: Pick<PurchaseRow, 'id' | 'isTest' | 'currency' | 'total' | 'checkoutRef'>,
  facts: PaymentFacts,
): 'foreign' | 'amount' | null {
  if (
    facts.purchaseId !== row.id ||
    facts.isTest !== row.isTest ||
    (row.checkoutRef !== null && facts.references.checkout !== row.checkoutRef)
  )
    return 'foreign';
  if (facts.paid > 0 && facts.currency.toUpperCase() !== row.currency) return 'amount';
  const [first] = facts.payments;
  if (facts.payment === 'paid' && facts.paid > 0 && (first?.amount ?? facts.paid) < row.total)
    return 'amount';
  return null;
}

/** What a purchase did for its buyer; null while it did not go through. */
export function outcomeOf(
  row: Pick<PurchaseRow, 'status' | 'isSurplus' | 'paidAmount' | 'subscriptionStatus'>,
): PurchaseOutcome | null {
  if (row.status !== 'paid') return null;
  if (row.isSurplus) return row.paidAmount > 0 ? 'twice' : 'tried';
  return row.subscriptionStatus === 'trialing' ? 'trial' : 'opened';
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
function subscriptionEnd(row: PurchaseRow, facts: PaymentFacts, pastDueSince: Date | null): Date | null {
  const { subscription } = facts;
  if (!subscription) return null;
  const { status, periodEnd, isEnding, isPaused } = subscription;
  if (status === 'past_due' && pastDueSince)
    return new Date(pastDueSince.getTime() + row.terms.graceDays * dayMs);
  if (status === 'canceled') return endOfTheRest(row, facts, subscription);
  const goesOn = (status === 'active' || status === 'trialing') && !isEnding && !isPaused;
  return new Date(periodEnd.getTime() + (goesOn ? renewalMs : 0));
}

/**
 * Where a subscription was ended before its time, money that was given back takes the same part of the time
 * back.
 */
function endOfTheRest(
  row: PurchaseRow,
  facts: PaymentFacts,
  ended: NonNullable<PaymentFacts['subscription']>,
): Date {
  const { periodEnd, canceledAt } = ended;
  const last = facts.payments.at(-1);
  if (canceledAt === null || canceledAt >= periodEnd) return periodEnd;
  // Of a trial nothing is left: nothing was paid for it.
  if (!last) return row.closing === 'refund' ? canceledAt : periodEnd;
  const length = periodEnd.getTime() - oneIntervalBefore(periodEnd, row.terms.interval ?? 'month').getTime();
  const taken = last.amount > 0 ? (length * Math.min(last.amount, last.refunded)) / last.amount : 0;
  return new Date(Math.max(canceledAt.getTime(), periodEnd.getTime() - taken));
}

/** Since when nothing is paid. A vendor may name the unpaid period's end or that of the last paid one. */
function unpaidSince(row: PurchaseRow, subscription: PaymentFacts['subscription'], now: Date): Date | null {
  if (subscription?.status !== 'past_due') return null;
  if (row.pastDueSince) return row.pastDueSince;
  return subscription.periodEnd <= now
    ? subscription.periodEnd
    : oneIntervalBefore(subscription.periodEnd, row.terms.interval ?? 'month');
}

/**
 * What a purchase is and opens, out of what the vendor says at this moment and what was promised. It depends
 * on nothing that happened on the way, so that lost, doubled and late news lead to the same end.
 */
export function applyFacts(row: PurchaseRow, facts: PaymentFacts, now: Date): AppliedFacts {
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
    dispute: disputeStateOf(row, facts),
    subscriptionStatus: subscription?.status ?? null,
    periodEnd: subscription?.periodEnd ?? null,
    paidUntil: subscription?.paidUntil ?? subscription?.periodEnd ?? null,
    isEnding: subscription?.isEnding ?? false,
    isPaused: subscription?.isPaused ?? false,
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
  const payments = facts.payments.map((line) => ({ ...line, dispute: disputeOf(line, facts) }));
  if (mismatch || (!bought && isNew)) return { changed, payments, opened: null, reason: 'bought', at: now };

  const taken = takenOf(row, facts);
  const isRevoked = !bought || taken.isAll;
  const packed = row.kind === 'pack' ? (row.terms.messages ?? 0) : 0;
  const takenBack =
    isRevoked || facts.paid <= 0
      ? 0
      : Math.min(packed, Number((BigInt(packed) * BigInt(taken.amount)) / BigInt(facts.paid)));
  const endOfPass = row.terms.days > 0 && paidAt ? new Date(paidAt.getTime() + row.terms.days * dayMs) : null;
  const until = subscription ? subscriptionEnd(row, facts, pastDueSince) : endOfPass;
  const opened: Opened = {
    messages: row.kind === 'pack' ? row.terms.messages : null,
    until,
    isFrozen: taken.isHeld,
    isRevoked,
    takenBack,
  };
  return { changed, payments, opened, ...changeOf(row, changed, facts, { isRevoked, isNew }, now) };
}

/**
 * The payments that what a purchase opens hangs on: the newest one of a subscription, all of anything else.
 */
function bearing(
  row: Pick<PurchaseRow, 'kind'>,
  { payments, disputes }: PaymentFacts,
): { lines: readonly PaymentLine[]; disputes: readonly PaymentDispute[] } {
  const lines =
    row.kind === 'subscription' ? payments.filter(({ amount }) => amount > 0).slice(-1) : payments;
  return {
    lines,
    disputes: disputes.filter(({ payment }) => lines.some(({ reference }) => reference === payment)),
  };
}

/**
 * How much of what the access hangs on was taken back, and whether a bank holds it for now. Amount in the
 * smallest unit.
 */
function takenOf(row: PurchaseRow, facts: PaymentFacts): { amount: number; isAll: boolean; isHeld: boolean } {
  const { lines, disputes } = bearing(row, facts);
  const lost = disputes.filter(({ outcome }) => outcome === 'lost');
  const isOne = row.kind === 'subscription';
  const paid = isOne ? (lines[0]?.amount ?? 0) : facts.paid;
  const refunded = isOne ? (lines[0]?.refunded ?? 0) : facts.refunded;
  const amount = refunded + lost.reduce((sum, dispute) => sum + dispute.amount, 0);
  return {
    amount,
    isAll: paid > 0 && amount >= paid,
    isHeld: disputes.some(({ outcome }) => outcome === 'open'),
  };
}

/** The gravest dispute of one payment. */
function disputeOf({ reference }: PaymentLine, { disputes }: PaymentFacts): PaymentRow['dispute'] {
  const own = disputes.filter(({ payment }) => payment === reference);
  return (
    (['open', 'lost', 'won'] as const).find((state) => own.some(({ outcome }) => outcome === state)) ?? 'none'
  );
}

/**
 * Of the disputes the one that a purchase stands under: any that is open, and one that was lost where access
 * hangs on its payment.
 */
function disputeStateOf(row: Pick<PurchaseRow, 'kind'>, facts: PaymentFacts): PurchaseRow['dispute'] {
  if (facts.disputes.some(({ outcome }) => outcome === 'open')) return 'open';
  const { disputes } = bearing(row, facts);
  return (
    (['lost', 'won'] as const).find((state) => disputes.some(({ outcome }) => outcome === state)) ?? 'none'
  );
}

/** What happened, in the ledger's word, and when: the moment at the vendor, not the one at which we asked. */
function changeOf(
  row: PurchaseRow,
  changed: Changed,
  facts: PaymentFacts,
  { isRevoked, isNew }: { isRevoked: boolean; isNew: boolean },
  now: Date,
): Pick<AppliedFacts, 'reason' | 'at'> {
  const newest = (dates: readonly (Date | null)[]): Date =>
    new Date(Math.max(0, ...dates.map((date) => date?.getTime() ?? 0)) || now.getTime());
  const refundedAt = newest(facts.payments.flatMap(({ refunds }) => (refunds ?? []).map(({ at }) => at)));
  const disputedAt = newest(facts.disputes.flatMap(({ openedAt, closedAt }) => [openedAt, closedAt]));
  const paidAt = newest(facts.payments.map((line) => line.paidAt));
  const { disputes } = bearing(row, facts);
  if (isRevoked) {
    if (disputes.some(({ outcome }) => outcome === 'lost')) return { reason: 'disputed', at: disputedAt };
    return facts.refunded > 0 ? { reason: 'refunded', at: refundedAt } : { reason: 'ended', at: now };
  }
  const isTrial = facts.subscription?.status === 'trialing';
  if (isNew) return { reason: isTrial ? 'trial' : 'bought', at: facts.paidAt ?? now };
  const isOn = facts.subscription?.status === 'active';
  if (!row.isPaused && changed.isPaused) return { reason: 'paused', at: now };
  // What rested moves the date of its next payment, and nothing was paid for that.
  if (row.isPaused && !changed.isPaused && facts.paid === row.paidAmount)
    return { reason: 'changed', at: now };
  const isRenewed =
    facts.paid > row.paidAmount ||
    (isOn &&
      row.periodEnd !== null &&
      changed.periodEnd !== null &&
      changed.periodEnd > row.periodEnd &&
      !row.isEnding);
  // What ends a trial is the first payment for what was tried.
  if (row.kind === 'subscription' && isOn && isRenewed)
    return {
      reason: row.paidAmount > 0 ? 'renewed' : 'bought',
      at: facts.paid > row.paidAmount ? paidAt : now,
    };
  if (facts.disputes.length > 0 && changed.dispute !== row.dispute)
    return { reason: 'disputed', at: disputedAt };
  if (changed.refundedAmount > row.refundedAmount) return { reason: 'refunded', at: refundedAt };
  if (facts.subscription?.status === 'canceled')
    return { reason: 'ended', at: facts.subscription.canceledAt ?? now };
  return facts.subscription?.status === 'past_due'
    ? { reason: 'grace', at: now }
    : { reason: 'changed', at: now };
}

/** The state that people see. */
export function purchaseState(
  row: Pick<
    PurchaseRow,
    'status' | 'dispute' | 'paidAmount' | 'refundedAmount' | 'subscriptionStatus' | 'isEnding'
  >,
): PurchaseState {
  if (row.status !== 'paid') return row.status;
  if (row.dispute === 'open') return 'disputed';
  if (row.dispute === 'lost') return 'lost';
  if (row.paidAmount > 0 && row.refundedAmount >= row.paidAmount) return 'refunded';
  if (row.subscriptionStatus === 'canceled' || row.subscriptionStatus === 'past_due')
    return row.subscriptionStatus;
  if (row.refundedAmount > 0) return 'partly_refunded';
  if (row.isEnding) return 'ending';
  return row.subscriptionStatus === 'trialing' ? 'trialing' : 'paid';
}

/**
 * What the visitor's open access is prolonged to while the vendor can't be asked about a renewal: nobody
 * loses it for that.
 */
export function provisionalAccessEnd(
  row: Pick<
    PurchaseRow,
    'kind' | 'status' | 'subscriptionStatus' | 'isEnding' | 'isPaused' | 'periodEnd' | 'terms'
  >,
  now: Date,
): Date | null {
  const isLive =
    row.kind === 'subscription' &&
    !row.isPaused &&
    row.status === 'paid' &&
    row.subscriptionStatus !== null &&
    ['active', 'trialing'].includes(row.subscriptionStatus) &&
    !row.isEnding;
  return isLive && row.periodEnd && row.periodEnd <= now
    ? new Date(row.periodEnd.getTime() + Math.max(1, row.terms.graceDays) * dayMs)
    : null;
}

/**
 * Payments newest first, with so much of each given back until `amount` is reached; null when there is not so
 * much left.
 */
export function allocateRefund(
  lines: readonly { reference: string; amount: number; refunded: number; paidAt: Date }[],
  amount: number,
): { reference: string; amount: number }[] | null {
  let left = amount;
  const parts: { reference: string; amount: number }[] = [];
  for (const line of lines.toSorted((a, b) => b.paidAt.getTime() - a.paidAt.getTime())) {
    const part = Math.min(left, line.amount - line.refunded);
    if (part > 0) parts.push({ reference: line.reference, amount: part });
    left -= Math.max(0, part);
  }
  return left === 0 && parts.length > 0 ? parts : null;
}

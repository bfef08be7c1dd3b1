import type { PaymentFacts } from '#providers/payments/payments.port.ts';
import { oneIntervalBefore } from '#providers/payments/payments.timing.ts';
import { planNames, type Plan } from '../billing.contract.ts';
import type { SubscriptionRow } from './billing.repository.ts';

type Changed = Pick<
  SubscriptionRow,
  | 'plan'
  | 'interval'
  | 'amount'
  | 'status'
  | 'paidAmount'
  | 'refundedAmount'
  | 'subscriptionStatus'
  | 'periodEnd'
  | 'isEnding'
  | 'canceledAt'
  | 'pastDueSince'
  | 'waiting'
  | 'isRevoked'
  | 'card'
  | 'checkoutRef'
  | 'paymentRef'
  | 'customerRef'
  | 'subscriptionRef'
  | 'paidAt'
  | 'problem'
>;

/** What an account paid, as it stands in its row. */
export type AccountPaid = {
  subscriptionStatus: 'trialing' | 'incomplete' | 'active' | 'canceled';
  hasPaid: boolean;
  plan: Plan | null;
  incompleteSince: Date | null;
  activeUntil: Date | null;
};

const dayMs = 86_400_000;
/**
 * How long after a period's end an account goes on while nothing is heard of its renewal: nobody loses
 * anything because a vendor is silent.
 */
export const renewalGraceDays = 7;

/** Why the facts can't be about this subscription as it was asked for; null when they fit. */
export function mismatchOf(
  row: Pick<SubscriptionRow, 'id' | 'isTest' | 'currency' | 'orderedAmount' | 'checkoutRef'>,
  facts: PaymentFacts,
): 'foreign' | 'amount' | null {
  if (
    facts.purchaseId !== row.id ||
    facts.isTest !== row.isTest ||
    (row.checkoutRef !== null && facts.references.checkout !== row.checkoutRef)
  )
    return 'foreign';
  if (facts.paid > 0 && facts.currency !== row.currency) return 'amount';
  const [first] = facts.payments;
  return first && first.amount < row.orderedAmount ? 'amount' : null;
}

const isPlan = (label: string | null): label is Plan => planNames.some((name) => name === label);

/**
 * What a subscription is, out of what the vendor says at this moment and what was promised. It depends on
 * nothing that happened on the way.
 */
export function applyFacts(row: SubscriptionRow, facts: PaymentFacts, now: Date): Changed {
  const mismatch = mismatchOf(row, facts);
  const { subscription } = facts;
  const isBought = subscription !== null && subscription.status !== 'incomplete' && facts.paid > 0;
  const last = facts.payments.at(-1);
  const isGivenBack = last !== undefined && last.refunded >= last.amount;
  const status = mismatch
    ? row.status === 'paid'
      ? 'paid'
      : 'processing'
    : isBought
      ? 'paid'
      : statusUnpaid(facts);
  return {
    plan: subscription && isPlan(subscription.price.label) ? subscription.price.label : row.plan,
    interval: subscription?.price.interval ?? row.interval,
    amount: subscription?.price.amount ?? row.amount,
    status,
    paidAmount: facts.paid,
    refundedAmount: facts.refunded,
    subscriptionStatus: subscription?.status ?? null,
    periodEnd: subscription?.periodEnd ?? null,
    isEnding: subscription?.isEnding ?? false,
    canceledAt: subscription?.canceledAt ?? null,
    pastDueSince: unpaidSince(row, subscription, now),
    waiting: waitingOf(subscription),
    isRevoked: isGivenBack || facts.dispute === 'lost',
    card: facts.card,
    checkoutRef: row.checkoutRef ?? facts.references.checkout,
    paymentRef: facts.references.payment,
    customerRef: facts.references.customer,
    subscriptionRef: facts.references.subscription,
    paidAt: facts.paidAt ?? row.paidAt,
    problem: mismatch ? 'mismatch' : '',
  };
}

/** The plan that the vendor begins when the period ends. */
function waitingOf(subscription: PaymentFacts['subscription']): SubscriptionRow['waiting'] {
  const next = subscription?.next;
  if (!next || subscription.status === 'canceled' || !isPlan(next.label)) return null;
  return { plan: next.label, interval: next.interval, amount: next.amount };
}

function statusUnpaid({ checkout, payment }: PaymentFacts): SubscriptionRow['status'] {
  if (payment === 'processing') return 'processing';
  if (checkout === 'complete') return payment === 'failed' ? 'failed' : 'processing';
  // A declined card leaves the page open for another one.
  return checkout;
}

/**
 * Since when a renewal is not paid. A vendor may name the unpaid period's end or that of the last paid one.
 */
function unpaidSince(
  row: SubscriptionRow,
  subscription: PaymentFacts['subscription'],
  now: Date,
): Date | null {
  if (subscription?.status !== 'past_due') return null;
  if (row.pastDueSince) return row.pastDueSince;
  return subscription.periodEnd <= now
    ? subscription.periodEnd
    : oneIntervalBefore(subscription.periodEnd, subscription.price.interval);
}

/** Whether a subscription runs at the vendor, so that it charges again. */
export function isLive({
  status,
  subscriptionStatus,
  problem,
}: Pick<SubscriptionRow, 'status' | 'subscriptionStatus' | 'problem'>): boolean {
  return (
    (status === 'paid' || problem === 'mismatch') &&
    subscriptionStatus !== null &&
    subscriptionStatus !== 'canceled'
  );
}

/** The subscription that counts for an account: of several that run, the one that was paid first. */
export function currentOf<R extends SubscriptionRow>(rows: readonly R[]): R | null {
  const paid = rows.filter(
    (row) => isLive(row) && row.problem !== 'mismatch' && !row.isRevoked && !row.isSurplus,
  );
  return (
    paid.toSorted(
      (one, other) =>
        (one.paidAt?.getTime() ?? 0) - (other.paidAt?.getTime() ?? 0) || (one.id < other.id ? -1 : 1),
    )[0] ?? null
  );
}

/** Subscriptions that run beside the one that counts: the account would pay twice. */
export function duplicateSubscriptionsOf<R extends SubscriptionRow>(rows: readonly R[]): R[] {
  const current = currentOf(rows);
  return current
    ? rows.filter(
        (row) => row !== current && isLive(row) && !row.isRevoked && !row.isSurplus && row.problem === '',
      )
    : [];
}

/** Where an account stands by what it bought; rows oldest first, of the vendor and mode that count. */
export function accountPaid(rows: readonly SubscriptionRow[]): AccountPaid {
  const current = currentOf(rows);
  if (current) {
    const { plan, periodEnd, isEnding, pastDueSince } = current;
    if (current.subscriptionStatus === 'past_due' || current.subscriptionStatus === 'incomplete')
      return {
        subscriptionStatus: 'incomplete',
        hasPaid: false,
        plan,
        incompleteSince: pastDueSince ?? current.paidAt,
        activeUntil: null,
      };
    return {
      subscriptionStatus: 'active',
      hasPaid: true,
      plan,
      incompleteSince: null,
      activeUntil:
        periodEnd && (isEnding ? periodEnd : new Date(periodEnd.getTime() + renewalGraceDays * dayMs)),
    };
  }
  const bought = rows.filter(
    ({ status, isSurplus, problem }) => status === 'paid' && !isSurplus && problem !== 'mismatch',
  );
  const lastBought = bought.at(-1);
  const since = lastBought?.createdAt.getTime() ?? 0;
  // A payment that takes days gives its days once: whoever tries again with one that bounces gets no more of
  // them.
  const unpaid = rows.filter(
    ({ status, createdAt, problem }) =>
      (status === 'processing' || status === 'failed') && problem === '' && createdAt.getTime() > since,
  );
  const waiting = unpaid.findLast(({ status }) => status === 'processing');
  if (waiting)
    return {
      subscriptionStatus: 'incomplete',
      hasPaid: false,
      plan: waiting.plan,
      incompleteSince: unpaid[0]?.createdAt ?? waiting.createdAt,
      activeUntil: null,
    };
  if (!lastBought)
    return {
      subscriptionStatus: 'trialing',
      hasPaid: false,
      plan: null,
      incompleteSince: null,
      activeUntil: null,
    };
  const ends = bought.map(({ canceledAt, syncedAt, paidAt, createdAt }) =>
    (canceledAt ?? syncedAt ?? paidAt ?? createdAt).getTime(),
  );
  return {
    subscriptionStatus: 'canceled',
    hasPaid: false,
    plan: null,
    incompleteSince: null,
    activeUntil: new Date(Math.max(...ends)),
  };
}

/** Whether two states of an account say the same. */
export function isSamePaid(one: AccountPaid, other: AccountPaid): boolean {
  const faceOf = ({ subscriptionStatus, hasPaid, plan, incompleteSince, activeUntil }: AccountPaid): string =>
    JSON.stringify([subscriptionStatus, hasPaid, plan, incompleteSince, activeUntil]);
  return faceOf(one) === faceOf(other);
}

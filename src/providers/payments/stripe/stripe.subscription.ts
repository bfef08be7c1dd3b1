import type { Stripe } from 'stripe';
import type { PaymentFacts } from '../payments.port.ts';

const subscriptionStatuses: Record<string, NonNullable<PaymentFacts['subscription']>['status']> = {
  trialing: 'trialing',
  active: 'active',
  past_due: 'past_due',
  // All tries to collect are over and the owner's settings keep it: no access beyond the grace.
  unpaid: 'past_due',
  paused: 'past_due',
  canceled: 'canceled',
  incomplete: 'incomplete',
  incomplete_expired: 'canceled',
};

/** A subscription of Stripe in words of ours; `wasPaid` says whether money came for it before. */
export function presentSubscription(
  subscription: Stripe.Subscription,
  invoices: readonly Stripe.Invoice[],
  wasPaid: boolean,
): NonNullable<PaymentFacts['subscription']> {
  const known = subscriptionStatuses[subscription.status] ?? 'incomplete';
  // After a payment it is no trial: the date of the next one was moved.
  const status = known === 'trialing' && wasPaid ? 'active' : known;
  const ended = subscription.ended_at ?? (status === 'canceled' ? subscription.canceled_at : null);
  return {
    status,
    periodEnd: new Date(periodEndOf(subscription, invoices) * 1_000),
    paidUntil: new Date(paidUntil(subscription, invoices) * 1_000),
    isEnding: status !== 'canceled' && (subscription.cancel_at_period_end || subscription.cancel_at !== null),
    isPaused: subscription.pause_collection !== null,
    canceledAt: ended === null ? null : new Date(ended * 1_000),
    price: presentPrice(subscription),
  };
}

/** A price that a checkout made has no label; those of a change are made by `stripePrice`. */
function presentPrice({ items }: Stripe.Subscription): NonNullable<PaymentFacts['subscription']>['price'] {
  const price = items.data[0]?.price;
  return {
    label: price?.metadata?.['label'] ?? null,
    amount: price?.unit_amount ?? 0,
    interval: price?.recurring?.interval === 'year' ? 'year' : 'month',
  };
}

/**
 * Seconds. Stripe begins the next period whether its invoice is paid or not: when a renewal failed, the end
 * is that of the last invoice that was paid. While all is well it is the period's own end, because a
 * renewal's invoice rests for an hour before it is collected.
 */
function periodEndOf(
  { status, items, start_date: start, pause_collection: paused }: Stripe.Subscription,
  invoices: readonly Stripe.Invoice[],
): number {
  // A paused one begins its periods as if they were paid, with invoices that are void.
  if (paused === null && (status === 'active' || status === 'trialing'))
    return Math.max(...items.data.map((item) => item.current_period_end), start);
  return Math.max(...paidEnds(invoices), start);
}

const paidEnds = (invoices: readonly Stripe.Invoice[]): number[] =>
  invoices
    .filter((invoice) => invoice.status === 'paid')
    .flatMap(({ lines }) => lines.data.map(({ period }) => period.end));

/**
 * Seconds. Until when money came: in the hour in which a renewal's invoice rests that is where the running
 * period began. A date that was moved is a trial at Stripe, and paid by what came before.
 */
function paidUntil(subscription: Stripe.Subscription, invoices: readonly Stripe.Invoice[]): number {
  const end = periodEndOf(subscription, invoices);
  if (subscription.status !== 'active' || subscription.pause_collection !== null) return end;
  if (invoices.length === 0 || paidEnds(invoices).some((paid) => paid >= end)) return end;
  return Math.max(...subscription.items.data.map((item) => item.current_period_start));
}

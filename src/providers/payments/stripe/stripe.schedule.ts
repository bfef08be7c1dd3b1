import type { Stripe } from 'stripe';
import { PaymentError, type PaymentFacts, type SubscriptionPrice } from '../payments.port.ts';
import { calling, finding, type StripeClient } from './stripe.client.ts';
import { idOf } from './stripe.events.ts';
import { stripePrice } from './stripe.price.ts';

type Next = NonNullable<NonNullable<PaymentFacts['subscription']>['next']>;

/** A schedule lets nobody else change its subscription: it goes, and the subscription stays as it is now. */
export async function releaseStripeSchedule(
  client: StripeClient,
  subscription: Stripe.Subscription,
): Promise<void> {
  const schedule = idOf(subscription.schedule);
  if (schedule) await calling('schedule', () => client.subscriptionSchedules.release(schedule));
}

/**
 * Lets Stripe itself renew at another price when the period ends, by a schedule of two phases; null takes
 * that back. Nothing is charged or set off before. Stripe lets the schedule go after the first new period.
 */
export async function scheduleStripePrice(
  client: StripeClient,
  subscriptionId: string,
  price: SubscriptionPrice | null,
  key: string,
): Promise<void> {
  const subscription = await calling('subscription', () => client.subscriptions.retrieve(subscriptionId));
  const [item] = subscription.items.data;
  if (!item || subscription.status === 'canceled')
    throw new PaymentError('payments.gone', 'subscription: it has ended');
  if (price === null) return releaseStripeSchedule(client, subscription);
  const next = await stripePrice(client, price);
  const known = idOf(subscription.schedule);
  if (known === null && (subscription.cancel_at_period_end || subscription.cancel_at !== null)) {
    const goesOn = subscription.cancel_at_period_end
      ? { cancel_at_period_end: false }
      : { cancel_at: '' as const };
    await calling('subscription', () =>
      client.subscriptions.update(subscriptionId, goesOn, { idempotencyKey: `${key}-resume` }),
    );
  }
  const made = { from_subscription: subscriptionId };
  const schedule =
    known ??
    (
      await calling('schedule', () =>
        client.subscriptionSchedules.create(made, { idempotencyKey: `${key}-make` }),
      )
    ).id;
  const phases = [
    {
      items: [{ price: item.price.id, quantity: 1 }],
      start_date: item.current_period_start,
      end_date: item.current_period_end,
    },
    {
      items: [{ price: next, quantity: 1 }],
      start_date: item.current_period_end,
      duration: { interval: price.interval, interval_count: 1 },
      proration_behavior: 'none' as const,
    },
  ];
  const wanted = { phases, end_behavior: 'release' as const, proration_behavior: 'none' as const };
  await calling('schedule', () =>
    client.subscriptionSchedules.update(schedule, wanted, { idempotencyKey: key }),
  );
}

/** What a schedule changes when the current period ends; null where nothing does. */
export async function nextStripePrice(
  client: StripeClient,
  subscription: Stripe.Subscription | null,
): Promise<Next | null> {
  const id = idOf(subscription?.schedule);
  const schedule =
    id === null ? null : await finding('schedule', () => client.subscriptionSchedules.retrieve(id));
  if (schedule?.status !== 'active') return null;
  const now = schedule.current_phase?.end_date ?? 0;
  const phase = schedule.phases.find(({ start_date: start }) => start >= now);
  const priceId = phase?.items[0]?.price;
  if (!priceId) return null;
  const price =
    typeof priceId === 'string' ? await finding('price', () => client.prices.retrieve(priceId)) : priceId;
  if (!price || price.deleted) return null;
  const interval = price.recurring?.interval === 'year' ? 'year' : 'month';
  return { label: price.metadata['label'] ?? null, amount: price.unit_amount ?? 0, interval };
}

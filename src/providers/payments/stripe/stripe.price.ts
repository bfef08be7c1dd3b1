import type { Stripe } from 'stripe';
import { PaymentError, type PriceChange, type SubscriptionPrice } from '../payments.port.ts';
import { calling, type StripeClient } from './stripe.client.ts';

/**
 * What another price of a running subscription would cost now. Stripe counts what is left of the paid period
 * to the second.
 */
export async function previewStripePrice(
  client: StripeClient,
  subscriptionId: string,
  price: SubscriptionPrice,
): Promise<PriceChange> {
  const { item, subscription } = await itemOf(client, subscriptionId);
  const priceId = await stripePrice(client, price);
  const invoice = await calling('preview', () =>
    client.invoices.createPreview({
      subscription: subscriptionId,
      subscription_details: {
        items: [{ id: item.id, price: priceId }],
        proration_behavior: 'always_invoice',
        ...goingOn(subscription),
      },
    }),
  );
  const periodEnd =
    item.price.recurring?.interval === price.interval
      ? item.current_period_end
      : later(invoice.created, price.interval);
  return {
    dueNow: invoice.total < 0 ? invoice.total : invoice.amount_due,
    currency: invoice.currency.toUpperCase(),
    periodEnd: new Date(periodEnd * 1_000),
  };
}

/** Changes the price at once and charges what is due; a card that is declined changes nothing. */
export async function changeStripePrice(
  client: StripeClient,
  subscriptionId: string,
  price: SubscriptionPrice,
  key: string,
): Promise<void> {
  const { item, subscription } = await itemOf(client, subscriptionId);
  const priceId = await stripePrice(client, price);
  await calling('price', () =>
    client.subscriptions.update(
      subscriptionId,
      {
        items: [{ id: item.id, price: priceId }],
        proration_behavior: 'always_invoice',
        payment_behavior: 'error_if_incomplete',
        ...goingOn(subscription),
      },
      { idempotencyKey: key },
    ),
  );
}

/** Takes a wish to end back. Stripe's portal may have set a date instead of the period's end. */
const goingOn = ({
  cancel_at: at,
  cancel_at_period_end: isAtEnd,
}: Stripe.Subscription): { cancel_at?: ''; cancel_at_period_end?: false } =>
  isAtEnd ? { cancel_at_period_end: false } : at === null ? {} : { cancel_at: '' };

async function itemOf(
  client: StripeClient,
  id: string,
): Promise<{ item: Stripe.SubscriptionItem; subscription: Stripe.Subscription }> {
  const subscription = await calling('subscription', () => client.subscriptions.retrieve(id));
  const [item] = subscription.items.data;
  if (!item || subscription.status === 'canceled')
    throw new PaymentError('payments.gone', 'subscription: it has ended');
  return { item, subscription };
}

/** The id of a price at Stripe, found by our name of it or made. */
export async function stripePrice(
  client: StripeClient,
  { label, title, currency, amount, interval }: SubscriptionPrice,
): Promise<string> {
  const name = ['chatelier', label, interval, amount, currency.toLowerCase()].join('-');
  const known = await calling('price', () =>
    client.prices.list({ lookup_keys: [name], active: true, limit: 1 }),
  );
  if (known.data[0]) return known.data[0].id;
  const made = await calling('price', () =>
    client.prices.create(
      {
        currency: currency.toLowerCase(),
        unit_amount: amount,
        recurring: { interval },
        lookup_key: name,
        metadata: { label, madeBy: 'chatelier' },
        product_data: { name: title },
      },
      { idempotencyKey: name },
    ),
  );
  return made.id;
}

function later(seconds: number, interval: 'month' | 'year'): number {
  const date = new Date(seconds * 1_000);
  const day = date.getUTCDate();
  date.setUTCMonth(date.getUTCMonth() + (interval === 'year' ? 12 : 1));
  // The 31st stays the last day of a shorter month.
  if (date.getUTCDate() !== day) date.setUTCDate(0);
  return date.getTime() / 1_000;
}

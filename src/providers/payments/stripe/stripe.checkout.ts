import type { LRUCache } from 'lru-cache';
import type { Stripe } from 'stripe';
import { currencies } from '#shared/money/money.ts';
import { forEachLanguage } from '#platform/language/language-content.ts';
import {
  PaymentError,
  type CheckoutOrder,
  type CheckoutSession,
  type PaymentConnection,
} from '../payments.port.ts';
import { calling, type StripeClient } from './stripe.client.ts';

/** How the tax is called on Stripe's own page, which shows the rate's name as it is. */
const taxNames = forEachLanguage(({ words }) => words.tax);

/** Ids of tax rates that were found or made, by connection, rate and name. */
export type KnownTaxRates = LRUCache<string, string>;

/**
 * Opens Stripe's hosted page for an order. The sum that Stripe computes must be ours to the smallest unit;
 * when it is not, the page is closed again and nobody can pay a wrong price.
 * @throws PaymentError
 */
export async function createStripeCheckout(
  client: StripeClient,
  connection: PaymentConnection,
  order: CheckoutOrder,
  key: string,
  knownRates: KnownTaxRates,
): Promise<CheckoutSession> {
  const isInclusive = order.taxBehaviour === 'inclusive' || !isRoundedAlike(order);
  const rate =
    order.taxThousandths > 0 ? await taxRate(client, connection, order, isInclusive, knownRates) : null;
  const session = await calling('checkout', () =>
    client.checkout.sessions.create(sessionParams(order, isInclusive, rate), { idempotencyKey: key }),
  ).catch((error: unknown) => {
    // A remembered rate may have been archived by the owner: the next try looks again.
    knownRates.clear();
    throw error;
  });
  // A trial costs nothing today; what it costs later is the line's price with its rate.
  const expected = order.trialDays > 0 ? 0 : order.price.total;
  if (
    session.amount_total !== expected ||
    session.currency?.toUpperCase() !== order.currency ||
    !session.url
  ) {
    await calling('expire', () => client.checkout.sessions.expire(session.id));
    throw new PaymentError(
      'payments.bad_request',
      `checkout: Stripe asks for ${session.amount_total} ${session.currency} where ${expected} ${order.currency} are due`,
    );
  }
  return { reference: session.id, url: session.url, expiresAt: new Date(session.expires_at * 1_000) };
}

/**
 * Whether tax on top comes to the same whatever way a half is rounded, in a currency without a step.
 * Otherwise the whole sum is sent with the tax inside, which leaves nothing to round: the sum stays ours.
 */
function isRoundedAlike({ price, taxThousandths, currency }: CheckoutOrder): boolean {
  return (
    currencies[currency].step === 1 &&
    (BigInt(price.base) * BigInt(taxThousandths) * 2n) % 200_000n !== 100_000n
  );
}

function sessionParams(
  order: CheckoutOrder,
  isInclusive: boolean,
  rate: string | null,
): Stripe.Checkout.SessionCreateParams {
  const metadata = {
    purchaseId: order.purchaseId,
    ...(order.agentId !== null && { agentId: order.agentId }),
  };
  const isSubscription = order.kind === 'subscription';
  return {
    mode: isSubscription ? 'subscription' : 'payment',
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: order.currency.toLowerCase(),
          unit_amount: isInclusive ? order.price.total : order.price.base,
          product_data: { name: order.title, ...(order.description && { description: order.description }) },
          ...(isSubscription && { recurring: { interval: order.interval ?? 'month' } }),
        },
        ...(rate && { tax_rates: [rate] }),
      },
    ],
    // Paid in the owner's currency, so that the sum stays the promised one.
    adaptive_pricing: { enabled: false },
    customer_email: order.email,
    client_reference_id: order.purchaseId,
    metadata,
    ...(isSubscription
      ? {
          subscription_data: { metadata, ...(order.trialDays > 0 && { trial_period_days: order.trialDays }) },
        }
      : { payment_intent_data: { metadata } }),
    locale: order.language,
    expires_at: Math.floor(order.expiresAt.getTime() / 1_000),
    success_url: order.successUrl,
    cancel_url: order.cancelUrl,
  };
}

async function taxRate(
  client: StripeClient,
  connection: PaymentConnection,
  order: CheckoutOrder,
  inclusive: boolean,
  known: KnownTaxRates,
): Promise<string> {
  const percentage = order.taxThousandths / 1_000;
  const name = taxNames[order.language];
  const cacheKey = [
    connection.accountId,
    connection.isTest,
    connection.secretKey.slice(-8),
    connection.references.account,
    percentage,
    inclusive,
    name,
  ].join(':');
  const remembered = known.get(cacheKey);
  if (remembered) return remembered;
  const id = await calling('tax rate', async () => {
    for await (const rate of client.taxRates.list({ active: true, inclusive, limit: 100 })) {
      if (
        rate.percentage === percentage &&
        rate.display_name === name &&
        rate.metadata?.['madeBy'] === 'chatelier'
      )
        return rate.id;
    }
    const made = await client.taxRates.create(
      { display_name: name, percentage, inclusive, metadata: { madeBy: 'chatelier' } },
      { idempotencyKey: `chatelier-tax-${name}-${order.taxThousandths}-${inclusive}` },
    );
    return made.id;
  });
  known.set(cacheKey, id);
  return id;
}

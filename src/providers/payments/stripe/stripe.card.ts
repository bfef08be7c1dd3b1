import type { Stripe } from 'stripe';
import { PaymentError, type PaymentCard } from '../payments.port.ts';
import { finding, type StripeClient } from './stripe.client.ts';
import { idOf } from './stripe.events.ts';

type Numbers = {
  brand: string | null;
  last4: string | null;
  exp_month: number;
  exp_year: number;
  fingerprint?: string | null;
};
/** What a charge says of the card that it was taken from. */
export type ChargedCard = {
  method: string | null;
  card: Numbers | null;
};

/**
 * The card that a subscription is paid from next. While it is the one that was charged last, that charge
 * tells it without another question; one that was changed since is asked for.
 */
export async function cardOf(
  client: StripeClient,
  subscription: Stripe.Subscription,
  last: ChargedCard | null,
): Promise<PaymentCard | null> {
  try {
    const method =
      idOf(subscription.default_payment_method) ??
      (await methodOfCustomer(client, idOf(subscription.customer)));
    if (method === null || method === last?.method) return present(last?.card ?? null);
    return present((await finding('card', () => client.paymentMethods.retrieve(method)))?.card ?? null);
  } catch (error) {
    // A key that may not look at cards sells all the same; what was charged last is known by its charge.
    if (error instanceof PaymentError && error.code === 'payments.scope_missing')
      return present(last?.card ?? null);
    throw error;
  }
}

async function methodOfCustomer(client: StripeClient, id: string | null): Promise<string | null> {
  const customer = id === null ? null : await finding('customer', () => client.customers.retrieve(id));
  return customer && !customer.deleted ? idOf(customer.invoice_settings.default_payment_method) : null;
}

const present = (card: Numbers | null): PaymentCard | null =>
  card && {
    brand: card.brand ?? '',
    lastFour: card.last4 ?? '',
    expiryMonth: card.exp_month,
    expiryYear: card.exp_year,
    fingerprint: card.fingerprint ?? null,
  };

import { breakDown, type Currency, type TaxBehaviour } from '#shared/money/money.ts';
import { startStripeStandIn, type StripeStandIn } from '#tests/support/stripe/stripe-stand-in.ts';
import {
  PaymentError,
  type CheckoutOrder,
  type PaymentConnection,
  type PaymentVendor,
} from '../../payments.port.ts';
import { createStripeVendor } from '../stripe.adapter.ts';

export const webhookUrl = 'https://chat.example.com/api/payments/webhooks/acc_1/test';

/** A stand-in for Stripe, and the account `acc_1` that is connected with it. */
export async function startConnectedStripe(fetch: typeof globalThis.fetch): Promise<{
  stripe: StripeStandIn;
  vendor: PaymentVendor;
  connection: PaymentConnection;
}> {
  const stripe = await startStripeStandIn();
  const vendor = createStripeVendor({ fetch, baseUrl: stripe.baseUrl });
  const { secretKey } = stripe;
  const { connection } = await vendor.connect({ accountId: 'acc_1', secretKey, webhookUrl, known: null });
  return { stripe, vendor, connection };
}

/** An order of 100 messages for 9.99 euros with 21 % of tax on top; what a test cares about is given. */
export function order(changes: Partial<CheckoutOrder> = {}): CheckoutOrder {
  const given = {
    currency: 'EUR' as Currency,
    taxThousandths: 21_000,
    taxBehaviour: 'exclusive' as TaxBehaviour,
    ...changes,
  };
  return {
    purchaseId: 'pur_1',
    agentId: 'agt_1',
    kind: 'once',
    interval: null,
    trialDays: 0,
    price: breakDown(999, given.currency, given.taxThousandths, given.taxBehaviour),
    title: 'Petit Four · 100 messages',
    description: '',
    email: 'vera@example.com',
    language: 'nl',
    successUrl: 'https://chat.example.com/c/1?paid=pur_1',
    cancelUrl: 'https://chat.example.com/c/1',
    expiresAt: new Date(Date.now() + 3_600_000),
    ...given,
  };
}

/** With which code a call fails; `fine` where it doesn't. */
export async function codeOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'fine',
    (error: unknown) => (error instanceof PaymentError ? error.code : String(error)),
  );
}

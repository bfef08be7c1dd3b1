import { LRUCache } from 'lru-cache';
import { PaymentError, type PaymentConnection, type PaymentVendor } from '../payments.port.ts';
import { createStripeCheckout, type KnownTaxRates } from './stripe.checkout.ts';
import {
  calling,
  clientOfConnection,
  finding,
  modeOfKey,
  openStripeClient,
  type StripeClient,
  type StripeOptions,
} from './stripe.client.ts';
import { readStripeEvent } from './stripe.events.ts';
import { stripeFacts } from './stripe.facts.ts';
import { stripePayouts } from './stripe.payouts.ts';
import { createStripePlatform, platformEndpointOf } from './stripe.platform.ts';
import { changeStripePrice, previewStripePrice } from './stripe.price.ts';
import { releaseStripeSchedule, scheduleStripePrice } from './stripe.schedule.ts';
import { setUpStripe, takeDownStripe } from './stripe.setup.ts';

/**
 * Payments through the owner's own Stripe account, reached by its key or through the platform's. Money goes
 * straight to it; nothing passes through the product.
 */
export function createStripeVendor(options: StripeOptions): PaymentVendor {
  const knownRates: KnownTaxRates = new LRUCache({ max: 5_000 });
  const clientOf = (connection: PaymentConnection) => clientOfConnection(connection, options);

  return {
    name: 'stripe',
    ...(options.platformKey && { platform: createStripePlatform(options.platformKey, options) }),

    async connect({ accountId, secretKey, webhookUrl, known }) {
      const mode = modeOfKey(secretKey);
      if (!mode)
        throw new PaymentError('payments.unauthorized', 'This is no secret or restricted key of Stripe');
      const isTest = mode === 'test';
      const kept = known?.vendor === 'stripe' && known.isTest === isTest ? known : null;
      const { references, webhookSecret, accountName, checks } = await setUpStripe(
        await openStripeClient(secretKey, options),
        { secretKey, webhookUrl, known: kept, isTest, mayMake: true },
      );
      return {
        connection: { vendor: 'stripe', accountId, isTest, secretKey, webhookSecret, references },
        accountName,
        checks,
      };
    },

    async check(connection, webhookUrl) {
      const { secretKey, isTest, isPlatform } = connection;
      const { checks } = await setUpStripe(await clientOf(connection), {
        secretKey,
        webhookUrl,
        known: connection,
        isTest,
        mayMake: false,
        ...(isPlatform && { endpoint: platformEndpointOf(connection) }),
      });
      return checks;
    },

    disconnect: async (connection) => takeDownStripe(await clientOf(connection), connection),

    createCheckout: async (connection, order, key) =>
      createStripeCheckout(await clientOf(connection), connection, order, key, knownRates),

    async expireCheckout(connection, reference) {
      const { sessions } = (await clientOf(connection)).checkout;
      try {
        await calling('expire', () => sessions.expire(reference));
      } catch (error) {
        if (!(error instanceof PaymentError && error.code === 'payments.bad_request')) throw error;
        const { status } = await calling('checkout', () => sessions.retrieve(reference));
        // Ended by itself in the meantime. One that was paid is for the caller to know.
        if (status !== 'expired') throw error;
      }
    },

    facts: async (connection, references) => stripeFacts(await clientOf(connection), connection, references),

    async refund(connection, payment, amount, key) {
      const named = payment.startsWith('pi_') ? { payment_intent: payment } : { charge: payment };
      const { refunds } = await clientOf(connection);
      await calling('refund', () => refunds.create({ ...named, amount }, { idempotencyKey: key }));
    },

    async changeSubscription(connection, subscription, change, key) {
      const client = await clientOf(connection);
      const { subscriptions } = client;
      // What waits for the period's end would begin a new one.
      if (change === 'end')
        await releaseStripeSchedule(
          client,
          await calling('subscription', () => subscriptions.retrieve(subscription)),
        );
      await calling('subscription', async () => {
        if (change === 'cancel_now') return cancelNow(subscriptions, subscription);
        if (change === 'end')
          return subscriptions.update(subscription, { cancel_at_period_end: true }, { idempotencyKey: key });
        const { cancel_at: cancelAt, cancel_at_period_end: isAtEnd } =
          await subscriptions.retrieve(subscription);
        // Stripe's portal may have set a date instead.
        return subscriptions.update(
          subscription,
          cancelAt !== null && !isAtEnd ? { cancel_at: '' } : { cancel_at_period_end: false },
          { idempotencyKey: key },
        );
      });
    },

    async pauseCollection(connection, subscription, key) {
      const { subscriptions } = await clientOf(connection);
      // Invoices of the time between are void: nobody pays them later.
      const paused = { pause_collection: { behavior: 'void' as const } };
      await calling('pause', () => subscriptions.update(subscription, paused, { idempotencyKey: key }));
    },

    async resumeCollection(connection, subscription, nextChargeAt, key) {
      const { subscriptions } = await clientOf(connection);
      // Stripe moves the date of the next payment by a trial, which costs nothing.
      const moved = nextChargeAt && {
        trial_end: Math.ceil(nextChargeAt.getTime() / 1_000),
        proration_behavior: 'none' as const,
      };
      await calling('resume', () =>
        subscriptions.update(subscription, { pause_collection: '', ...moved }, { idempotencyKey: key }),
      );
    },

    previewPrice: async (connection, subscription, price) =>
      previewStripePrice(await clientOf(connection), subscription, price),
    changePrice: async (connection, subscription, price, key) =>
      changeStripePrice(await clientOf(connection), subscription, price, key),

    changePriceLater: async (connection, subscription, price, key) =>
      scheduleStripePrice(await clientOf(connection), subscription, price, key),
    async creditOf(connection, subscription) {
      const client = await clientOf(connection);
      const { customer } = await calling('subscription', () => client.subscriptions.retrieve(subscription));
      const found = await calling('customer', () =>
        client.customers.retrieve(typeof customer === 'string' ? customer : customer.id),
      );
      // Stripe keeps what it owes a customer below zero.
      return found.deleted ? 0 : Math.max(0, -found.balance);
    },

    async portalUrl(connection, customer, returnUrl) {
      const { portalConfiguration } = connection.references;
      if (!portalConfiguration) return null;
      const { billingPortal } = await clientOf(connection);
      const session = await calling('portal', () =>
        billingPortal.sessions.create({
          customer,
          configuration: portalConfiguration,
          return_url: returnUrl,
        }),
      );
      return session.url;
    },

    payouts: async (connection) => stripePayouts(await clientOf(connection)),

    readEvent: readStripeEvent,
  };
}

/** Ends it at once. Stripe answers a repeated end with "no such subscription", keys or not. */
async function cancelNow(subscriptions: StripeClient['subscriptions'], id: string): Promise<void> {
  if (await finding('subscription', () => subscriptions.cancel(id))) return;
  const { status } = await calling('subscription', () => subscriptions.retrieve(id));
  if (status !== 'canceled' && status !== 'incomplete_expired')
    throw new PaymentError('payments.bad_request', 'subscription: Stripe did not end it');
}

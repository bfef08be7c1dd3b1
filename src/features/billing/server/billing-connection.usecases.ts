import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/database/database.ts';
import type { Logger } from '#platform/log/logger.ts';
import {
  PaymentError,
  type ConnectionCheck,
  type PaymentConnection,
  type PaymentVendor,
} from '#providers/payments/payments.port.ts';
import { ensureSystemAccount } from '#features/accounts/server/accounts.usecases.ts';
import type {
  PaymentConnections,
  PaymentVendors,
} from '#features/payments/server/connecting/connections.usecases.ts';
import { billingRepository, type BillingMode } from './billing.repository.ts';

/**
 * What plans are sold through: the account that holds the connection, and the key of the settings; without a
 * key it is test money.
 */
export type Platform = {
  accountId: string;
  stripeKey: string | null;
};

export type Reached = {
  vendor: PaymentVendor;
  connection: PaymentConnection;
};

/** The mode in which plans are sold. */
export function modeOf({ stripeKey }: Platform): BillingMode {
  return stripeKey === null
    ? { vendor: 'test-money', isTest: true }
    : { vendor: 'stripe', isTest: stripeKey.includes('_test_') };
}

/** What keeps plans from being sold, with the provider's reason as a code. */
export type PlatformLack = Pick<ConnectionCheck, 'name' | 'detail'>;

/** Whether something is missing; a machine that the provider can't reach asks by itself. */
const lacks = ({ isReady, detail }: ConnectionCheck): boolean => !isReady && detail !== 'address_refused';
const inWords = (checks: readonly ConnectionCheck[] = []): string =>
  checks.map(({ name, detail }) => `${name} ${detail}`).join();

/** What was never made is not lost: why it could not be made was told when that was tried. */
const wasMade = ({ references }: PaymentConnection, { name, detail }: ConnectionCheck): boolean =>
  detail !== 'missing' ||
  (name === 'webhook' ? references.webhookEndpoint : references.portalConfiguration) !== '';

/** The platform's own way to its payment provider. */
export function createPlatformConnection(services: {
  database: Database;
  clock: Clock;
  log: Logger;
  platform: Platform;
  vendors: PaymentVendors;
  connections: PaymentConnections;
  publicUrl(): string;
}) {
  const { database, clock, log, platform, connections } = services;
  const { accountId, stripeKey } = platform;
  const mode = modeOf(platform);
  const webhookUrl = (): string => `${services.publicUrl()}/api/billing/events`;
  let ready: Promise<void> | null = null;

  /**
   * Makes the webhook endpoint and the portal at Stripe, or finds those of before. One process does so at a
   * time, the next one finds what the first one made; another key takes the place of the old one.
   */
  async function connect(key: string): Promise<void> {
    const { stripe } = services.vendors;
    if (!stripe) throw new Error('There is no Stripe');
    await database.account(accountId, async (tx) => {
      await billingRepository(tx).lockConnection();
      const before = await connections.stored(tx, accountId, mode.isTest);
      const known = before?.connection ?? null;
      const made = await stripe.connect({ accountId, secretKey: key, webhookUrl: webhookUrl(), known });
      for (const { name, detail } of made.checks.filter(lacks))
        log.error({ right: name, detail }, 'PLATFORM_STRIPE_KEY lacks something that selling plans needs');
      // The endpoint of another account of Stripe would go on calling.
      if (known && known.references.account !== made.connection.references.account)
        await stripe
          .disconnect(known)
          .catch((error: unknown) =>
            log.warn({ err: error }, 'the webhook of the former Stripe account could not be removed'),
          );
      if (
        JSON.stringify(known) !== JSON.stringify(made.connection) ||
        inWords(before?.checks) !== inWords(made.checks)
      )
        await connections.store(tx, made.connection, {
          accountName: made.accountName,
          lastFour: key.slice(-4),
          checks: made.checks,
        });
    });
  }

  async function prepare(): Promise<void> {
    await ensureSystemAccount(database, { id: accountId, name: 'Platform', now: clock.now() });
    if (stripeKey === null) return;
    try {
      await connect(stripeKey);
    } catch (error) {
      const known = (await connections.find(accountId, mode.isTest))?.connection;
      if (!(error instanceof PaymentError) || known?.secretKey !== stripeKey) throw error;
      log.warn(
        { err: error },
        'what was made at Stripe for selling plans could not be looked at; it is used as it was',
      );
    }
  }

  return {
    mode,
    accountId,

    /** Sets the connection up, once for each process; again after a failure. */
    ready(): Promise<void> {
      ready ??= prepare().catch((error: unknown) => {
        ready = null;
        throw error;
      });
      return ready;
    },

    /** The way on which a subscription was bought. @throws PaymentError when that is no longer connected */
    async reach({ vendor: name, isTest }: BillingMode): Promise<Reached> {
      await this.ready();
      const reached = await connections.ofPurchase({ accountId, vendor: name, isTest });
      if (!reached)
        throw new PaymentError('payments.gone', 'The vendor of this subscription is no longer connected');
      return reached;
    },

    /**
     * What is missing for selling plans, asked of the provider now; null where it does not answer or refuses the
     * key. Nothing where plans are sold for test money.
     */
    async lacking(): Promise<PlatformLack[] | null> {
      if (stripeKey === null) return [];
      try {
        const { vendor, connection } = await this.sender();
        const checks = await vendor.check(connection, webhookUrl());
        const told = (await connections.find(accountId, mode.isTest))?.checks ?? [];
        return checks
          .map((check) =>
            wasMade(connection, check) ? check : (told.find(({ name }) => name === check.name) ?? check),
          )
          .filter(lacks)
          .map(({ name, detail }) => ({ name, detail }));
      } catch (error) {
        if (!(error instanceof PaymentError)) throw error;
        log.warn({ err: error }, 'Stripe does not answer, or refuses PLATFORM_STRIPE_KEY');
        return null;
      }
    },

    /** Whose events are taken. */
    async sender(): Promise<Reached> {
      return this.reach(mode);
    },
  };
}

export type PlatformConnection = ReturnType<typeof createPlatformConnection>;

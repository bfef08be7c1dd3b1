import { AppError } from '#shared/errors.ts';
import type { AccountScope } from '#platform/http/access.ts';
import {
  PaymentError,
  type ConnectionCheck,
  type PaymentConnection,
} from '#providers/payments/payments.port.ts';
import { writeAudit } from '#features/audit/server/audit.usecases.ts';
import type { PaymentSetup } from '../../payments-connections.contract.ts';
import { paymentsErrors } from '../../payments.contract.ts';
import type { KnownConnection, PaymentConnections, PaymentVendors } from './connections.usecases.ts';
import { serviceRepository } from '../subscriptions/pauses.repository.ts';
import { paymentsPlatformRepository } from './platform.repository.ts';
import type { PaymentsPlatform } from './platform.usecases.ts';

type Mode = 'test' | 'live';
export type PaymentsSetupServices = {
  connections: PaymentConnections;
  vendors: PaymentVendors;
  platform: PaymentsPlatform;
  publicUrl(): string;
};

const keyUrl = 'https://dashboard.stripe.com/apikeys';

/**
 * How the account is paid: its owner connects Stripe by a key or through the platform, looks at what is
 * ready, and disconnects it.
 */
export function createPaymentsSetup(services: PaymentsSetupServices) {
  const { connections } = services;
  const webhookUrl = (accountId: string, mode: Mode): string =>
    `${services.publicUrl()}/api/payments/webhooks/${accountId}/${mode}`;

  function vendor() {
    const { stripe } = services.vendors;
    if (!stripe) throw new AppError(paymentsErrors.unreachable);
    return stripe;
  }

  /** What Stripe is connected with in a mode. Test money, which is built in, is no answer. */
  async function connected(accountId: string, mode: Mode): Promise<KnownConnection | null> {
    const known = await connections.find(accountId, mode === 'test');
    return known?.connection.vendor === 'stripe' ? known : null;
  }

  async function setup(scope: AccountScope): Promise<PaymentSetup> {
    const [test, live, platform] = await Promise.all([
      connections.find(scope.accountId, true),
      connections.find(scope.accountId, false),
      services.platform.view(scope),
    ]);
    if (!test) throw new Error('Test money is always there');
    return {
      test: present(test),
      live: live && present(live),
      webhookUrl: webhookUrl(scope.accountId, 'live'),
      keyUrl,
      platform,
    };
  }

  function present(known: KnownConnection): PaymentSetup['test'] {
    const { isTest, vendor: name, isPlatform = false } = known.connection;
    const { accountName, lastFour, checks, checkedAt } = known;
    return {
      isTest,
      vendor: name,
      accountName,
      lastFour,
      checks,
      isReady: connections.isReady(known),
      isPlatform,
      checkedAt: checkedAt.toISOString(),
    };
  }

  /** Tries a key and keeps it when it can sell. What was connected before stays as it was when it can't. */
  async function tryAndKeep(
    scope: AccountScope,
    mode: Mode,
    secretKey: string,
    known: KnownConnection | null,
  ): Promise<void> {
    const made = await vendor().connect({
      accountId: scope.accountId,
      secretKey,
      webhookUrl: webhookUrl(scope.accountId, mode),
      known: known?.connection ?? null,
    });
    const missing = made.checks.filter(({ detail }) => detail === 'scope_missing');
    if (missing.some(({ name }) => name === 'checkout')) {
      throw new AppError(paymentsErrors.scopeMissing, {
        fields: Object.fromEntries(
          missing.map(({ name }) => [`rights.${name}`, `payment-setup:right.${name}`]),
        ),
      });
    }
    if (known && known.connection.references.account !== made.connection.references.account) {
      await refuseWhileCharging(scope, known).catch(async (error: unknown) => {
        await takeBack(made.connection);
        throw error;
      });
      await takeBack(known.connection);
    }
    await scope.run(async (tx) => {
      // Who was on the way to connect without a key decided otherwise.
      await paymentsPlatformRepository(tx).close(scope.accountId, mode === 'test');
      await connections.store(tx, made.connection, {
        accountName: made.accountName || (known?.accountName ?? ''),
        lastFour: secretKey.slice(-4),
        checks: made.checks,
      });
      // Looking again at what is connected already is nothing new.
      if (!known || known.connection.secretKey !== secretKey)
        await writeAudit(tx, scope, 'payments.connected', { name: made.accountName, details: { to: mode } });
    });
  }

  /**
   * What is charged again and again through an account would go on there, and its buyers could not end it
   * here. One that Stripe no longer lets us reach may be left all the same: nothing could be ended through
   * it.
   */
  async function refuseWhileCharging(
    scope: AccountScope,
    { connection, checks }: KnownConnection,
  ): Promise<void> {
    if (checks.some(({ name, isReady }) => name === 'key' && !isReady)) return;
    const { vendor: name, isTest } = connection;
    const count = await scope.run((tx) => serviceRepository(tx).charging(name, isTest));
    if (count > 0)
      throw new AppError(paymentsErrors.subscriptionsRunning, { variables: { count }, details: { count } });
  }

  /**
   * Takes our endpoint away at Stripe. That it can't be done must not keep anybody from leaving: its events
   * are refused from now on.
   */
  async function takeBack(connection: PaymentConnection): Promise<void> {
    try {
      await vendor().disconnect(connection);
    } catch (error) {
      if (!(error instanceof PaymentError)) throw error;
    }
  }

  return {
    setup,

    /** Connects Stripe by a restricted or secret key of the same mode. */
    async connect(scope: AccountScope, mode: Mode, secretKey: string): Promise<PaymentSetup> {
      const ofKey = /^(?:rk|sk)_(test|live)_[A-Za-z0-9]{10,}$/.exec(secretKey)?.[1];
      if (!ofKey) throw new AppError(paymentsErrors.keyRefused);
      if (ofKey !== mode) throw new AppError(paymentsErrors.keyOfOtherMode);
      const known = await connected(scope.accountId, mode);
      if (known?.connection.isPlatform) throw new AppError(paymentsErrors.alreadyConnected);
      await explained(tryAndKeep(scope, mode, secretKey, known));
      return setup(scope);
    },

    /** Leads to Stripe's pages, on which the owner connects without a key. */
    async onboard(scope: AccountScope, mode: Mode): Promise<{ url: string | null; setup: PaymentSetup }> {
      const url = await services.platform.begin(scope, mode);
      return { url, setup: await setup(scope) };
    },

    /**
     * Looks again, and makes at Stripe what is missing. A key that is no longer accepted is a line of the
     * answer.
     */
    async check(scope: AccountScope, mode: Mode): Promise<PaymentSetup> {
      const known = await connected(scope.accountId, mode);
      if (!known || known.connection.isPlatform) {
        await services.platform.check(scope, mode);
        return setup(scope);
      }
      try {
        await tryAndKeep(scope, mode, known.connection.secretKey, known);
      } catch (error) {
        const refusal = refusedChecks(error, known.checks);
        if (!refusal) throw plain(error);
        await scope.run((tx) => connections.setChecks(tx, scope.accountId, mode === 'test', refusal));
      }
      return setup(scope);
    },

    /**
     * Forgets the key, or the account that was connected without one. In test mode visitors pay with test
     * money again.
     */
    async disconnect(scope: AccountScope, mode: Mode): Promise<PaymentSetup> {
      const isTest = mode === 'test';
      const known = await connected(scope.accountId, mode);
      if (known) {
        await refuseWhileCharging(scope, known);
        await takeBack(known.connection);
      }
      await scope.run(async (tx) => {
        await paymentsPlatformRepository(tx).close(scope.accountId, isTest);
        if (!known) return;
        await connections.remove(tx, scope.accountId, isTest);
        await writeAudit(tx, scope, 'payments.disconnected', {
          name: known.accountName,
          details: { from: mode },
        });
      });
      return setup(scope);
    },
  };
}

export type PaymentsSetup = ReturnType<typeof createPaymentsSetup>;

/**
 * The list when Stripe refuses a key that worked before, or took a right from it; null for any other failure.
 */
function refusedChecks(error: unknown, before: readonly ConnectionCheck[]): ConnectionCheck[] | null {
  const lost: Partial<Record<ConnectionCheck['name'], string>> = {};
  if (error instanceof PaymentError && error.code === 'payments.unauthorized') lost.key = 'refused';
  else if (error instanceof AppError && error.code === paymentsErrors.scopeMissing.code)
    for (const field of Object.keys(error.fields ?? {}))
      lost[field.replace('rights.', '') as ConnectionCheck['name']] = 'scope_missing';
  else return null;
  return before.map((check) => ({
    ...check,
    ...(lost[check.name] !== undefined && { isReady: false, detail: lost[check.name] }),
  }));
}

function plain(error: unknown): unknown {
  if (!(error instanceof PaymentError)) return error;
  if (error.code === 'payments.unauthorized')
    return new AppError(paymentsErrors.keyRefused, { cause: error });
  return new AppError(
    error.code === 'payments.scope_missing' ? paymentsErrors.scopeMissing : paymentsErrors.unreachable,
    { cause: error },
  );
}

async function explained<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw plain(error);
  }
}

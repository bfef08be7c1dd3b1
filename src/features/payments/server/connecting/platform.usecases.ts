import { AppError } from '#shared/errors.ts';
import { newId } from '#shared/ids.ts';
import { paths } from '#shared/paths.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/database/database.ts';
import type { AccountScope } from '#platform/http/access.ts';
import { findOwners } from '#features/accounts/server/accounts.usecases.ts';
import type { PaymentPlatform, PlatformAccount } from '#providers/payments/payments-platform.port.ts';
import { PaymentError } from '#providers/payments/payments.port.ts';
import type { PaymentSetup } from '../../payments-connections.contract.ts';
import { paymentsErrors } from '../../payments.contract.ts';
import { paymentConnectionsRepository } from './connections.repository.ts';
import type { KnownConnection, PaymentConnections, PaymentVendors } from './connections.usecases.ts';
import type { PlatformEndpoints } from './platform-endpoint.usecases.ts';
import { paymentsPlatformRepository, type PlatformAccountRow } from './platform.repository.ts';

type Mode = 'test' | 'live';
/** An account, with the way behind its wall. */
type Inside = Pick<AccountScope, 'accountId' | 'run'>;
type Reached = {
  platform: PaymentPlatform;
  row: PlatformAccountRow & { reference: string };
};

/**
 * Owners connect Stripe without a key: an account of their own is opened through the platform's, and Stripe's
 * pages ask them what it needs to know.
 */
export function createPaymentsPlatform(services: {
  database: Database;
  clock: Clock;
  vendors: PaymentVendors;
  connections: PaymentConnections;
  endpoints: PlatformEndpoints;
  publicUrl(): string;
}) {
  const { database, clock, connections, endpoints } = services;
  const platformOf = (isTest: boolean): PaymentPlatform | null => {
    const platform = services.vendors.stripe?.platform;
    return platform?.isTest === isTest ? platform : null;
  };

  async function connected(accountId: string, isTest: boolean): Promise<KnownConnection | null> {
    const known = await connections.find(accountId, isTest);
    return known && !known.isBuiltIn ? known : null;
  }

  /** The owner's account at the vendor; makes one when there is none. */
  async function withAccount(
    inside: Inside,
    platform: PaymentPlatform,
    row: PlatformAccountRow,
  ): Promise<Reached> {
    if (row.reference !== null) return { platform, row: { ...row, reference: row.reference } };
    const [owner] = await findOwners(database, inside.accountId);
    try {
      const reference = await platform.createAccount({
        accountId: inside.accountId,
        email: owner?.email ?? '',
        key: row.requestKey,
      });
      await inside.run((tx) => paymentsPlatformRepository(tx).name(row, reference));
      return { platform, row: { ...row, reference } };
    } catch (error) {
      // Vendors repeat a refusal to whoever repeats its key, also after its reason is gone.
      if (error instanceof PaymentError && !error.isRetryable)
        await inside.run((tx) => paymentsPlatformRepository(tx).renew(row, newId('req')));
      throw error;
    }
  }

  /** Asks the vendor about an account and keeps the answer. */
  async function ask(inside: Inside, { platform, row }: Reached): Promise<PlatformAccount> {
    const seen = await platform.account(row.reference);
    await inside.run(async (tx) => {
      await paymentsPlatformRepository(tx).look(row, { ...seen, checkedAt: clock.now() });
      await connections.tell(tx, inside.accountId);
    });
    return seen;
  }

  /** Makes an account that takes payments the one that visitors pay. */
  async function take(
    inside: Inside,
    { platform, row }: Reached,
    known: KnownConnection | null,
  ): Promise<void> {
    const endpoint = await endpoints.ensure(platform);
    const made = await platform.connect({
      accountId: inside.accountId,
      account: row.reference,
      known: known?.connection ?? null,
      endpoint,
    });
    await inside.run(async (tx) => {
      const isFirst = await paymentsPlatformRepository(tx).close(inside.accountId, row.isTest);
      const now = await paymentConnectionsRepository(tx).find(inside.accountId, row.isTest);
      // Disconnected, or connected by a key, while the vendor was asked: that was decided later.
      if (now ? !now.isPlatform : !isFirst) return;
      await connections.store(tx, made.connection, {
        accountName: made.accountName,
        lastFour: '',
        checks: made.checks,
      });
    });
  }

  /** The account is reached no longer: a connection says so, and who is on the way begins anew. */
  async function lose(inside: Inside, row: PlatformAccountRow, known: KnownConnection | null): Promise<void> {
    await inside.run(async (tx) => {
      if (known?.connection.isPlatform)
        await connections.setChecks(
          tx,
          inside.accountId,
          row.isTest,
          known.checks.map((check) =>
            check.name === 'key' ? { ...check, isReady: false, detail: 'refused' } : check,
          ),
        );
      else await paymentsPlatformRepository(tx).renew(row, newId('req'));
    });
  }

  /** Looks how far an account is, and connects it when it takes payments and its owner wants that. */
  async function look(inside: Inside, isTest: boolean): Promise<void> {
    const platform = platformOf(isTest);
    const row = await inside.run((tx) => paymentsPlatformRepository(tx).find(inside.accountId, isTest));
    if (!platform || !row?.reference) return;
    const reached = { platform, row: { ...row, reference: row.reference } };
    const known = await connected(inside.accountId, isTest);
    if (known ? !known.connection.isPlatform : !row.isOpen) return;
    try {
      const { state } = await ask(inside, reached);
      if (known || state === 'ready') await take(inside, reached, known);
    } catch (error) {
      if (!(error instanceof PaymentError && error.code === 'payments.unauthorized')) throw error;
      await lose(inside, row, known);
    }
  }

  return {
    /** In which mode owners connect without a key here, and how far this one is. */
    async view(inside: Inside): Promise<PaymentSetup['platform']> {
      const platform = services.vendors.stripe?.platform;
      if (!platform) return null;
      const { isTest } = platform;
      const [row, known] = await Promise.all([
        inside.run((tx) => paymentsPlatformRepository(tx).find(inside.accountId, isTest)),
        connected(inside.accountId, isTest),
      ]);
      const isShown = row && (known ? known.connection.isPlatform : row.isOpen);
      return {
        mode: isTest ? 'test' : 'live',
        onboarding: isShown
          ? { state: row.state, missing: row.missing, checkedAt: row.checkedAt.toISOString() }
          : null,
      };
    },

    /**
     * The address of the vendor's pages for what is still to be answered; null when it is connected, or
     * nothing can be answered.
     */
    async begin(inside: Inside, mode: Mode): Promise<string | null> {
      const isTest = mode === 'test';
      const platform = platformOf(isTest);
      if (!platform) throw new AppError(paymentsErrors.noPlatform);
      const known = await connected(inside.accountId, isTest);
      if (known && !known.connection.isPlatform) throw new AppError(paymentsErrors.alreadyConnected);
      const now = clock.now();
      const open = () =>
        inside.run((tx) =>
          paymentsPlatformRepository(tx).open({
            accountId: inside.accountId,
            isTest,
            requestKey: newId('req'),
            reference: null,
            isOpen: true,
            checkedAt: now,
            createdAt: now,
          }),
        );
      try {
        let reached = await withAccount(inside, platform, await open());
        let seen = await ask(inside, reached).catch(async (error: unknown) => {
          if (known || !(error instanceof PaymentError && error.code === 'payments.unauthorized'))
            throw error;
          await lose(inside, reached.row, null);
          return null;
        });
        if (!seen) {
          reached = await withAccount(inside, platform, await open());
          seen = await ask(inside, reached);
        }
        if (seen.state === 'ready') await take(inside, reached, known);
        if (seen.state === 'refused' || (seen.state === 'ready' && seen.missing.length === 0)) return null;
        await endpoints.ensure(platform);
        const back = `${services.publicUrl()}${paths.integrations}&stripe=`;
        return await platform.onboardingUrl(reached.row.reference, {
          returnUrl: `${back}returned`,
          refreshUrl: `${back}again`,
        });
      } catch (error) {
        throw plain(error);
      }
    },

    /** Looks again, because the owner asks. */
    async check(inside: Inside, mode: Mode): Promise<void> {
      await look(inside, mode === 'test').catch((error: unknown) => {
        throw plain(error);
      });
    },

    /** Looks again, because the vendor told that something changed. */
    lookFor: (accountId: string, isTest: boolean): Promise<void> =>
      look({ accountId, run: (work) => database.account(accountId, work) }, isTest),
  };
}

export type PaymentsPlatform = ReturnType<typeof createPaymentsPlatform>;

/** A failure of the platform in words for the owner, who can mend nothing of it. */
function plain(error: unknown): unknown {
  if (!(error instanceof PaymentError)) return error;
  return new AppError(error.isRetryable ? paymentsErrors.unreachable : paymentsErrors.platformRefused, {
    cause: error,
  });
}

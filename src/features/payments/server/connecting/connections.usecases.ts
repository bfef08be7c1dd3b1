import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { Clock } from '#platform/clock/clock.ts';
import type { SecretBox } from '#platform/crypto/secret-box.ts';
import type { Database, Transaction } from '#platform/database/database.ts';
import type { Realtime } from '#platform/realtime/realtime.ts';
import type {
  ConnectionCheck,
  PaymentConnection,
  PaymentVendor,
  PaymentVendorName,
} from '#providers/payments/payments.port.ts';
import { paymentConnectionsRepository, type ConnectionRow } from './connections.repository.ts';

/** The vendors that this instance has, by name. */
export type PaymentVendors = Partial<Record<PaymentVendorName, PaymentVendor>>;

/** A connection with what the owner sees of it. Holds secrets: never returned, never logged. */
export type KnownConnection = {
  connection: PaymentConnection;
  accountName: string;
  lastFour: string;
  checks: ConnectionCheck[];
  checkedAt: Date;
  /** Built in: nobody connected anything. */
  isBuiltIn: boolean;
};

/** Without these nobody can pay; the others take something from the owner's comfort. */
const needed = new Set<ConnectionCheck['name']>([
  'key',
  'charges',
  'checkout',
  'customers',
  'subscriptions',
  'webhook',
]);
/**
 * Why nobody can pay. A server that the vendor's events can't reach asks by itself, so that one only hears
 * later.
 */
const isMissing = ({ name, isReady, detail }: ConnectionCheck): boolean =>
  !isReady && needed.has(name) && detail !== 'address_refused';
const secretsSchema = z.object({ secretKey: z.string(), webhookSecret: z.string() });
const noSecrets = { secretKey: '', webhookSecret: '' };
const cacheMs = 30_000;
const mostKept = 5_000;

/** Which vendor an account is paid through, for test money and for real money. */
export function createPaymentConnections(services: {
  database: Database;
  clock: Clock;
  box: SecretBox;
  realtime: Realtime;
  vendors: PaymentVendors;
}) {
  const { database, clock, box, realtime } = services;
  const cached = new LRUCache<string, Promise<KnownConnection | null>>({ max: mostKept, ttl: cacheMs });
  const forget = (accountId: string): void =>
    [true, false].forEach((isTest) => cached.delete(`${accountId} ${isTest}`));
  realtime.subscribe('payments', (data) => forget(String(data['accountId'])));
  realtime.onGap(() => cached.clear());

  const ownerOf = (accountId: string, isTest: boolean): string =>
    `payment-connection:${accountId}:${isTest ? 'test' : 'live'}`;

  function present(row: ConnectionRow): KnownConnection {
    const { vendor, accountId, isTest, isPlatform, accountName, lastFour, checks, checkedAt } = row;
    const secrets = isPlatform
      ? noSecrets
      : secretsSchema.parse(JSON.parse(box.open(row.secrets, ownerOf(accountId, isTest))));
    const isReached = !isPlatform || services.vendors[vendor]?.platform?.isTest === isTest;
    return {
      connection: {
        vendor,
        accountId,
        isTest,
        ...secrets,
        references: row.refs,
        ...(isPlatform && { isPlatform }),
      },
      accountName,
      lastFour,
      checks: isReached
        ? checks
        : checks.map((check) =>
            check.name === 'key' ? { ...check, isReady: false, detail: 'platform_gone' } : check,
          ),
      checkedAt,
      isBuiltIn: false,
    };
  }

  /** Test money needs no key of anybody; its events are signed by a secret of this instance and account. */
  function builtIn(accountId: string): KnownConnection {
    const webhookSecret = box.sign('test-money-events', accountId);
    return {
      connection: {
        vendor: 'test-money',
        accountId,
        isTest: true,
        secretKey: '',
        webhookSecret,
        references: { account: accountId, webhookEndpoint: '', portalConfiguration: '' },
      },
      accountName: '',
      lastFour: '',
      checks: [],
      checkedAt: clock.now(),
      isBuiltIn: true,
    };
  }

  async function load(accountId: string, isTest: boolean): Promise<KnownConnection | null> {
    const row = await database.account(accountId, (tx) =>
      paymentConnectionsRepository(tx).find(accountId, isTest),
    );
    return row ? present(row) : isTest ? builtIn(accountId) : null;
  }

  /**
   * The connection of one mode; null when real money is not connected. Remembered for half a minute, and
   * forgotten at once when it changes.
   */
  function find(accountId: string, isTest: boolean): Promise<KnownConnection | null> {
    const key = `${accountId} ${isTest}`;
    const known = cached.get(key);
    if (known) return known;
    const value = load(accountId, isTest);
    cached.set(key, value);
    value.catch(() => cached.delete(key));
    return value;
  }

  async function tell(tx: Transaction, accountId: string): Promise<void> {
    forget(accountId);
    await realtime.publish(tx, { topic: 'payments', data: { accountId } });
    await realtime.publish(tx, { topic: `account:${accountId}`, data: { type: 'payments.changed' } });
  }

  return {
    find,
    /** Everybody who knows something of an account's connections looks again. */
    tell,

    /**
     * The mode in which a visitor pays: a preview always with test money; a published agent with real money
     * once that is connected.
     */
    async paymentMode(accountId: string, isPreview: boolean): Promise<'test' | 'live'> {
      return isPreview || !(await find(accountId, false)) ? 'test' : 'live';
    },

    /** What the visitor's payment goes through. */
    async forVisitor(accountId: string, isPreview: boolean): Promise<KnownConnection> {
      const live = isPreview ? null : await find(accountId, false);
      return live ?? (await find(accountId, true)) ?? builtIn(accountId);
    },

    /**
     * What an earlier payment went through; null when that vendor is no longer connected, so that nothing can
     * be asked of it.
     */
    async ofPurchase(purchase: {
      accountId: string;
      isTest: boolean;
      vendor: PaymentVendorName;
    }): Promise<{ vendor: PaymentVendor; connection: PaymentConnection } | null> {
      const found = await find(purchase.accountId, purchase.isTest);
      // Test money was the way before Stripe's test mode was connected, and can still be asked.
      const connection =
        found?.connection.vendor === purchase.vendor
          ? found.connection
          : purchase.vendor === 'test-money' && purchase.isTest
            ? builtIn(purchase.accountId).connection
            : null;
      const vendor = connection && services.vendors[connection.vendor];
      return vendor ? { vendor, connection } : null;
    },

    /** Whose events are taken for one mode. */
    async senders(accountId: string, isTest: boolean): Promise<PaymentConnection[]> {
      const found = (await find(accountId, isTest))?.connection;
      if (!isTest) return found ? [found] : [];
      return found?.vendor === 'test-money'
        ? [found]
        : [...(found ? [found] : []), builtIn(accountId).connection];
    },

    /** Whether visitors can pay through it, as far as the last look said. */
    isReady: (known: KnownConnection): boolean => known.isBuiltIn || !known.checks.some(isMissing),

    /** What the owner must finish before visitors can pay through it. */
    missingIn: (known: KnownConnection): ConnectionCheck['name'][] =>
      known.isBuiltIn ? [] : known.checks.filter(isMissing).map(({ name }) => name),

    /** What is stored at this moment, whatever is remembered; null when nothing is. */
    async stored(tx: Transaction, accountId: string, isTest: boolean): Promise<KnownConnection | null> {
      const row = await paymentConnectionsRepository(tx).find(accountId, isTest);
      return row && present(row);
    },

    /** Keeps a connection, its secrets encrypted; one of before is replaced. */
    async store(
      tx: Transaction,
      connection: PaymentConnection,
      about: { accountName: string; lastFour: string; checks: ConnectionCheck[] },
    ): Promise<void> {
      const {
        accountId,
        isTest,
        vendor,
        secretKey,
        webhookSecret,
        references,
        isPlatform = false,
      } = connection;
      const now = clock.now();
      const secrets = isPlatform
        ? ''
        : box.seal(JSON.stringify({ secretKey, webhookSecret }), ownerOf(accountId, isTest));
      await paymentConnectionsRepository(tx).store({
        accountId,
        isTest,
        vendor,
        ...about,
        secrets,
        isPlatform,
        refs: references,
        checkedAt: now,
        createdAt: now,
      });
      await tell(tx, accountId);
    },
    async setChecks(
      tx: Transaction,
      accountId: string,
      isTest: boolean,
      checks: ConnectionCheck[],
    ): Promise<void> {
      await paymentConnectionsRepository(tx).setChecks(accountId, isTest, checks, clock.now());
      await tell(tx, accountId);
    },
    async remove(tx: Transaction, accountId: string, isTest: boolean): Promise<void> {
      await paymentConnectionsRepository(tx).remove(accountId, isTest);
      await tell(tx, accountId);
    },
  };
}

export type PaymentConnections = ReturnType<typeof createPaymentConnections>;

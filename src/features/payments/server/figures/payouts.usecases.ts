import { LRUCache } from 'lru-cache';
import type { Clock } from '#platform/clock/clock.ts';
import type { AccountScope } from '#platform/http/access.ts';
import { PaymentError, type Payouts } from '#providers/payments/payments.port.ts';
import type { PayoutsView } from '../../payments-figures.contract.ts';
import { within } from '../syncing/vendor-calls.usecases.ts';
import type { PaymentConnections, PaymentVendors } from '../connecting/connections.usecases.ts';

/** Whoever looks at the screen waits no longer for something that only stands beside it. */
const vendorTimeoutMs = 8_000;
const keptMs = 60_000;
const mostKept = 1_000;
const nothing: Omit<PayoutsView, 'state'> = { balance: null, latest: null, url: null };

/**
 * What of the account's real money is still at the vendor, and when it goes to the bank. Asked at most once a
 * minute.
 */
export function createPayouts({
  clock,
  connections,
  vendors,
}: {
  clock: Clock;
  connections: PaymentConnections;
  vendors: PaymentVendors;
}) {
  const kept = new LRUCache<string, Promise<Payouts>>({
    max: mostKept,
    // A value is dropped once it is older than this, so that one of a full minute is.
    ttl: keptMs - 1,
    perf: { now: () => clock.now().getTime() },
    ttlResolution: 0,
  });

  function ask(key: string, work: () => Promise<Payouts>): Promise<Payouts> {
    const known = kept.get(key);
    if (known) return known;
    const value = within(work(), vendorTimeoutMs);
    kept.set(key, value);
    // What failed is asked again by the next who looks.
    value.catch(() => kept.delete(key));
    return value;
  }

  return {
    async payouts(scope: AccountScope, isTest: boolean): Promise<PayoutsView> {
      const known = isTest ? null : await connections.find(scope.accountId, false);
      const vendor = known && vendors[known.connection.vendor];
      if (!known || !vendor?.payouts) return { state: 'none', ...nothing };
      const { connection } = known;
      const { account } = connection.references;
      const url = `https://dashboard.stripe.com/${account ? `${encodeURIComponent(account)}/` : ''}payouts`;
      try {
        const look = vendor.payouts;
        const { balance, latest } = await ask(
          [scope.accountId, account, connection.secretKey.slice(-8)].join(' '),
          () => look(connection),
        );
        if (!balance && !latest) return { state: 'not_permitted', ...nothing, url };
        return {
          state: 'known',
          balance,
          latest:
            latest && (latest === 'none' ? latest : { ...latest, arrivesAt: latest.arrivesAt.toISOString() }),
          url,
        };
      } catch (error) {
        if (!(error instanceof PaymentError)) throw error;
        return { state: 'unreachable', ...nothing, url };
      }
    },
  };
}

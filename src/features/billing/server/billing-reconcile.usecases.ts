import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/database/database.ts';
import type { Logger } from '#platform/log/logger.ts';
import { PaymentError } from '#providers/payments/payments.port.ts';
import type { PlatformConnection } from './billing-connection.usecases.ts';
import type { Syncing } from './billing-syncing.usecases.ts';
import { billingRepository } from './billing.repository.ts';

const atOnce = 50;
/** Who took a subscription and died asks again after this. */
const takenMs = 600_000;
const dayMs = 86_400_000;

/**
 * Looks after what no event tells: lost events, a silent vendor, a platform that sells through another vendor
 * than before.
 */
export function createReconcile(services: {
  database: Database;
  clock: Clock;
  log: Logger;
  connection: PlatformConnection;
  syncing: Syncing;
}) {
  const { database, clock, log, connection, syncing } = services;
  return {
    /** Asks about every subscription that is due. Several processes share the work. */
    async askDue(signal?: AbortSignal): Promise<void> {
      for (;;) {
        const now = clock.now();
        const due = await database.system((tx) =>
          billingRepository(tx).takeDue(now, new Date(now.getTime() + takenMs), atOnce),
        );
        for (const { accountId, id } of due) {
          await syncing.sync(accountId, id).catch((error: unknown) => {
            // That a vendor is silent is written down with the subscription.
            if (!(error instanceof PaymentError))
              log.error({ err: error, subscriptionId: id }, 'a plan could not be looked after');
          });
        }
        if (due.length < atOnce || signal?.aborted) return;
      }
    },

    /**
     * What was paid with test money counts for nothing once real money is asked for, and the other way round.
     */
    async refreshOthers(): Promise<void> {
      const others = await billingRepository(database.direct).paidOtherwise(connection.mode, 500);
      for (const accountId of others) await syncing.refreshAccount(accountId);
    },

    sweep: (): Promise<void> =>
      billingRepository(database.direct).removeEventsBefore(new Date(clock.now().getTime() - 90 * dayMs)),
  };
}

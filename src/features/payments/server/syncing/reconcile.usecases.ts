import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/database/database.ts';
import type { Logger } from '#platform/log/logger.ts';
import { PaymentError } from '#providers/payments/payments.port.ts';
import { paymentEventsRepository } from './events.repository.ts';
import { paymentsRestoreRepository } from '../restoring/restore.repository.ts';
import type { Syncing } from './apply.usecases.ts';
import { paymentsRepository } from '../payments.repository.ts';

const atOnce = 100;
const side = 4;
/** Who took a purchase and died asks again after this. */
const takenMs = 600_000;
const dayMs = 86_400_000;

/** Looks after what no event tells: lost events, silent vendors. */
export function createReconcile(services: {
  database: Database;
  clock: Clock;
  log: Logger;
  syncing: Syncing;
}) {
  const { database, clock, log, syncing } = services;

  /** Vendors fail now and then; that is noted with the purchase, and must not keep the others waiting. */
  async function quietly(id: string, work: () => Promise<unknown>): Promise<void> {
    await work().catch((error: unknown) => {
      if (!(error instanceof PaymentError))
        log.error({ err: error, purchaseId: id }, 'a purchase could not be looked after');
    });
  }
  async function sideBySide<T extends { id: string }>(
    rows: readonly T[],
    work: (row: T) => Promise<unknown>,
  ): Promise<void> {
    const waiting = [...rows];
    await Promise.all(
      Array.from({ length: side }, async () => {
        for (let next = waiting.shift(); next; next = waiting.shift()) {
          const row = next;
          await quietly(row.id, () => work(row));
        }
      }),
    );
  }

  return {
    /** Asks about every purchase that is due. Several processes share the work. */
    async askDue(signal?: AbortSignal): Promise<void> {
      for (;;) {
        const now = clock.now();
        const due = await database.system((tx) =>
          paymentsRepository(tx).takeDue(now, new Date(now.getTime() + takenMs), atOnce),
        );
        await sideBySide(due, ({ accountId, id }) => syncing.sync(accountId, id));
        if (due.length < atOnce || signal?.aborted) return;
      }
    },

    async sweep(): Promise<void> {
      const now = clock.now().getTime();
      await database.system(async (tx) => {
        await paymentEventsRepository(tx).removeBefore(new Date(now - 90 * dayMs));
        await paymentsRestoreRepository(tx).removeExpired(new Date(now - 7 * dayMs));
      });
    },
  };
}

import type { Transaction } from '#platform/database/database.ts';
import type { AccountScope } from '#platform/http/access.ts';
import { sumsRepository } from './sums.repository.ts';

/** Transactions of one request that run at once: a screen must not take the connections that chats need. */
const atOnce = 3;

/**
 * Runs what can be read independently of each other in transactions side by side, so that a screen takes as long as its
 * slowest figure. The others wait in their order.
 */
export function sideBySide(
  scope: Pick<AccountScope, 'run'>,
): <T>(read: (tx: Transaction) => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (read) => {
    if (running < atOnce) running += 1;
    else await new Promise<void>((resolve) => void waiting.push(resolve));
    try {
      return await scope.run(async (tx) => {
        await sumsRepository(tx).takeRoom();
        return read(tx);
      });
    } finally {
      // Whose turn it is takes over the place.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

import type { Clock } from '#platform/clock/clock.ts';
import type { SecretBox } from '#platform/crypto/secret-box.ts';
import type { Database } from '#platform/database/database.ts';
import type { Logger } from '#platform/log/logger.ts';
import { addressKey } from '#platform/rate-limit/network.ts';
import { countingRepository, type SeenPage } from './counting.repository.ts';
import type { PageCaller } from './published.usecases.ts';

export type CountingServices = {
  database: Database;
  clock: Clock;
  box: SecretBox;
  log: Pick<Logger, 'warn'>;
};

/** Views that wait to be written; beyond that they are not counted rather than keep filling the memory. */
const mostWaiting = 20_000;

/** How long views are gathered before they are written, in ms: who opens a page does not wait for a write about others. */
const gatherMs = 250;

/**
 * Counts who sees pages. Views that come within a moment, or while one write runs, are written together: a page that a
 * thousand people open is still one row that is written by one.
 */
export function createCounting({ database, clock, box, log }: CountingServices) {
  let waiting: (SeenPage & { accountId: string })[] = [];
  let writing: Promise<void> | null = null;
  let hurry: () => void = () => undefined;

  async function writeAll(): Promise<void> {
    await new Promise<void>((resolve) => {
      hurry = resolve;
      setTimeout(resolve, gatherMs);
    });
    while (waiting.length > 0) {
      const taken = waiting;
      waiting = [];
      for (const [accountId, seen] of Map.groupBy(taken, (each) => each.accountId))
        await database
          .account(accountId, (tx) => countingRepository(tx).add(accountId, seen))
          .catch((error: unknown) => log.warn({ err: error, views: seen.length }, 'views of pages are lost'));
    }
    writing = null;
  }

  return {
    /** Counts a view, soon. A browser is known for the rest of the day (UTC) by a hash, and by nothing afterwards. */
    count(page: { id: string; accountId: string }, version: number, caller: PageCaller): void {
      if (waiting.length >= mostWaiting) return;
      const day = clock.now().toISOString().slice(0, 10);
      const words = `${day}|${page.id}|${addressKey(caller.address)}|${caller.userAgent}`;
      const mark = box.signShort('landing-page-mark', words, 12)[0]?.toString('base64url') ?? '';
      waiting.push({ accountId: page.accountId, pageId: page.id, version, day, mark });
      writing ??= writeAll();
    },

    /** Writes everything that was counted so far. */
    drain: async (): Promise<void> => {
      hurry();
      await writing;
    },

    /** Forgets by what browsers of earlier days were known. */
    sweep: (): Promise<void> =>
      countingRepository(database.direct).forgetBefore(clock.now().toISOString().slice(0, 10)),
  };
}

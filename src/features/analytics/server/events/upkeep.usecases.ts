import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/database/database.ts';
import type { Logger } from '#platform/log/logger.ts';
import { daysAfter } from '../figures/period.models.ts';
import { upkeepRepository } from './upkeep.repository.ts';

/** Sums of so many days lie open: what is told late is nearly always told within them. */
const openDays = 35;
/** Days that one transaction packs: an account's counting waits for it. */
const packedAtOnce = 31;

export type UpkeepServices = {
  database: Database;
  clock: Clock;
  log: Pick<Logger, 'info'>;
  /** For how many months events are kept one by one; their sums are kept for good. */
  eventMonths: number;
};

/** What has to be done with counted events now and then. */
export function createAnalyticsUpkeep({ database, clock, log, eventMonths }: UpkeepServices) {
  /** Packs the sums of days that are over, account by account. */
  async function pack(signal?: AbortSignal): Promise<void> {
    const last = daysAfter(clock.now().toISOString().slice(0, 10), -openDays);
    const open = await database.system((tx) => upkeepRepository(tx).unpacked(last));
    for (const { accountId, day } of open)
      for (let from = day; from <= last; from = daysAfter(from, packedAtOnce)) {
        if (signal?.aborted) return;
        const to = [daysAfter(from, packedAtOnce - 1), last].toSorted()[0] ?? last;
        await database.system((tx) => upkeepRepository(tx).pack(accountId, from, to));
      }
  }

  /** Drops the months of events that are too old to be kept one by one. */
  async function drop(): Promise<void> {
    const now = clock.now();
    const oldest = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - eventMonths, 1));
    const months = await database.system((tx) => upkeepRepository(tx).dropBefore(oldest));
    if (months > 0) log.info({ months, before: oldest }, 'old events are gone, their sums stay');
  }

  return {
    pack,
    async run(signal?: AbortSignal): Promise<void> {
      await pack(signal);
      if (!signal?.aborted) await drop();
    },
  };
}

export type AnalyticsUpkeep = ReturnType<typeof createAnalyticsUpkeep>;

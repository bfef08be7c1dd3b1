import type { Clock } from '#platform/clock/clock.ts';
import type { Database, Transaction } from '#platform/database/database.ts';
import { visitorsWithWallet } from '#features/paywall/server/paywall.usecases.ts';
import { visitorRepository } from '../visitors/visitor.repository.ts';

/** Whoever opened a chat and left nothing behind is forgotten when they were not seen for so long. */
const idleMs = 30 * 86_400_000;
const atOnce = 500;

export type IdleVisitorsServices = {
  database: Database;
  clock: Clock;
  /** Visitors who bought something, or began to. */
  buyersAmong(tx: Transaction, visitorIds: readonly string[]): Promise<ReadonlySet<string>>;
};

/** Removes visitors who never wrote, bought or said who they are. */
export function createIdleVisitors({ database, clock, buyersAmong }: IdleVisitorsServices) {
  return {
    async remove(signal?: AbortSignal): Promise<number> {
      const before = new Date(clock.now().getTime() - idleMs);
      let removed = 0;
      for (let after: string | null = ''; after !== null && !signal?.aborted;) {
        const from: string = after;
        after = await database.system(async (tx) => {
          const repository = visitorRepository(tx);
          // Locked, so that nobody begins a conversation between the look and the removal.
          const ids = await repository.lockIdle(before, from, atOnce);
          const kept = [await buyersAmong(tx, ids), await visitorsWithWallet(tx, ids)];
          removed += await repository.removeSilent(ids.filter((id) => !kept.some((some) => some.has(id))));
          return ids.length < atOnce ? null : (ids.at(-1) ?? null);
        });
      }
      return removed;
    },
  };
}

export type IdleVisitors = ReturnType<typeof createIdleVisitors>;

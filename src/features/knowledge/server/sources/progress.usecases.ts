import { LRUCache } from 'lru-cache';
import type { Transaction } from '#platform/database/database.ts';
import type { KnowledgeServices } from '../knowledge.models.ts';

const quietMs = 300;
const mostRemembered = 2_000;

export type PublishProgress = (
  tx: Transaction,
  source: { id: string; accountId: string; collectionId: string },
  options?: { always?: boolean },
) => Promise<void>;

/**
 * Tells an account's screens that a source moved on, at most a few times a second. `always` for what must not
 * be missed.
 */
export function createProgressPublisher(
  services: Pick<KnowledgeServices, 'realtime' | 'clock'>,
): PublishProgress {
  const told = new LRUCache<string, number>({ max: mostRemembered });
  return async (tx, source, options = {}) => {
    const now = services.clock.now().getTime();
    if (!options.always && now - (told.get(source.id) ?? 0) < quietMs) return;
    told.set(source.id, now);
    await services.realtime.publish(tx, {
      topic: `account:${source.accountId}`,
      data: { type: 'knowledge.changed', collectionId: source.collectionId, sourceId: source.id },
    });
  };
}

import { LRUCache } from 'lru-cache';
import type { Logger } from './logger.ts';

/** Who told of an error, as the queue writes it behind the message: different for every worker. */
const teller = / \(Queue: [^)]*\)$/;
const mostKinds = 100;

/**
 * Logs errors that come again and again, as while a database is away or its disk is full: the first of a kind
 * at once, and from then on one in `everyMs` milliseconds, with the number of those that were left out
 * (`alike`).
 */
export function logRepeated(
  log: Pick<Logger, 'warn'>,
  message: string,
  everyMs: number,
  now: () => number = () => performance.now(),
): (error: unknown) => void {
  const kinds = new LRUCache<string, { quietUntil: number; alike: number }>({ max: mostKinds });
  return (error) => {
    const kind = (error instanceof Error ? error.message : String(error)).replace(teller, '');
    const known = kinds.get(kind);
    if (known && now() < known.quietUntil) {
      known.alike += 1;
      return;
    }
    kinds.set(kind, { quietUntil: now() + everyMs, alike: 0 });
    log.warn({ err: error, ...(known && known.alike > 0 && { alike: known.alike }) }, message);
  };
}

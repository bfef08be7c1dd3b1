import type { Clock } from '#platform/clock/clock.ts';
import type { ErrorDefinition } from '#shared/endpoint.ts';
import { refusal } from './rate-limit.ts';

export type FloodBrake = {
  /**
   * Whether a key has no room left in this minute: null, or the seconds until the minute ends. Counts
   * nothing.
   */
  look(key: string, limit: number): number | null;
  /** Counts one use that was let through. */
  count(key: string): void;
};

/**
 * A brake against floods on keys that everybody shares, as an agent or an account: counted in memory, by
 * this process alone, because one row in the database that every message of an account writes would make
 * them all wait for each other. Looking and counting are two steps, so that only what the narrower limits
 * let through in between is counted: somebody whose messages are all refused must not shut the agent for
 * everybody. Those in between at the same moment may exceed it a little.
 */
export function createFloodBrake(clock: Clock): FloodBrake {
  let minute = 0;
  let used = new Map<string, number>();
  function beginMinute(): number {
    const now = clock.now().getTime();
    if (Math.floor(now / 60_000) !== minute) {
      minute = Math.floor(now / 60_000);
      used = new Map();
    }
    return now;
  }
  return {
    look(key, limit) {
      const now = beginMinute();
      return (used.get(key) ?? 0) < limit
        ? null
        : Math.max(1, Math.ceil(((minute + 1) * 60_000 - now) / 1_000));
    },
    count(key) {
      beginMinute();
      used.set(key, (used.get(key) ?? 0) + 1);
    },
  };
}

/**
 * Throws `error`, with the seconds to wait, for the first key that has no room left in this minute. Counts
 * nothing.
 */
export function refuseFlood(
  brake: FloodBrake,
  error: ErrorDefinition,
  uses: readonly [key: string, limit: number][],
): void {
  for (const [key, limit] of uses) {
    const seconds = brake.look(key, limit);
    if (seconds !== null) throw refusal(error, seconds);
  }
}

import type { Clock } from '#platform/clock/clock.ts';

/**
 * A brake against floods on keys that everybody shares, as an agent or an account: counted in memory, by this process alone,
 * because one row in the database that every message of an account writes would make them all wait for each other.
 */
export function createFloodBrake(clock: Clock): { take(key: string, limit: number): number | null } {
  let minute = 0;
  let used = new Map<string, number>();
  return {
    /** Counts one use. Null when allowed, else the seconds until the minute ends. */
    take(key, limit) {
      const now = clock.now().getTime();
      if (Math.floor(now / 60_000) !== minute) {
        minute = Math.floor(now / 60_000);
        used = new Map();
      }
      const count = (used.get(key) ?? 0) + 1;
      used.set(key, count);
      return count <= limit ? null : Math.max(1, Math.ceil(((minute + 1) * 60_000 - now) / 1_000));
    },
  };
}

import { isIPv6 } from 'node:net';
import { sql } from 'drizzle-orm';
import ipaddr from 'ipaddr.js';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/database/database.ts';
import { writtenOnce } from '#platform/database/statement.ts';

/** At most `limit` uses in each window of `windowSeconds`. */
export type RateRule = { name: string; limit: number; windowSeconds: number };

export type RateLimiter = {
  /** Counts one use. Null when allowed, else the seconds until the window ends. Shared by all server processes. */
  take(rule: RateRule, key: string, uses?: number): Promise<number | null>;
  /** Counts one use of each, in one statement. Null when all allow it, else the seconds until the first that does not ends. */
  takeAll(uses: readonly { rule: RateRule; key: string }[]): Promise<number | null>;
  /** Forgets the uses of a key, for example after a correct password. */
  clear(rule: RateRule, key: string): Promise<void>;
  /** Removes windows that ended. */
  sweep(): Promise<void>;
};

const takeStatement = writtenOnce<{ keys: string[]; starts: string[]; ends: string[] }>(
  ({ keys, starts, ends }) => sql`
    INSERT INTO rate_limits (key, window_start, used, expires_at) SELECT key, start, 1, ends FROM unnest(${keys}::text[], ${starts}::timestamptz[], ${ends}::timestamptz[]) AS use (key, start, ends)
    ON CONFLICT (key, window_start) DO UPDATE SET used = rate_limits.used + 1 RETURNING key, used`,
  { plannedOnce: true, mayBeLost: true },
);

/** Fixed windows in the database: one conditional statement per use. */
export function createRateLimiter(database: Database, clock: Clock): RateLimiter {
  const windowStart = (rule: RateRule): Date => new Date(Math.floor(clock.now().getTime() / 1000 / rule.windowSeconds) * rule.windowSeconds * 1000);
  return {
    async take(rule, key, uses = 1) {
      const start = windowStart(rule);
      const end = new Date(start.getTime() + rule.windowSeconds * 1000);
      const result = await database.direct.execute<{ used: number }>(sql`
        INSERT INTO rate_limits (key, window_start, used, expires_at) VALUES (${`${rule.name}:${key}`}, ${start.toISOString()}, ${uses}, ${end.toISOString()})
        ON CONFLICT (key, window_start) DO UPDATE SET used = least(rate_limits.used + ${uses}, ${rule.limit * 2 + 1}) RETURNING used`);
      const used = result.rows[0]?.used ?? 0;
      if (used <= rule.limit) return null;
      return Math.max(1, Math.ceil((end.getTime() - clock.now().getTime()) / 1000));
    },
    async takeAll(uses) {
      const windows = uses.map(({ rule, key }) => {
        const start = windowStart(rule).getTime();
        return { rule, key: `${rule.name}:${key}`, start: new Date(start), end: new Date(start + rule.windowSeconds * 1000) };
      });
      // Who is counted need not wait for the commit: the count holds his row until it is there.
      const { rows } = await database.earlySystemStatement<{ key: string; used: number }>(takeStatement({ keys: windows.map(({ key }) => key), starts: windows.map(({ start }) => start.toISOString()), ends: windows.map(({ end }) => end.toISOString()) }, {}));
      const used = new Map(rows.map((row) => [row.key, row.used]));
      const full = windows.find(({ rule, key }) => (used.get(key) ?? 0) > rule.limit);
      return full ? Math.max(1, Math.ceil((full.end.getTime() - clock.now().getTime()) / 1000)) : null;
    },
    async clear(rule, key) {
      await database.direct.execute(sql`DELETE FROM rate_limits WHERE key = ${`${rule.name}:${key}`}`);
    },
    async sweep() {
      await database.direct.execute(sql`DELETE FROM rate_limits WHERE expires_at < ${clock.now().toISOString()}`);
    },
  };
}

/**
 * The key of a network address: an IPv4 address, or the /64 of an IPv6 address, because one person owns a whole /64.
 * Spellings of the same address give the same key.
 */
export function addressKey(address: string): string {
  if (!ipaddr.isValid(address)) return 'unknown';
  const parsed = ipaddr.process(address);
  if (!isIPv6(parsed.toString()) || parsed.kind() === 'ipv4') return parsed.toString();
  return `${(parsed as ipaddr.IPv6).parts.slice(0, 4).map((part) => part.toString(16)).join(':')}::/64`;
}

import { sql } from 'drizzle-orm';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/database/database.ts';
import { writtenOnce } from '#platform/database/statement.ts';
import type { ErrorDefinition } from '#shared/endpoint.ts';
import { AppError } from '#shared/errors.ts';

/** At most `limit` uses in each window of `windowSeconds`. */
export type RateRule = {
  name: string;
  limit: number;
  windowSeconds: number;
};

/** One use of a rule by one party: a visitor, an address, an agent. */
export type RateUse = {
  rule: RateRule;
  key: string;
};

/** How much room one party has left. */
export type RateState = {
  limit: number;
  remaining: number;
  /** Seconds until the window ends. */
  resetSeconds: number;
  isRefused: boolean;
};

export type RateLimiter = {
  /**
   * Counts one use. Null when allowed, else the seconds until the window ends. Shared by all server
   * processes.
   */
  take(rule: RateRule, key: string): Promise<number | null>;
  /**
   * Counts one use of each, in one statement, or of none: the narrowest party comes first (visitor,
   * address), the widest last (agent, account), and the first that has no room refuses. What is refused
   * counts for nobody, so that no party uses up what belongs to others. Null when all allow it, else the
   * seconds until the window of the one that refuses ends.
   */
  takeAll(uses: readonly RateUse[]): Promise<number | null>;
  /** Counts one use and tells what is left, for callers who are told that with each answer. */
  takeAndTell(rule: RateRule, key: string): Promise<RateState>;
  /**
   * Whether there is room, without counting. For what counts only when it fails. Null or seconds, as
   * `takeAll`.
   */
  look(uses: readonly RateUse[]): Promise<number | null>;
  /** Takes back one use of each, where what was counted turned out not to be what the rule is about. */
  giveBack(uses: readonly RateUse[]): Promise<void>;
  /** Forgets the uses of a key, for example after a correct password. */
  clear(rule: RateRule, key: string): Promise<void>;
  /** Removes windows that ended. */
  sweep(): Promise<void>;
};

const takeStatement = writtenOnce<{ keys: string[]; starts: string[]; ends: string[]; limits: number[] }>(
  ({ keys, starts, ends, limits }) => sql`
    SELECT take_limits(${keys}::text[], ${starts}::timestamptz[], ${ends}::timestamptz[],
      ${limits}::int[]) AS refused`,
  { plannedOnce: true, mayBeLost: true },
);

/** Every request of a program passes it: neither does it wait for the disk. */
const tellStatement = writtenOnce<{ key: string; start: string; end: string; most: number }>(
  ({ key, start, end, most }) => sql`
    INSERT INTO rate_limits AS counted (key, window_start, used, expires_at)
    VALUES (${key}::text, ${start}::timestamptz, 1, ${end}::timestamptz)
    ON CONFLICT (key, window_start) DO UPDATE SET used = least(counted.used + 1, ${most}::int)
    RETURNING used`,
  { plannedOnce: true, mayBeLost: true },
);

/** Fixed windows in the database: one statement, however many rules a use falls under. */
export function createRateLimiter(database: Database, clock: Clock): RateLimiter {
  function windowOf({ rule, key }: RateUse) {
    const length = rule.windowSeconds * 1_000;
    const start = Math.floor(clock.now().getTime() / length) * length;
    return {
      key: `${rule.name}:${key}`,
      limit: rule.limit,
      start: new Date(start).toISOString(),
      end: start + length,
    };
  }
  const secondsUntil = (end: number): number => Math.max(1, Math.ceil((end - clock.now().getTime()) / 1_000));

  async function takeAll(uses: readonly RateUse[]): Promise<number | null> {
    if (uses.length === 0) return null;
    const windows = uses.map(windowOf);
    // Whoever is counted need not wait for the commit: the count holds their row until it is there.
    const { rows } = await database.earlySystemStatement<{ refused: number }>(
      takeStatement(
        {
          keys: windows.map(({ key }) => key),
          starts: windows.map(({ start }) => start),
          ends: windows.map(({ end }) => new Date(end).toISOString()),
          limits: windows.map(({ limit }) => limit),
        },
        {},
      ),
    );
    const full = windows[(rows[0]?.refused ?? 0) - 1];
    return full ? secondsUntil(full.end) : null;
  }

  return {
    take: (rule, key) => takeAll([{ rule, key }]),
    takeAll,
    async takeAndTell(rule, key) {
      const window = windowOf({ rule, key });
      const end = new Date(window.end).toISOString();
      const { rows } = await database.earlySystemStatement<{ used: number }>(
        tellStatement({ key: window.key, start: window.start, end, most: rule.limit + 1 }, {}),
      );
      const used = rows[0]?.used ?? 1;
      return {
        limit: rule.limit,
        remaining: Math.max(0, rule.limit - used),
        resetSeconds: secondsUntil(window.end),
        isRefused: used > rule.limit,
      };
    },
    async look(uses) {
      const windows = uses.map(windowOf);
      const [keys, starts] = [
        sql.param(windows.map(({ key }) => key)),
        sql.param(windows.map(({ start }) => start)),
      ];
      const { rows } = await database.direct.execute<{ key: string; used: number }>(sql`
        SELECT c.key, c.used FROM rate_limits c
        JOIN unnest(${keys}::text[], ${starts}::timestamptz[])
          AS asked (key, start) ON c.key = asked.key AND c.window_start = asked.start`);
      const used = new Map(rows.map((row) => [row.key, row.used]));
      const full = windows.find(({ key, limit }) => (used.get(key) ?? 0) >= limit);
      return full ? secondsUntil(full.end) : null;
    },
    async giveBack(uses) {
      for (const { key, start } of uses.map(windowOf)) {
        await database.direct.execute(sql`
          UPDATE rate_limits SET used = used - 1
          WHERE key = ${key} AND window_start = ${start}::timestamptz AND used > 0`);
      }
    },
    async clear(rule, key) {
      await database.direct.execute(sql`DELETE FROM rate_limits WHERE key = ${`${rule.name}:${key}`}`);
    },
    async sweep() {
      await database.direct.execute(
        sql`DELETE FROM rate_limits WHERE expires_at < ${clock.now().toISOString()}`,
      );
    },
  };
}

/** What somebody is told who comes too often, with the seconds after which they may come again. */
export function refusal(error: ErrorDefinition, seconds: number): AppError {
  return new AppError(error, { retryAfterSeconds: seconds });
}

/**
 * Lets through what all the given rules have room for, and counts it; throws `error`, with the seconds to
 * wait, for what they have not. The uses stand in order: the narrowest party first. What is refused counts
 * for nobody.
 */
export async function admit(
  limiter: Pick<RateLimiter, 'takeAll'>,
  error: ErrorDefinition,
  uses: readonly RateUse[],
): Promise<void> {
  const seconds = await limiter.takeAll(uses);
  if (seconds !== null) throw refusal(error, seconds);
}

/**
 * Counts one use as `admit` does, and tells how much room is left, also when it refuses.
 */
export async function admitAndTell(
  limiter: Pick<RateLimiter, 'takeAndTell'>,
  error: ErrorDefinition,
  { rule, key }: RateUse,
  tell: (state: RateState) => void,
): Promise<void> {
  const state = await limiter.takeAndTell(rule, key);
  tell(state);
  if (state.isRefused) throw refusal(error, state.resetSeconds);
}

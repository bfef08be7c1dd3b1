import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { systemClock } from '#platform/clock/clock.ts';
import { createSilentLogger } from '#platform/log/logger.ts';
import { createCounting } from '#features/analytics/server/events/counting.usecases.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/app/test-database.ts';
import { createCountingThread } from './counting-thread.ts';

const log = { level: 'silent', format: 'json' } as const;

let test_: TestDatabase;
beforeAll(async () => {
  test_ = await createTestDatabase();
  await query(`INSERT INTO accounts (id, name, trial_end) VALUES ('acc_one', 'An account', now())`);
});
afterAll(() => test_.close());
beforeEach(() => query('TRUNCATE analytics_inbox, analytics_events'));

const query = async (statement: string, values: unknown[] = []): Promise<{ n: number }[]> =>
  (await test_.database.pool.query<{ n: number }>(statement, values)).rows;

async function count(table: string): Promise<number> {
  const [row] = await query(`SELECT count(*)::int AS n FROM ${table}`);
  return row?.n ?? -1;
}

const happen = (events: number) =>
  query(
    `INSERT INTO analytics_inbox (account_id, kind, id, at)
      SELECT 'acc_one', 1, 'seen_' || n, now() FROM generate_series(1, $1::int) n`,
    [events],
  );

const createCountingHere = () =>
  createCounting({
    database: test_.database,
    clock: systemClock,
    log: createSilentLogger(),
    isUnsure: () => false,
  });

test('what waits is counted in a thread, which ends when it is told to', async () => {
  await happen(400);
  const thread = createCountingThread({ databaseUrl: test_.database.url, log });
  const running = thread.run();
  await vi.waitUntil(async () => (await count('analytics_inbox')) === 0, 60_000);
  thread.stop();
  await running;
  expect(await count('analytics_events')).toBe(400);
});

test('a thread that can not count says so', async () => {
  const url = test_.database.url.replace(/\/[^/?]+(?=\?|$)/, '/not_there');
  await expect(createCountingThread({ databaseUrl: url, log }).run()).rejects.toThrow(/analytics_inbox/);
});

test('a helper is called where much waits, and stopped with the process', async () => {
  await happen(300);
  const called = Promise.withResolvers<void>();
  const stopped = Promise.withResolvers<void>();
  const counting = createCountingHere();
  counting.start({
    run() {
      called.resolve();
      return stopped.promise;
    },
    stop: stopped.resolve,
  });
  await called.promise;
  await counting.stop();
  expect(await count('analytics_inbox')).toBe(300);
});

test('where little waits, the process counts itself', async () => {
  await happen(299);
  const counting = createCountingHere();
  counting.start({ run: () => Promise.reject(new Error('Nobody asked for help')), stop: () => undefined });
  await vi.waitUntil(async () => (await count('analytics_inbox')) === 0, 60_000);
  await counting.stop();
  expect(await count('analytics_events')).toBe(299);
});

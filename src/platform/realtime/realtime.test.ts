import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createSilentLogger } from '#platform/log/logger.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/app/test-database.ts';
import { openRealtime, type Realtime } from './realtime.ts';

const processLock = 123_456_789_012;
let world: TestDatabase;
let realtime: Realtime;
beforeAll(async () => {
  world = await createTestDatabase();
  realtime = await openRealtime({ database: world.database, log: createSilentLogger(), processLock });
});
afterAll(async () => {
  await realtime.close();
  await world.close();
});

const heard = (): { notices: unknown[]; stop(): void } => {
  const notices: unknown[] = [];
  return { notices, stop: realtime.subscribe('test', (data) => notices.push(data)) };
};
const publish = (data: Record<string, unknown>): Promise<void> =>
  world.database.system((tx) => realtime.publish(tx, { topic: 'test', data }));

test('a notice that is none of ours is passed over', async () => {
  const { notices, stop } = heard();
  for (const payload of ['', 'no JSON', 'null', '[]', '{"topic":1}', '{"topic":"test"}'])
    await world.database.direct.execute(sql`SELECT pg_notify('chatelier', ${payload})`);
  await publish({ number: 1 });
  await vi.waitFor(() => expect(notices).toEqual([{ number: 1 }]));
  stop();
});

test('a broken connection is made again, also while the database still holds the old one for alive', async () => {
  const { notices, stop } = heard();
  const gap = new Promise<void>((resolve) => realtime.onGap(resolve));
  // Another connection with the same lock stands for the old one; it goes only when it is told to.
  const zombie = await world.database.pool.connect();
  zombie.on('error', () => undefined);
  const waiting = zombie.query('SELECT pg_advisory_lock($1)', [processLock]).catch(() => undefined);
  await world.database.direct.execute(
    sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE application_name = 'chatelier realtime' AND datname = current_database()`,
  );
  await waiting;
  await gap;
  zombie.release(true);
  await publish({ number: 2 });
  await vi.waitFor(() => expect(notices).toEqual([{ number: 2 }]));
  expect(realtime.isListening()).toBe(true);
  stop();
}, 20_000);

test('how long a topic was quiet is counted from its last notice, and never from before a gap', async () => {
  const before = performance.now();
  const isNew = (topics: string[]): boolean => realtime.quietMs(topics) < performance.now() - before;
  const { notices, stop } = heard();
  expect(isNew(['test', 'other'])).toBe(false);
  await publish({ number: 3 });
  await vi.waitFor(() => expect(notices).toEqual([{ number: 3 }]));
  expect(isNew(['test', 'other'])).toBe(true);
  expect(isNew(['other'])).toBe(false);

  const gap = new Promise<void>((resolve) => realtime.onGap(resolve));
  await world.database.direct.execute(
    sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE application_name = 'chatelier realtime' AND datname = current_database()`,
  );
  await vi.waitFor(() => expect(realtime.quietMs(['other'])).toBe(0));
  await gap;
  expect(isNew(['other'])).toBe(true);
  stop();
});

import { expect, test } from 'vitest';
import { z } from 'zod';
import { createSilentLogger } from '#platform/log/logger.ts';
import { createTestDatabase } from '#tests/support/app/test-database.ts';
import { createJobs, defineJob } from './jobs.ts';

test('what an earlier version did by the clock is done no more, and what this one does goes on', async () => {
  const { database, close } = await createTestDatabase();
  const run = async (...names: string[]) => {
    const jobs = createJobs({ database, log: createSilentLogger() });
    for (const name of names) {
      const job = defineJob({
        name,
        payload: z.object({}),
        retryLimit: 0,
        expireInSeconds: 60,
        concurrency: 1,
      });
      jobs.handle(job, async () => undefined);
      jobs.schedule(job, '17 3 * * *');
    }
    await jobs.start({ work: true });
    await jobs.stop();
    return (
      await database.pool.query<{ name: string }>('SELECT name FROM pgboss.schedule ORDER BY name')
    ).rows.map(({ name }) => name);
  };
  try {
    expect(await run('tests.kept', 'tests.old')).toEqual(['tests.kept', 'tests.old']);
    expect(await run('tests.kept')).toEqual(['tests.kept']);
  } finally {
    await close();
  }
});

test('who queues many lasting jobs leaves room for others', async () => {
  const { database, close } = await createTestDatabase();
  const jobs = createJobs({ database, log: createSilentLogger() });
  const job = defineJob({
    name: 'tests.fair',
    payload: z.object({ account: z.string() }),
    retryLimit: 0,
    expireInSeconds: 60,
    concurrency: 2,
    fairness: { keyOf: ({ account }) => account, atOnce: 1 },
  });
  const begun: string[] = [];
  const waits = Promise.withResolvers<void>();
  jobs.handle(job, async ({ account }) => {
    begun.push(account);
    if (account === 'many') await waits.promise;
  });
  try {
    await jobs.start({ work: true });
    await database.system(async (tx) => {
      for (const account of ['many', 'many', 'many', 'one']) await jobs.send(tx, job, { account });
    });
    await expect.poll(() => begun, { timeout: 20_000 }).toEqual(['many', 'one']);
    waits.resolve();
    await expect.poll(() => begun.length, { timeout: 20_000 }).toBe(4);
  } finally {
    waits.resolve();
    await jobs.stop();
    await close();
  }
});

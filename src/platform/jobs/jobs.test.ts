import { expect, test } from 'vitest';
import { z } from 'zod';
import { createSilentLogger } from '#platform/log/logger.ts';
import { createTestDatabase } from '#tests/support/test-database.ts';
import { createJobs, defineJob } from './jobs.ts';

test('what an earlier version did by the clock is done no more, and what this one does goes on', async () => {
  const { database, close } = await createTestDatabase();
  const run = async (...names: string[]) => {
    const jobs = createJobs({ database, log: createSilentLogger() });
    for (const name of names) {
      const job = defineJob({ name, payload: z.object({}), retryLimit: 0, expireInSeconds: 60, concurrency: 1 });
      jobs.handle(job, async () => undefined);
      jobs.schedule(job, '17 3 * * *');
    }
    await jobs.start({ work: true });
    await jobs.stop();
    return (await database.pool.query<{ name: string }>('SELECT name FROM pgboss.schedule ORDER BY name')).rows.map(({ name }) => name);
  };
  try {
    expect(await run('tests.kept', 'tests.old')).toEqual(['tests.kept', 'tests.old']);
    expect(await run('tests.kept')).toEqual(['tests.kept']);
  } finally {
    await close();
  }
});

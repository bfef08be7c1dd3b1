import { memberRole, wallRole, type Database } from '#platform/database/database.ts';
import type { JobDefinition, JobHandler, Jobs } from '#platform/jobs/jobs.ts';

export type SentJob = {
  name: string;
  payload: Record<string, unknown>;
  afterSeconds: number;
};

/** Background work that is done when the test says so. */
export type TestJobs = Jobs & {
  /** What was sent and not done yet, oldest first. */
  waiting(): Promise<SentJob[]>;
  /** Does what waits, and what that sends in turn; throws what a job throws. What is to happen later is left out. */
  work(): Promise<void>;
};

/** A queue without workers: a job exists if and only if the transaction of its cause commits, as with the real one. */
export async function createTestJobs(database: Database): Promise<TestJobs> {
  await database.pool.query(
    'CREATE TABLE test_jobs (place serial PRIMARY KEY, name text NOT NULL, payload jsonb NOT NULL, after_seconds int NOT NULL)',
  );
  const handlers = new Map<string, { definition: JobDefinition; handler: JobHandler<object> }>();
  return {
    async send(tx, { name }, payload, options) {
      const { rows } = await tx.$client.query<{ role: string }>('SELECT current_user AS role');
      const role = [wallRole, memberRole].find((one) => one === rows[0]?.role);
      if (role) await tx.$client.query('SET LOCAL ROLE NONE');
      await tx.$client.query('INSERT INTO test_jobs (name, payload, after_seconds) VALUES ($1, $2, $3)', [
        name,
        JSON.stringify(payload),
        options?.afterSeconds ?? 0,
      ]);
      if (role) await tx.$client.query(`SET LOCAL ROLE ${role}`);
    },
    async counts() {
      const { rows } = await database.pool.query<{ waiting: number }>(
        'SELECT count(*)::int AS waiting FROM test_jobs',
      );
      return { waiting: rows[0]?.waiting ?? 0, failed: 0, oldestSeconds: 0 };
    },
    failures: async () => [],
    retry: async () => null,
    handle: (definition, handler) =>
      void handlers.set(definition.name, {
        definition: definition as unknown as JobDefinition,
        handler: handler as JobHandler<object>,
      }),
    schedule: () => undefined,
    start: async () => undefined,
    stop: async () => undefined,
    async waiting() {
      const { rows } = await database.pool.query<SentJob>(
        'SELECT name, payload, after_seconds AS "afterSeconds" FROM test_jobs ORDER BY place',
      );
      return rows;
    },
    async work() {
      for (;;) {
        const { rows } = await database.pool.query<SentJob>(
          `DELETE FROM test_jobs WHERE place = (SELECT min(place) FROM test_jobs WHERE after_seconds = 0)
            RETURNING name, payload`,
        );
        const [job] = rows;
        if (!job) return;
        const known = handlers.get(job.name);
        if (!known) throw new Error(`The job ${job.name} has no handler`);
        await known.handler(known.definition.payload.parse(job.payload), new AbortController().signal);
      }
    },
  };
}

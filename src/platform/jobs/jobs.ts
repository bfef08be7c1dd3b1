import { PgBoss } from 'pg-boss';
import type { z } from 'zod';
import { memberRole, wallRole, type Database, type Transaction } from '#platform/database/database.ts';
import type { Logger } from '#platform/log/logger.ts';
import { logRepeated } from '#platform/log/repeated-errors.ts';

/** A kind of background work. Handlers must stand being run twice with the same payload. */
export type JobDefinition<T extends object = object> = {
  name: string;
  payload: z.ZodType<T>;
  /** Further tries after a failure, with growing pauses. */
  retryLimit: number;
  /** Longest run before the job counts as lost. */
  expireInSeconds: number;
  /** How many run at once in one process. */
  concurrency: number;
  /**
   * Whose job it is, and how many of the same run at once in one process: whoever queues many, or lasting
   * ones, leaves room for others.
   */
  fairness?: { keyOf(payload: NoInfer<T>): string; atOnce: number };
};

export type JobHandler<T> = (payload: T, signal: AbortSignal) => Promise<void>;

/** A job that was given up. `at` is an instant. */
export type JobFailure = {
  id: string;
  name: string;
  tries: number;
  at: string;
  reason: string;
};

export type Jobs = {
  /** Queues a job in the given transaction: it exists if and only if the transaction commits. */
  send<T extends object>(
    tx: Transaction,
    definition: JobDefinition<T>,
    payload: T,
    options?: { afterSeconds?: number },
  ): Promise<void>;
  /** Names the handler of a kind; before `start`. */
  handle<T extends object>(definition: JobDefinition<T>, handler: JobHandler<T>): void;
  /** Runs a kind by a cron line (UTC); before `start`. */
  schedule(definition: JobDefinition, cron: string): void;
  /** How many wait or run now, how many were given up, and since how many seconds the oldest one is due. */
  counts(): Promise<{ waiting: number; failed: number; oldestSeconds: number }>;
  /** Those that were given up within a day, newest first. What they were to do is not told: it may be private. */
  failures(limit: number): Promise<JobFailure[]>;
  /** Tries one again that was given up; false where it is none. */
  retry(id: string): Promise<{ name: string } | null>;
  start(mode: { work: boolean }): Promise<void>;
  /** Lets running jobs end for a moment, then gives them back to the queue. */
  stop(): Promise<void>;
};

type Registered = {
  definition: JobDefinition;
  handler: JobHandler<object>;
  cron: string | null;
};

/** Declares a kind of background work. */
export function defineJob<T extends object>(definition: JobDefinition<T>): JobDefinition<T> {
  return definition;
}

/** pg-boss tells some of its errors as plain objects, of which a log would show nothing. */
function queueError(error: unknown): unknown {
  if (error instanceof Error || typeof error !== 'object' || error === null) return error;
  const { message, stack } = error as { message?: unknown; stack?: unknown };
  return Object.assign(new Error(String(message ?? 'unknown')), typeof stack === 'string' ? { stack } : {});
}

const isAsWanted = (queue: object, wanted: object): boolean =>
  Object.entries(wanted).every(([option, value]) => (queue as Record<string, unknown>)[option] === value);

/** How often one question finds all queues in which something is due that nobody announced. */
const lookEveryMs = 1_000;
/** How often a worker looks by itself all the same, in seconds: nothing is meant to wait for that. */
const workersLookEverySeconds = 300;

/**
 * Background jobs on pg-boss, in the same database as everything else. A job that is to begin at once is announced by the
 * database. What becomes due later, or was announced while nobody listened, is found by one question for all queues:
 * seventy workers that ask for themselves every few seconds keep a server and its database busy with nothing.
 */
export function createJobs(options: { database: Database; log: Logger }): Jobs {
  const boss = new PgBoss({
    connectionString: options.database.url,
    max: 6,
    application_name: 'chatelier jobs',
    useListenNotify: true,
    monitorIntervalSeconds: 10,
    superviseIntervalSeconds: 10,
    supervise: true,
  });
  const tellError = logRepeated(options.log, 'the job queue had an error', 30_000);
  let isStopped = false;
  // Connections that the queue let go may still be open when the database stops after it: that is no news.
  boss.on('error', (error) => {
    if (!isStopped) tellError(queueError(error));
  });
  const registered = new Map<string, Registered>();
  const stopping = new AbortController();
  /** What makes the workers of a kind, until there are some. Seventy that ask once make a start a third longer. */
  const unbegun = new Map<string, () => Promise<void>>();
  let nextLook: NodeJS.Timeout | undefined;

  /** Makes the workers of a kind, where there are none. What fails, the next look tries again. */
  function beginWorkers(name: string): void {
    const begin = unbegun.get(name);
    if (!begin) return;
    unbegun.delete(name);
    begin().catch((error: unknown) => {
      if (stopping.signal.aborted) return;
      unbegun.set(name, begin);
      tellError(error);
    });
  }

  /** Wakes the workers that wait in a queue where a job is due, or makes the first ones. */
  async function look(): Promise<void> {
    const { rows } = (await boss.getDb().executeSql(
      `SELECT name FROM unnest($1::text[]) AS queue (name)
        WHERE EXISTS (SELECT FROM pgboss.job WHERE job.name = queue.name
          AND state < 'active' AND NOT blocked AND start_after <= now())`,
      [[...registered.keys()]],
    )) as { rows: { name: string }[] };
    const due = new Set(rows.map(({ name }) => name));
    for (const worker of boss.getWipData())
      if (worker.count === 0 && due.has(worker.name)) boss.notifyWorker(worker.id);
    for (const name of due) beginWorkers(name);
  }

  function keepLooking(): void {
    look()
      .catch((error: unknown) => {
        if (!stopping.signal.aborted) tellError(error);
      })
      .finally(() => {
        if (!stopping.signal.aborted) nextLook = setTimeout(keepLooking, lookEveryMs);
      });
  }

  async function run(entry: Registered, data: object, signal: AbortSignal): Promise<void> {
    try {
      await entry.handler(entry.definition.payload.parse(data), AbortSignal.any([signal, stopping.signal]));
    } catch (error) {
      if (!stopping.signal.aborted)
        options.log.error({ err: error, job: entry.definition.name }, 'a job failed');
      throw error;
    }
  }

  return {
    async send(tx, definition, payload, sendOptions) {
      // The queue's tables lie outside the wall between accounts, so the role is put down for this one
      // statement.
      const { rows } = await tx.$client.query<{ role: string }>('SELECT current_user AS role');
      const role = [wallRole, memberRole].find((one) => one === rows[0]?.role);
      if (role) await tx.$client.query('SET LOCAL ROLE NONE');
      await boss.send(definition.name, payload, {
        ...(sendOptions?.afterSeconds ? { startAfter: sendOptions.afterSeconds } : {}),
        ...(definition.fairness ? { group: { id: definition.fairness.keyOf(payload) } } : {}),
        db: { executeSql: async (text: string, values?: unknown[]) => tx.$client.query(text, values ?? []) },
      });
      if (role) await tx.$client.query(`SET LOCAL ROLE ${role}`);
      // They hear of the job when the transaction commits; what another process sends, the next look finds.
      beginWorkers(definition.name);
    },
    handle(definition, handler) {
      registered.set(definition.name, {
        definition: definition as unknown as JobDefinition,
        handler: handler as JobHandler<object>,
        cron: registered.get(definition.name)?.cron ?? null,
      });
    },
    schedule(definition, cron) {
      const entry = registered.get(definition.name);
      if (!entry) throw new Error(`The job ${definition.name} has no handler`);
      entry.cron = cron;
    },
    async counts() {
      const { rows } = (await boss.getDb().executeSql(
        `SELECT count(*) FILTER (WHERE state <= 'active' AND start_after <= now())::int AS waiting,
          count(*) FILTER (WHERE state = 'failed')::int AS failed,
          coalesce(extract(epoch FROM now() - min(start_after) FILTER (WHERE state < 'active'
            AND start_after <= now())), 0)::int AS "oldestSeconds" FROM pgboss.job`,
        [],
      )) as { rows: { waiting: number; failed: number; oldestSeconds: number }[] };
      return rows[0] ?? { waiting: 0, failed: 0, oldestSeconds: 0 };
    },
    async failures(limit) {
      const { rows } = (await boss.getDb().executeSql(
        `SELECT id, name, retry_count + 1 AS tries, completed_on AS "at",
          coalesce(output ->> 'message', output ->> 'value', '') AS reason
          FROM pgboss.job WHERE state = 'failed' ORDER BY completed_on DESC LIMIT $1`,
        [limit],
      )) as { rows: (Omit<JobFailure, 'at'> & { at: Date | string })[] };
      return rows.map((row) => ({
        ...row,
        reason: row.reason.slice(0, 500),
        at: new Date(row.at).toISOString(),
      }));
    },
    async retry(id) {
      const { rows } = (await boss
        .getDb()
        .executeSql(`SELECT name FROM pgboss.job WHERE id = $1::uuid AND state = 'failed'`, [id])) as {
        rows: { name: string }[];
      };
      const [job] = rows;
      if (!job) return null;
      await boss.retry(job.name, id);
      return job;
    },
    async start(mode) {
      await boss.start();
      // What an earlier start made, and this version wants no other way, costs one question for all.
      const known = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
      const schedules = mode.work ? await boss.getSchedules() : [];
      const isScheduled = (name: string, cron: string): boolean =>
        schedules.some((one) => one.name === name && one.cron === cron && one.timezone === 'UTC');
      const begin = async (entry: Registered): Promise<void> => {
        const { name, retryLimit, expireInSeconds, concurrency, fairness } = entry.definition;
        const looking = {
          pollingIntervalSeconds: workersLookEverySeconds,
          notifyPollingIntervalSeconds: workersLookEverySeconds,
          batchSize: 1,
        };
        // Counted here, because the database's count is not exact: workers that look at the same moment see
        // the same.
        const workersAtOnce = fairness?.atOnce ?? 1;
        const options = fairness
          ? { ...looking, localConcurrency: workersAtOnce, localGroupConcurrency: fairness.atOnce }
          : looking;
        const queue = {
          retryLimit,
          expireInSeconds,
          retryDelay: 2,
          retryBackoff: true,
          retryDelayMax: 120,
          heartbeatSeconds: 20,
          deleteAfterSeconds: 86_400,
          notify: true,
        };
        const before = known.get(name);
        if (!before) await boss.createQueue(name, queue);
        else if (!isAsWanted(before, queue)) await boss.updateQueue(name, queue);
        if (!mode.work) return;
        let place = 0;
        unbegun.set(name, async () => {
          for (; place < concurrency; place += workersAtOnce) {
            // A worker that was busy when a job was announced, or whose account had no room, looks again after each
            // job.
            const first = await boss.work<object>(name, options, async ([job]) => {
              try {
                if (job) await run(entry, job.data, job.signal);
              } finally {
                for (const { id, workId } of boss.getWipData()) if (workId === first) boss.notifyWorker(id);
              }
            });
          }
        });
        if (entry.cron && !isScheduled(name, entry.cron))
          await boss.schedule(name, entry.cron, {}, { tz: 'UTC' });
      };
      // Side by side: one after the other, sixty kinds wait for the database two hundred times.
      await Promise.all([...registered.values()].map(begin));
      if (!mode.work) return;
      keepLooking();
      // What an earlier version did by the clock, and nobody does any more, would only pile up.
      for (const { name } of schedules) if (!registered.has(name)) await boss.unschedule(name);
    },
    async stop() {
      stopping.abort();
      unbegun.clear();
      clearTimeout(nextLook);
      await boss
        .stop({ graceful: true, timeout: 5_000 })
        .catch((error: unknown) => options.log.warn({ err: error }, 'the job queue did not stop cleanly'));
      isStopped = true;
    },
  };
}

import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { createLogger, createSilentLogger } from '#platform/log/logger.ts';
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
    const { rows } = await database.pool.query<{ name: string; xmin: string }>(
      'SELECT name, xmin::text FROM pgboss.schedule ORDER BY name',
    );
    return rows;
  };
  try {
    const first = await run('tests.kept', 'tests.old');
    expect(first.map(({ name }) => name)).toEqual(['tests.kept', 'tests.old']);
    // What is kept is not even written again.
    expect(await run('tests.kept')).toEqual([first[0]]);
  } finally {
    await close();
  }
});

test('a start writes only the queues that are not as this version wants them', async () => {
  const { database, close } = await createTestDatabase();
  const run = async (retryLimit: number) => {
    const jobs = createJobs({ database, log: createSilentLogger() });
    const names = ['tests.same', 'tests.other'];
    for (const [at, name] of names.entries())
      jobs.handle(
        defineJob({
          name,
          payload: z.object({}),
          retryLimit: at === 0 ? 1 : retryLimit,
          expireInSeconds: 60,
          concurrency: 1,
        }),
        async () => undefined,
      );
    await jobs.start({ work: false });
    await jobs.stop();
    const { rows } = await database.pool.query<{ name: string; retry_limit: number; xmin: string }>(
      'SELECT name, retry_limit, xmin::text FROM pgboss.queue WHERE name = ANY($1) ORDER BY name DESC',
      [names],
    );
    return rows;
  };
  try {
    const first = await run(2);
    expect(await run(2)).toEqual(first);
    const [same, other] = await run(5);
    expect(same).toEqual(first[0]);
    expect(other).toMatchObject({ name: 'tests.other', retry_limit: 5 });
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

test('what becomes due later is found by one question for all queues, by all workers that have nothing to do', async () => {
  const { database, close } = await createTestDatabase();
  const way = await wayTo(database.url, () => () => true);
  const jobs = createJobs({ database: { ...database, url: way.url }, log: createSilentLogger() });
  const define = (name: string, concurrency: number) =>
    defineJob({ name, payload: z.object({}), retryLimit: 0, expireInSeconds: 60, concurrency });
  const late = define('tests.late', 2);
  const bothBegan = Promise.withResolvers<void>();
  let begun = 0;
  for (let at = 0; at < 30; at++) jobs.handle(define(`tests.idle-${at}`, 1), async () => undefined);
  jobs.handle(late, async () => {
    begun += 1;
    if (begun === 2) bothBegan.resolve();
    await bothBegan.promise;
  });
  try {
    await jobs.start({ work: true });
    await database.system(async (tx) => {
      for (let sent = 0; sent < 2; sent++) await jobs.send(tx, late, {}, { afterSeconds: 1 });
    });
    await bothBegan.promise;
    // Those two look when they begin and when they are woken; kinds of which there is nothing ask nothing.
    expect(way.seen('SKIP LOCKED')).toBeLessThan(15);
  } finally {
    bothBegan.resolve();
    await jobs.stop();
    await close();
  }
});

/** How an answer of the database ends outside of a transaction. */
const readyForQuery = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]);

/**
 * A way to the database that a test watches. `watchClient` is asked once for each connection for what tells whether bytes
 * of it are passed on.
 */
async function wayTo(
  databaseUrl: string,
  watchClient: () => (bytes: Buffer) => boolean,
): Promise<{
  url: string;
  seen(text: string): number;
  /** How often something was sent, once all of it is answered; null until then. */
  answered(): number | null;
  allClosed(): Promise<unknown>;
}> {
  const { host, port, user, password, database: name } = new pg.Client({ connectionString: databaseUrl });
  const closed: Promise<unknown>[] = [];
  const sent: Buffer[] = [];
  const unanswered = new Set<object>();
  const server = createServer({ allowHalfOpen: true }, (client) => {
    const database = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
    const isPassed = watchClient();
    client.on('data', (bytes) => {
      sent.push(bytes);
      unanswered.add(client);
      if (isPassed(bytes)) database.write(bytes);
    });
    database.on('data', (bytes) => {
      if (bytes.subarray(-readyForQuery.length).equals(readyForQuery)) unanswered.delete(client);
    });
    database.pipe(client);
    closed.push(once(client, 'close'));
    for (const socket of [client, database]) socket.on('error', () => database.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const address = server.address() as AddressInfo;
  return {
    url: `postgresql://${user}:${password ?? ''}@127.0.0.1:${address.port}/${name}`,
    seen: (text) => sent.join('').split(text).length - 1,
    answered: () => (unanswered.size === 0 ? sent.length : null),
    allClosed: () => Promise.all(closed),
  };
}

/** A client's goodbye is lost, so that its connections outlive it. That of the listener arrives: the queue waits for its end. */
function withoutGoodbyes(): (bytes: Buffer) => boolean {
  const goodbye = Buffer.from([0x58, 0, 0, 0, 4]);
  let isListener = false;
  return (bytes) => {
    isListener ||= bytes.includes('LISTEN');
    return isListener || !bytes.equals(goodbye);
  };
}

test('a connection that the queue let go, and that the database ends later, is no news', async () => {
  const { database, close } = await createTestDatabase();
  const lines: string[] = [];
  const log = createLogger({ level: 'warn', format: 'json', write: (line) => lines.push(line) });
  const { url, seen, answered, allClosed } = await wayTo(database.url, withoutGoodbyes);
  const jobs = createJobs({ database: { ...database, url }, log });
  try {
    await jobs.start({ work: true });
    // By this its connection is known, whose goodbye arrives.
    await expect.poll(() => seen('LISTEN'), { timeout: 30_000 }).toBeGreaterThan(0);
    // The pool waits for the end of what is busy when it ends, and for no other.
    let before: number | null = null;
    await expect
      .poll(
        () => {
          const now = answered();
          const isIdle = now !== null && now === before;
          before = now;
          return isIdle;
        },
        { timeout: 30_000 },
      )
      .toBe(true);
    await jobs.stop();
    let ended = 0;
    let isOver = false;
    void allClosed().then(() => (isOver = true));
    // One that was still being opened is not listed at first.
    await expect
      .poll(
        async () => {
          const { rowCount } = await database.pool.query(
            `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
              WHERE application_name = 'chatelier jobs' AND datname = current_database()`,
          );
          ended += rowCount ?? 0;
          return isOver;
        },
        { timeout: 60_000 },
      )
      .toBe(true);
    expect(ended).toBeGreaterThan(0);
    expect(lines).toEqual([]);
  } finally {
    await close();
  }
});

test('a job that was given up says why, and runs again when somebody tries it again', async () => {
  const { database, close } = await createTestDatabase();
  const jobs = createJobs({ database, log: createSilentLogger() });
  const job = defineJob({
    name: 'tests.broken',
    payload: z.object({ secret: z.string() }),
    retryLimit: 0,
    expireInSeconds: 60,
    concurrency: 1,
  });
  let isMended = false;
  const done: string[] = [];
  jobs.handle(job, async ({ secret }) => {
    if (!isMended) throw new Error('The printer is on fire');
    done.push(secret);
  });
  try {
    await jobs.start({ work: true });
    await database.system((tx) => jobs.send(tx, job, { secret: 'private' }));
    await expect.poll(() => jobs.failures(10), { timeout: 20_000 }).toHaveLength(1);
    const [failure] = await jobs.failures(10);
    expect(failure).toMatchObject({ name: 'tests.broken', reason: 'The printer is on fire', tries: 1 });
    expect(JSON.stringify(failure)).not.toContain('private');
    expect(await jobs.counts()).toMatchObject({ failed: 1 });
    isMended = true;
    expect(await jobs.retry(failure?.id ?? '')).toEqual({ name: 'tests.broken' });
    await expect.poll(() => done, { timeout: 20_000 }).toEqual(['private']);
    expect(await jobs.retry(failure?.id ?? '')).toBeNull();
  } finally {
    await jobs.stop();
    await close();
  }
});

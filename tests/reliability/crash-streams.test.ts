import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { wrongSums } from '#tests/support/analytics-rows.ts';
import { kinds } from '#features/analytics/server/events/kinds.models.ts';
import { startOpenAiStandIn, type OpenAiStandIn } from '#tests/support/models/openai-stand-in.ts';
import { conversationFaults, query, streamingCount, type Acknowledged } from './checker.ts';
import {
  connectModel,
  join,
  modelAgent,
  openSession,
  register,
  say,
  type Reader,
  type Visitor,
} from './people.ts';
import {
  cleanUp,
  databaseProcess,
  embeddedUrl,
  fillDataFolder,
  type ServerProcess,
  startServer,
  temporaryFolder,
  until,
} from './server-process.ts';

const streams = 50;
let model: OpenAiStandIn;
let server: ServerProcess;
let agentNumber: number;
const dataDir = temporaryFolder();

type Talk = {
  visitor: Visitor;
  clientMessageId: string;
  text: string;
  reader: Reader | null;
};

beforeAll(async () => {
  const words = Array.from({ length: 400 }, (_, at) => `word${at} `).join('');
  model = await startOpenAiStandIn({
    tokenDelayMs: 40,
    reply: (request) =>
      String(request.messages.at(-1)?.content).includes('briefly') ? 'A short answer.' : words,
  });
  await fillDataFolder(dataDir);
  server = await startServer({ DATA_DIR: dataDir });
  const owner = await register(server.url);
  await connectModel(owner, model.baseUrl);
  agentNumber = (await modelAgent(owner)).number;
});

afterAll(async () => {
  await cleanUp();
  await model.close();
});

const acknowledgedOf = (talks: readonly Talk[]): Acknowledged[] =>
  talks.flatMap(({ reader, clientMessageId, text }) => {
    const accepted = reader?.accepted();
    return accepted
      ? [
          {
            visitorMessageId: accepted.visitorMessage.id,
            conversationId: accepted.conversationId,
            clientMessageId,
            text,
          },
        ]
      : [];
  });

/** From now on what counts stands still between its events and the sums of them, until this database ends. */
async function holdCounting(url: string): Promise<void> {
  const [row] = await query<{ at: string }>(url, 'SELECT pg_postmaster_start_time()::text AS at');
  await query(
    url,
    `CREATE FUNCTION hold_counting() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF pg_postmaster_start_time()::text = '${row?.at}' THEN PERFORM pg_sleep(600); END IF; RETURN NULL;
      END $$;
      CREATE TRIGGER holds BEFORE INSERT ON analytics_activity FOR EACH STATEMENT EXECUTE FUNCTION hold_counting()`,
  );
}

/** Whether everything was counted, and the sums are those of the events. */
async function expectCounted(url: string): Promise<void> {
  await until(
    'all that happened is counted',
    async () => (await query(url, 'SELECT FROM analytics_inbox')).length === 0,
    20_000,
  );
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  try {
    expect(await wrongSums(pool)).toEqual([]);
  } finally {
    await pool.end();
  }
  expect(
    await query(
      url,
      `SELECT (SELECT count(*) FROM analytics_events WHERE kind = ${kinds.message})
        = (SELECT count(*) FROM messages WHERE role = 'visitor') AS same`,
    ),
  ).toEqual([{ same: true }]);
}

test(`a server killed in the middle of ${streams} answers loses and doubles nothing, and every visitor can go on`, async () => {
  const visitors = await Promise.all(
    Array.from({ length: streams + 10 }, () => openSession(server.url, agentNumber)),
  );
  const begin = async (visitor: Visitor, text: string): Promise<Talk> => {
    const clientMessageId = randomUUID();
    return {
      visitor,
      clientMessageId,
      text,
      reader: await say(server.url, visitor, { text, clientMessageId }).catch(() => null),
    };
  };
  const earlier = await Promise.all(
    visitors.slice(0, 5).map((visitor, at) => begin(visitor, `Answer briefly, ${at}`)),
  );
  await Promise.all(earlier.map(({ reader }) => reader?.ended));

  const talks = await Promise.all(
    visitors.slice(0, streams).map((visitor, at) => begin(visitor, `Question ${at}`)),
  );
  await Promise.all(talks.map(({ reader }) => reader?.next('delta')));
  const url = embeddedUrl(dataDir);
  await until(
    'part of every answer is stored',
    async () =>
      (await query(url, `SELECT FROM messages WHERE status = 'streaming' AND body <> ''`)).length === streams,
  );
  await holdCounting(url);
  // Ten more are on their way when it happens; whether they were taken, only the answers tell.
  const late = visitors.slice(streams).map((visitor, at) => begin(visitor, `Late question ${at}`));
  await until('some of the late ones are stored', async () => (await streamingCount(url)) > streams);
  await until(
    'their counting is begun and not ended',
    async () => (await query(url, `SELECT FROM pg_stat_activity WHERE wait_event = 'PgSleep'`)).length === 1,
    20_000,
  );
  const database = databaseProcess(dataDir);
  await server.kill();
  const all = [...talks, ...(await Promise.all(late))];
  expect(await Promise.all(talks.map(({ reader }) => reader?.ended))).toEqual(Array(streams).fill('cut'));

  server = await startServer({ DATA_DIR: dataDir });
  expect(databaseProcess(dataDir)).not.toBe(database);
  await until('no answer hangs', async () => (await streamingCount(url)) === 0, 5_000);
  expect(await conversationFaults(url, [...acknowledgedOf(earlier), ...acknowledgedOf(all)])).toEqual([]);

  // What had been stored of an answer is what the visitor finds: the beginning of what they had read.
  for (const talk of talks) {
    const { conversation } = await openSession(server.url, agentNumber, talk.visitor.token);
    const answer = conversation?.messages.at(-1);
    expect(answer).toMatchObject({
      role: 'assistant',
      status: 'interrupted',
      errorCode: 'answer.interrupted',
    });
    expect(answer?.text).not.toBe('');
    expect(
      Array.from({ length: 400 }, (_, at) => `word${at} `)
        .join('')
        .startsWith(answer?.text ?? '-'),
    ).toBe(true);
  }
  const joined = await join(server.url, talks[0]!.visitor, talks[0]!.reader!.accepted()!.assistantMessage.id);
  expect(await joined.ended).toBe('failed');

  // The chat's retry: the same key again. One answer, from one new call, even when the retry itself comes
  // twice.
  model.script(
    ...Array.from({ length: all.length }, () => ({
      kind: 'text' as const,
      text: 'Here is the whole answer.',
    })),
  );
  const callsBefore = model.chats.length;
  const retried = await Promise.all(
    all
      .flatMap((talk) => [talk, talk])
      .map(async (talk) => ({ ...talk, reader: await say(server.url, talk.visitor, talk) })),
  );
  expect(await Promise.all(retried.map(({ reader }) => reader.ended))).toEqual(
    Array(all.length * 2).fill('done'),
  );
  expect(new Set(retried.map(({ reader }) => reader.text()))).toEqual(new Set(['Here is the whole answer.']));
  expect(model.chats.length - callsBefore).toBe(all.length);
  expect(
    await conversationFaults(url, [
      ...acknowledgedOf(earlier),
      ...acknowledgedOf(all),
      ...acknowledgedOf(retried),
    ]),
  ).toEqual([]);
  expect(await streamingCount(url)).toBe(0);
  await expectCounted(url);
});

test('the database of a killed server does not outlive it', async () => {
  expect(databaseProcess(dataDir)).not.toBeNull();
  await server.kill();
  await until('the database is gone', () => databaseProcess(dataDir) === null, 10_000);
  server = await startServer({ DATA_DIR: dataDir });
  expect((await server.stop()).code).toBe(0);
  expect(databaseProcess(dataDir)).toBeNull();
});

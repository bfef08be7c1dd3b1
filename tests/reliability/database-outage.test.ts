import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '#platform/database/embedded-postgres.ts';
import { startOpenAiStandIn, type OpenAiStandIn } from '#tests/support/models/openai-stand-in.ts';
import { conversationFaults, query, streamingCount, type Acknowledged } from './checker.ts';
import {
  ask,
  connectModel,
  modelAgent,
  openSession,
  register,
  say,
  type Owner,
  type Reader,
  type Visitor,
} from './people.ts';
import {
  cleanUp,
  databaseProcess,
  startServer,
  temporaryFolder,
  until,
  type ServerProcess,
} from './server-process.ts';

const words = Array.from({ length: 80 }, (_, at) => `word${at} `).join('');
const databaseFolder = temporaryFolder();
let postgres: EmbeddedPostgres;
let url: string;
let model: OpenAiStandIn;
let server: ServerProcess;
let owner: Owner;
let agentNumber: number;
const told: Acknowledged[] = [];

beforeAll(async () => {
  postgres = await startEmbeddedPostgres({ folder: databaseFolder });
  url = postgres.url('postgres');
  model = await startOpenAiStandIn({ tokenDelayMs: 25, reply: words });
  server = await startServer({
    DATABASE_URL: url,
    DATA_DIR: temporaryFolder(),
    ENCRYPTION_KEY: '0123456789abcdef'.repeat(4),
  });
  owner = await register(server.url);
  await connectModel(owner, model.baseUrl);
  agentNumber = (await modelAgent(owner)).number;
});
afterAll(async () => {
  await server.stop();
  await postgres.stop();
  await cleanUp();
  await model.close();
});

async function talk(visitor: Visitor, text: string): Promise<Reader> {
  const clientMessageId = randomUUID();
  const reader = await say(server.url, visitor, { text, clientMessageId });
  const accepted =
    reader.status === 200 ? ((await reader.next('accepted')).data as ReturnType<Reader['accepted']>) : null;
  if (accepted)
    told.push({
      visitorMessageId: accepted.visitorMessage.id,
      conversationId: accepted.conversationId,
      clientMessageId,
      text,
    });
  return reader;
}

const ready = async (): Promise<boolean> => (await ask('GET', `${server.url}/readyz`)).status === 200;
const open = (count: number) =>
  Promise.all(Array.from({ length: count }, () => openSession(server.url, agentNumber)));

test('connections that the database ends are replaced, and answers go on', async () => {
  const visitors = await open(10);
  const answers = await Promise.all(visitors.map((visitor, at) => talk(visitor, `Question ${at}`)));
  await Promise.all(answers.map((answer) => answer.next('delta')));
  for (let round = 0; round < 5; round++) {
    await query(
      url,
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'chatelier%'`,
    );
    await until('the server is ready again', ready);
  }
  expect(await Promise.all(answers.map(({ ended }) => ended))).toEqual(Array(10).fill('done'));
  expect(new Set(answers.map((answer) => answer.text()))).toEqual(new Set([words]));
  await until('the server is ready', ready);
  expect(await streamingCount(url)).toBe(0);
  expect(await conversationFaults(url, told)).toEqual([]);
});

test('while the database is away for half a minute visitors and owners get 503, and it goes on by itself afterwards', async () => {
  const [late, ...visitors] = await open(11);
  const answers = await Promise.all(
    visitors.map((visitor, at) => talk(visitor, `Question before the outage ${at}`)),
  );
  await Promise.all(answers.map((answer) => answer.next('delta')));
  const pid = databaseProcess(databaseFolder)!;
  // An immediate stop, as a crash of the database: no goodbye to anybody.
  process.kill(pid, 'SIGQUIT');
  await until('the database is gone', () => databaseProcess(databaseFolder) === null);
  const goneAt = performance.now();

  expect((await ask('GET', `${server.url}/healthz`)).status).toBe(200);
  expect((await ask<{ checks: object }>('GET', `${server.url}/readyz`)).body).toMatchObject({
    checks: { database: false },
  });
  const refused = await Promise.all([
    ask<{ code: string }>('POST', `${server.url}/api/visitor/session`, { body: { agent: agentNumber } }),
    ask<{ code: string }>('POST', `${server.url}/api/login`, {
      body: { email: owner.email, password: 'a long password' },
    }),
    owner.request<{ code: string }>('GET', '/api/agents'),
    owner.request<{ code: string }>('GET', '/api/user'),
  ]);
  for (const { status, body } of refused) expect([status, body.code]).toEqual([503, 'common.unavailable']);
  expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0);
  const question = { text: 'Question in the outage', clientMessageId: randomUUID() };
  const unsent = await say(server.url, late!, question);
  expect([unsent.status, unsent.refusal?.code]).toEqual([503, 'common.unavailable']);
  // The models keep talking meanwhile, and nobody's text is lost by it.
  await until(
    'the visitors have read everything',
    () => answers.every((answer) => answer.text() === words),
    20_000,
  );
  await until(
    'half a minute is over',
    async () => {
      const { status } = await ask('GET', `${server.url}/healthz`);
      const answer = await owner.request('GET', '/api/agents');
      expect([status, answer.status]).toEqual([200, 503]);
      return performance.now() - goneAt >= 30_000;
    },
    60_000,
  );

  postgres = await startEmbeddedPostgres({ folder: databaseFolder });
  await until('the server is ready', ready, 20_000);
  expect(await Promise.all(answers.map(({ ended }) => ended))).toEqual(Array(10).fill('done'));
  const again = await say(server.url, late!, question);
  expect(await again.ended).toBe('done');
  await until('no answer hangs', async () => (await streamingCount(url)) === 0);
  expect(await conversationFaults(url, told)).toEqual([]);
  expect(
    (await query(url, `SELECT FROM messages WHERE role = 'assistant' AND status <> 'complete'`)).length,
  ).toBe(0);
  expect((await owner.request('GET', '/api/agents')).status).toBe(200);
  // Background work goes on too.
  const { collectionId } = (await owner.get<{ agents: unknown[] } & { collectionId: string }>(
    `/api/agents/${(await query<{ id: string }>(url, 'SELECT id FROM agents'))[0]!.id}`,
  )) as { collectionId: string };
  await owner.post(`/api/knowledge/${collectionId}/sources/text`, {
    title: 'After the outage',
    body: 'The bakery is open again.',
  });
  await until(
    'the text is read',
    async () =>
      (await owner.get<{ sources: { status: string }[] }>(`/api/knowledge/${collectionId}/sources`))
        .sources[0]?.status === 'ready',
    30_000,
  );
});

test('messages sent through an outage are stored once, whatever their sender was told', async () => {
  const visitors = await open(20);
  let done = false;
  const sent: { visitor: Visitor; text: string; clientMessageId: string }[] = [];
  const senders = visitors.map(async (visitor, at) => {
    for (let round = 0; round < 6 && !done; round++) {
      const message = { visitor, text: `Message ${at}.${round}`, clientMessageId: randomUUID() };
      sent.push(message);
      const reader = await say(server.url, visitor, message).catch(() => null);
      if (reader?.status === 200) await Promise.race([reader.next('accepted'), reader.ended]);
      const accepted = reader?.accepted();
      if (accepted)
        told.push({
          visitorMessageId: accepted.visitorMessage.id,
          conversationId: accepted.conversationId,
          clientMessageId: message.clientMessageId,
          text: message.text,
        });
    }
  });
  const before = told.length;
  await until('some have been taken', () => told.length > before + 10);
  process.kill(databaseProcess(databaseFolder)!, 'SIGQUIT');
  await until('the database is gone', () => databaseProcess(databaseFolder) === null);
  postgres = await startEmbeddedPostgres({ folder: databaseFolder });
  await until('the server is ready', ready, 20_000);
  done = true;
  await Promise.all(senders);
  await until('no answer hangs', async () => (await streamingCount(url)) === 0, 30_000);
  expect(await conversationFaults(url, told)).toEqual([]);
  // A message whose commit went through without its sender hearing of it is taken up again by its key.
  const retried = await Promise.all(
    visitors.map((visitor) =>
      say(
        server.url,
        visitor,
        sent.findLast((message) => message.visitor === visitor)!,
      ),
    ),
  );
  const endings = await Promise.all(retried.map(({ ended }) => ended));
  expect(endings.filter((ending, at) => ending !== 'done' && retried[at]?.status !== 429)).toEqual([]);
  expect(await conversationFaults(url, told)).toEqual([]);
});

test('a database that takes no writes gives 503 for writes, and reading goes on', async () => {
  await query(url, 'ALTER DATABASE postgres SET default_transaction_read_only = on');
  await query(
    url,
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'chatelier'`,
  );
  try {
    await until(
      'writes are refused',
      async () =>
        (await ask('POST', `${server.url}/api/visitor/session`, { body: { agent: agentNumber } })).status ===
        503,
    );
    // The first refusals may be of connections that were ended, not yet of writes.
    await until('reading goes on', async () => (await owner.request('GET', '/api/agents')).status === 200);
    expect(
      (await ask('POST', `${server.url}/api/visitor/session`, { body: { agent: agentNumber } })).status,
    ).toBe(503);
  } finally {
    await query(
      url,
      'SET SESSION CHARACTERISTICS AS TRANSACTION READ WRITE; COMMIT; ALTER DATABASE postgres RESET default_transaction_read_only',
    );
    await query(
      url,
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'chatelier'`,
    );
  }
  await until(
    'writes are taken',
    async () =>
      (await ask('POST', `${server.url}/api/visitor/session`, { body: { agent: agentNumber } })).status ===
      200,
  );
});

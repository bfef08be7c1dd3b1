import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startOpenAiStandIn, type OpenAiStandIn } from '#tests/support/models/openai-stand-in.ts';
import { openTestSite, testPage } from '#tests/support/models/knowledge-setup.ts';
import type { KnowledgeSource } from '#features/knowledge/knowledge.contract.ts';
import { conversationFaults, knowledgeFaults, query, type Acknowledged } from './checker.ts';
import {
  ask,
  connectModel,
  modelAgent,
  openSession,
  openStream,
  register,
  say,
  type Owner,
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

const dataDir = temporaryFolder();
const url = embeddedUrl(dataDir);
let model: OpenAiStandIn;
let server: ServerProcess;
let owner: Owner;
let agent: { number: number; collectionId: string };

beforeAll(async () => {
  const long = Array.from({ length: 2_000 }, (_, at) => `word${at} `).join('');
  const medium = Array.from({ length: 60 }, (_, at) => `word${at} `).join('');
  model = await startOpenAiStandIn({
    tokenDelayMs: 20,
    reply: (request) => (String(request.messages.at(-1)?.content).includes('briefly') ? medium : long),
  });
  await fillDataFolder(dataDir);
  server = await startServer({ DATA_DIR: dataDir });
  owner = await register(server.url);
  await connectModel(owner, model.baseUrl);
  agent = await modelAgent(owner);
});
afterAll(async () => {
  await cleanUp();
  await model.close();
});

async function talk(text: string) {
  const visitor = await openSession(server.url, agent.number);
  const clientMessageId = randomUUID();
  const reader = await say(server.url, visitor, { text, clientMessageId });
  await reader.next('delta');
  const accepted = reader.accepted()!;
  const told: Acknowledged = {
    visitorMessageId: accepted.visitorMessage.id,
    conversationId: accepted.conversationId,
    clientMessageId,
    text,
  };
  return { visitor, reader, told };
}

async function restart(settings: Record<string, string> = {}): Promise<void> {
  server = await startServer({ DATA_DIR: dataDir, ...settings });
  owner = owner.at(server.url);
}

test('a server that is asked to stop lets running answers finish and takes no new work', async () => {
  const talks = await Promise.all(Array.from({ length: 20 }, (_, at) => talk(`Answer briefly ${at}`)));
  const events = await openStream('GET', `${server.url}/api/events`, { headers: { cookie: owner.cookie } });
  await events.next('ready');
  const stopping = server.stop();
  const refused = await until(
    'new work is refused',
    async () => {
      const answer = await ask<{ code: string }>('POST', `${server.url}/api/visitor/session`, {
        body: { agent: agent.number },
      });
      return answer.status === 503 ? answer : null;
    },
    2_000,
  );
  expect(refused.body.code).toBe('common.unavailable');
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect(await Promise.all(talks.map(({ reader }) => reader.ended))).toEqual(Array(20).fill('done'));
  await events.ended;
  const end = await stopping;
  expect(end.code).toBe(0);
  expect(end.stderr).toBe('');
  expect(end.stdout).not.toMatch(/"level":(40|50|60)/);
  expect(databaseProcess(dataDir)).toBeNull();

  await restart({ STOP_GRACE_SECONDS: '1' });
  expect(
    await conversationFaults(
      url,
      talks.map(({ told }) => told),
    ),
  ).toEqual([]);
  expect(await query(url, `SELECT FROM messages WHERE role = 'assistant' AND status <> 'complete'`)).toEqual(
    [],
  );
});

test('what does not finish within the grace is marked interrupted, told to the visitor and kept', async () => {
  const talks = await Promise.all(Array.from({ length: 20 }, (_, at) => talk(`Tell me everything ${at}`)));
  const end = await server.stop();
  expect(end.code).toBe(0);
  expect(end.milliseconds).toBeLessThan(10_000);
  expect(await Promise.all(talks.map(({ reader }) => reader.ended))).toEqual(Array(20).fill('failed'));
  expect(talks[0]?.reader.events.at(-1)?.data).toMatchObject({ code: 'answer.interrupted', retryable: true });
  await model.idle();

  await restart({ STOP_GRACE_SECONDS: '1' });
  expect(
    await conversationFaults(
      url,
      talks.map(({ told }) => told),
    ),
  ).toEqual([]);
  const stored = await query<{ id: string; status: string; body: string }>(
    url,
    `SELECT id, status, body FROM messages WHERE role = 'assistant' AND conversation_id = ANY($1)`,
    [talks.map(({ told }) => told.conversationId)],
  );
  expect(new Set(stored.map(({ status }) => status))).toEqual(new Set(['interrupted']));
  // Every word that a visitor saw is stored.
  for (const { reader } of talks)
    expect(stored.find(({ id }) => id === reader.accepted()?.assistantMessage.id)?.body).toBe(
      reader.events
        .filter(({ event }) => event === 'delta')
        .map(({ data }) => data['text'])
        .join(''),
    );
});

test('a crawl that is stopped goes on after the next start', async () => {
  const links = Array.from({ length: 40 }, (_, at) => `/page-${at}`);
  const site = await openTestSite({
    '/': testPage('Start', 'The bakery.', links),
    ...Object.fromEntries(
      links.map((link, at) => [
        link,
        testPage(`Page ${at}`, `The loaf with the number ${at} is baked in the morning and sold until noon.`),
      ]),
    ),
  });
  const base = `/api/knowledge/${agent.collectionId}/sources`;
  try {
    await owner.post(`${base}/website`, { url: site.url, mode: 'site' });
    await until('the crawl is under way', () => site.requests.length > 5, 20_000);
    expect((await server.stop()).code).toBe(0);
    await restart({ STOP_GRACE_SECONDS: '1' });
    await until(
      'the crawl is over',
      async () =>
        (await owner.get<{ sources: KnowledgeSource[] }>(base)).sources.every(
          ({ status }) => status === 'ready',
        ),
      40_000,
    );
    expect((await query(url, `SELECT FROM knowledge_documents WHERE status = 'ready'`)).length).toBe(41);
    expect(await knowledgeFaults(url)).toEqual([]);
  } finally {
    await site.close();
  }
});

test('a second signal while stopping changes nothing', async () => {
  await talk('Tell me everything, slowly');
  process.kill(server.pid, 'SIGTERM');
  const end = await server.stop();
  expect(end.code).toBe(0);
  await restart();
  expect(await query(url, `SELECT FROM messages WHERE status = 'streaming'`)).toEqual([]);
});

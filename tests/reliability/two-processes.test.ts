import { afterAll, beforeAll, expect, test } from 'vitest';
import { startOpenAiStandIn, type OpenAiStandIn } from '#tests/support/models/openai-stand-in.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/app/test-database.ts';
import type { Agent } from '#features/agents/agents.contract.ts';
import type { KnowledgeSource } from '#features/knowledge/knowledge.contract.ts';
import { conversationFaults, knowledgeFaults, query, streamingCount } from './checker.ts';
import {
  ask,
  boundsOfMinutes,
  connectModel,
  join,
  modelAgent,
  openSession,
  openStream,
  register,
  say,
  stopAnswer,
  type Owner,
} from './people.ts';
import { cleanUp, startServer, temporaryFolder, until, type ServerProcess } from './server-process.ts';

const words = Array.from({ length: 300 }, (_, at) => `word${at} `).join('');
let database: TestDatabase;
let model: OpenAiStandIn;
let first: ServerProcess;
let second: ServerProcess;
let owner: Owner;
let agent: Agent;

const settings = (): Record<string, string> => ({
  DATABASE_URL: database.url,
  DATA_DIR: temporaryFolder(),
  ENCRYPTION_KEY: '0123456789abcdef'.repeat(4),
  STOP_GRACE_SECONDS: '1',
});

beforeAll(async () => {
  database = await createTestDatabase();
  model = await startOpenAiStandIn({
    tokenDelayMs: 20,
    reply: (request) =>
      String(request.messages.at(-1)?.content).includes('briefly') ? 'A short answer.' : words,
  });
  [first, second] = await Promise.all([startServer(settings()), startServer(settings())]);
  owner = await register(first.url);
  await connectModel(owner, model.baseUrl);
  agent = await modelAgent(owner);
});

afterAll(async () => {
  await cleanUp();
  await model.close();
  await database.close();
});

test('a visitor and an owner are known to both processes', async () => {
  const visitor = await openSession(first.url, agent.number);
  const answer = await say(first.url, visitor, { text: 'Answer briefly' });
  expect(await answer.ended).toBe('done');
  const again = await openSession(second.url, agent.number, visitor.token);
  expect(again.conversation?.messages.map(({ text }) => text)).toEqual(['Answer briefly', 'A short answer.']);
  const next = await say(second.url, visitor, {
    text: 'Answer briefly, again',
    conversationId: again.conversation?.id ?? null,
  });
  expect(await next.ended).toBe('done');
  expect(next.accepted()?.visitorMessage.seq).toBe(3);
  expect(await owner.at(second.url).get('/api/user')).toMatchObject({ email: owner.email });
});

test('an answer that one process writes is read whole and in order through the other', async () => {
  const visitor = await openSession(first.url, agent.number);
  const there = await say(first.url, visitor, { text: 'Tell me everything' });
  await there.next('delta');
  const here = await join(second.url, visitor, there.accepted()!.assistantMessage.id);
  // The same key sent to the other process, as a phone does that changed its network: the same answer, not a
  // second one.
  const resent = await say(second.url, visitor, {
    text: 'Tell me everything',
    clientMessageId: (
      await query<{ key: string }>(
        database.url,
        'SELECT client_message_id AS key FROM messages WHERE id = $1',
        [there.accepted()!.visitorMessage.id],
      )
    )[0]!.key,
  });
  expect(await Promise.all([there.ended, here.ended, resent.ended])).toEqual(['done', 'done', 'done']);
  expect(there.text()).toBe(words);
  expect(here.text()).toBe(words);
  expect(resent.text()).toBe(words);
  expect(here.events.filter(({ event }) => event === 'delta').length).toBeGreaterThan(1);
  expect(model.chats.filter((chat) => chat.messages.at(-1)?.content === 'Tell me everything')).toHaveLength(
    1,
  );
});

test('the stop button works through the other process', async () => {
  const visitor = await openSession(first.url, agent.number);
  const answer = await say(first.url, visitor, { text: 'Tell me a lot' });
  await answer.next('delta');
  const { id } = answer.accepted()!.assistantMessage;
  expect((await stopAnswer(second.url, visitor, id)).status).toBe(200);
  expect(await answer.ended).toBe('done');
  expect(answer.events.at(-1)?.data).toMatchObject({ message: { status: 'stopped' } });
  await model.idle();
  expect(model.requests.at(-1)?.wasAborted).toBe(true);
});

test('the owner hears, on one process, of a conversation on the other while it goes on', async () => {
  const events = await openStream('GET', `${second.url}/api/events`, { headers: { cookie: owner.cookie } });
  await events.next('ready');
  const visitor = await openSession(first.url, agent.number);
  const answer = await say(first.url, visitor, { text: 'Answer briefly, please' });
  await answer.next('accepted');
  const { conversationId } = answer.accepted()!;
  // Of the conversations before, news may still come.
  let heard: unknown;
  do heard = (await events.next('changed')).data;
  while ((heard as { conversationId?: string }).conversationId !== conversationId);
  expect(heard).toMatchObject({ type: 'conversation.changed', conversationId });
  expect(await answer.ended).toBe('done');
  events.close();
});

test('a change of the agent on one process holds at once on the other', async () => {
  const visitor = await openSession(second.url, agent.number);
  expect(await (await say(second.url, visitor, { text: 'Answer briefly, first' })).ended).toBe('done');
  const { draft, draftRevision } = await owner.get<Agent>(`/api/agents/${agent.id}`);
  draft.prompt.systemPrompt = 'Speak like a baker.';
  const saved = await owner.put<{ draftRevision: number }>(`/api/agents/${agent.id}/draft`, {
    revision: draftRevision,
    configuration: draft,
  });
  await owner.post(`/api/agents/${agent.id}/publish`, { revision: saved.draftRevision });
  expect(await (await say(second.url, visitor, { text: 'Answer briefly, second' })).ended).toBe('done');
  expect(JSON.stringify(model.chats.at(-1)?.messages[0])).toContain('Speak like a baker.');
});

test('limits are counted over both processes', async () => {
  const visitor = await openSession(first.url, agent.number);
  const began = Date.now();
  const tries = await Promise.all(
    Array.from({ length: 24 }, (_, at) =>
      say(at % 2 ? first.url : second.url, visitor, { text: `Answer briefly ${at}` }),
    ),
  );
  await Promise.all(tries.map(({ ended }) => ended));
  const taken = tries.filter(({ status }) => status === 200);
  const [least, most] = boundsOfMinutes(10, began);
  expect(taken.length).toBeGreaterThanOrEqual(least);
  expect(taken.length).toBeLessThanOrEqual(most);
  for (const refused of tries.filter(({ status }) => status !== 200)) {
    expect(refused.status).toBe(429);
    expect(refused.refusal?.code).toBe('conversations.too_many_messages');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  }
  const stored = await query(
    database.url,
    `SELECT FROM messages WHERE body LIKE 'Answer briefly %'
      AND visitor_id = (SELECT visitor_id FROM messages WHERE id = $1)`,
    [taken[0]?.accepted()?.visitorMessage.id],
  );
  expect(stored).toHaveLength(taken.length);
});

test('each piece of background work is done once', async () => {
  const base = `/api/knowledge/${agent.collectionId}`;
  const added = await Promise.all(
    Array.from({ length: 12 }, (_, at) =>
      (at % 2 ? owner : owner.at(second.url)).post<{ source: KnowledgeSource }>(`${base}/sources/text`, {
        title: `Text ${at}`,
        body: `The loaf number ${at} is called zanzibar${at}.`,
      }),
    ),
  );
  await until(
    'all are read',
    async () =>
      (await owner.get<{ sources: KnowledgeSource[] }>(`${base}/sources`)).sources.every(
        ({ status }) => status === 'ready',
      ),
    30_000,
  );
  const jobs = await query<{ state: string; retry_count: number }>(
    database.url,
    `SELECT state, retry_count FROM pgboss.job WHERE data->>'sourceId' = ANY($1)`,
    [added.map(({ source }) => source.id)],
  );
  expect(jobs).toHaveLength(12);
  await until(
    'their jobs are closed',
    async () =>
      (
        await query(
          database.url,
          `SELECT FROM pgboss.job WHERE data->>'sourceId' = ANY($1) AND state <> 'completed'`,
          [added.map(({ source }) => source.id)],
        )
      ).length === 0,
  );
  expect(jobs.every(({ retry_count }) => retry_count === 0)).toBe(true);
  expect(
    (await query<{ run: number }>(database.url, 'SELECT run FROM knowledge_sources')).map(({ run }) => run),
  ).toEqual(Array(12).fill(added[0]?.source ? 1 : 0));
  expect(await knowledgeFaults(database.url)).toEqual([]);
});

test('what a killed process was writing is ended by the other one', async () => {
  const visitors = await Promise.all(Array.from({ length: 10 }, () => openSession(first.url, agent.number)));
  const answers = await Promise.all(
    visitors.map((visitor, at) => say(first.url, visitor, { text: `Tell me about ${at}` })),
  );
  await Promise.all(answers.map((answer) => answer.next('delta')));
  const joined = await Promise.all(
    answers.map((answer, at) => join(second.url, visitors[at]!, answer.accepted()!.assistantMessage.id)),
  );
  await until(
    'part of every answer is stored',
    async () =>
      (await query(database.url, `SELECT FROM messages WHERE status = 'streaming' AND body <> ''`)).length ===
      10,
  );
  const events = await openStream('GET', `${second.url}/api/events`, { headers: { cookie: owner.cookie } });
  await first.kill();
  expect(await Promise.all(answers.map(({ ended }) => ended))).toEqual(Array(10).fill('cut'));
  // Who had joined through the living process is told without asking again.
  expect(await Promise.all(joined.map(({ ended }) => ended))).toEqual(Array(10).fill('failed'));
  expect(joined[0]?.events.at(-1)?.data).toMatchObject({ code: 'answer.interrupted', retryable: true });
  await events.next('changed');
  events.close();
  expect(await streamingCount(database.url)).toBe(0);
  expect((await ask('GET', `${second.url}/readyz`)).status).toBe(200);
  expect(await conversationFaults(database.url, [])).toEqual([]);
  expect((await query(database.url, 'SELECT FROM server_processes')).length).toBe(1);
});

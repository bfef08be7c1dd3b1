import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { AgentConfiguration } from '#features/agents/agents-configuration.contract.ts';
import type { Agent } from '#features/agents/agents.contract.ts';
import { applyEntitlement } from '#features/paywall/server/paywall.usecases.ts';
import { startOpenAiStandIn, type OpenAiStandIn } from '#tests/support/models/openai-stand-in.ts';
import { brokenLots, packOf } from '#tests/support/payments/paywall-setup.ts';
import { PayingVisitor } from '#tests/support/payments/paying-visitor.ts';
import { startTestApp, type TestAnswer, type TestApp } from '#tests/support/app/test-app.ts';
import { answersRepository } from '#features/conversations/server/answers/answers.repository.ts';

let app: TestApp;
let owner: Awaited<ReturnType<TestApp['register']>>;
let openAi: OpenAiStandIn;
let now = new Date('2026-05-10T10:00:00Z');
beforeAll(async () => {
  openAi = await startOpenAiStandIn({ reply: 'Breakfast is from seven.' });
  app = await startTestApp({
    clock: { now: () => now },
    environment: { TRUST_PROXY: 'loopback', FREE_VISITORS_PER_ADDRESS: '2' },
    llm: { baseUrls: { openai: openAi.baseUrl } },
  });
  owner = await app.register();
  await owner.request('PUT', '/api/integrations/openai', { body: { apiKey: 'sk-test' } });
});
afterAll(async () => {
  await app.close();
  await openAi.close();
});

type Payment = Partial<AgentConfiguration['payment']>;
async function publish(
  payment: Payment,
  change: (configuration: AgentConfiguration) => void = () => undefined,
): Promise<Agent> {
  return republish(await owner.post<Agent>('/api/agents', { from: 'blank', input: '' }), payment, change);
}
async function republish(
  agent: Agent,
  payment: Payment,
  change: (configuration: AgentConfiguration) => void = () => undefined,
): Promise<Agent> {
  const configuration = structuredClone(agent.draft);
  Object.assign(configuration.payment, { enabled: true, freeMessages: 2, ...payment });
  Object.assign(configuration.ai, { provider: 'openai', model: 'gpt-5-mini' });
  Object.assign(configuration.dynamic, { followUps: 0 });
  Object.assign(configuration.access, { messagesPerMinute: 60 });
  change(configuration);
  const saved = await owner.request('PUT', `/api/agents/${agent.id}/draft`, {
    body: { revision: agent.draftRevision, configuration },
  });
  expect(saved.status).toBe(200);
  return owner.post<Agent>(`/api/agents/${agent.id}/publish`, {
    revision: (saved.body as { draftRevision: number }).draftRevision,
  });
}

async function enter(agent: Agent, address: string | null = null): Promise<PayingVisitor> {
  const visitor = new PayingVisitor(app, agent.number, address);
  await visitor.open();
  return visitor;
}
const bought = async (agent: Agent, visitorId: string, given: object = {}): Promise<void> =>
  app.database.database.account(owner.user.accountId, (tx) =>
    applyEntitlement(
      tx,
      packOf({ accountId: owner.user.accountId, agentId: agent.id }, visitorId, { isTest: true, ...given }),
      'bought',
      now,
    ),
  );

describe('an agent that asks for money', () => {
  test('answers what is free, tells with each answer what is left, and then refuses before the model is asked', async () => {
    const agent = await publish({ freeMessages: 2 });
    const visitor = new PayingVisitor(app, agent.number);
    expect(await visitor.open()).toMatchObject({ state: 'free', freeLeft: 2, freeTotal: 2, isTest: true });
    expect((await visitor.send('When is breakfast?')).last).toMatchObject({
      message: { status: 'complete' },
      balance: { state: 'free', freeLeft: 1 },
    });
    expect((await visitor.send('And lunch?')).last).toMatchObject({
      balance: { state: 'free_used', freeLeft: 0 },
    });
    const asked = openAi.chats.length;
    const refused = await visitor.send('And dinner?');
    expect(refused).toMatchObject({
      status: 402,
      code: 'paywall.payment_required',
      details: { balance: { state: 'free_used', freeLeft: 0, freeTotal: 2, isTest: true } },
    });
    expect(openAi.chats.length).toBe(asked);
    expect(await visitor.open()).toMatchObject({ state: 'free_used' });
    const { balance, lines } = await visitor.usage();
    expect(balance.state).toBe('free_used');
    expect(lines.map(({ kind, amount, excerpt }) => [kind, amount, excerpt])).toEqual([
      ['commit', -1, 'And lunch?'],
      ['commit', -1, 'When is breakfast?'],
      ['grant', 2, null],
    ]);
    await bought(agent, visitor.id, { messages: 1 });
    expect((await visitor.send('And dinner?')).last).toMatchObject({
      balance: { state: 'pack_exhausted', packLeft: 0 },
    });
    expect((await visitor.send('And snacks?')).status).toBe(402);
  });

  test('lets whoever waits for a person go on writing to the team, and asks again for money once the AI answers', async () => {
    const agent = await publish({ freeMessages: 1 });
    const visitor = await enter(agent);
    await visitor.send('When is breakfast?');
    expect((await visitor.send('And lunch?')).status).toBe(402);
    const call = (path: string) =>
      app.browser().request('POST', `/api/visitor/conversations/${visitor.conversationId}/${path}`, {
        headers: visitor.headers,
        body: {},
      });
    expect((await call('person')).body).toMatchObject({ handler: 'waiting' });
    const [key, asked] = [randomUUID(), openAi.chats.length];
    for (let time = 0; time < 2; time++) {
      const told = await visitor.send('And lunch?', key);
      expect(told).toMatchObject({ status: 200, last: { assistantMessage: null } });
    }
    expect(openAi.chats.length).toBe(asked);
    expect((await visitor.usage()).lines.map(({ kind }) => kind)).toEqual(['commit', 'grant']);
    await app.database.database.direct.execute(
      sql`UPDATE conversations SET handler = 'ai' WHERE id = ${visitor.conversationId}`,
    );
    expect((await visitor.send('And dinner?')).status).toBe(402);
    // Asked for in so many words, a person is free from the first message on.
    const paidOnly = await enter(await publish({ freeMessages: 0 }));
    expect((await paidOnly.send('Hello?')).status).toBe(402);
    expect(await paidOnly.send('Hello?\n\nI would like to talk to a person.')).toMatchObject({
      status: 200,
      last: { assistantMessage: null },
    });
    expect((await paidOnly.send('Are you there?')).status).toBe(200);
  });

  test('charges one message for one key, however often it is sent', async () => {
    const agent = await publish({ freeMessages: 2 });
    const visitor = await enter(agent);
    const key = randomUUID();
    const tries = await Promise.all(
      Array.from({ length: 10 }, () => visitor.send('When is breakfast?', key)),
    );
    expect(tries.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect((await visitor.usage()).balance.freeLeft).toBe(1);
    const [last] = [randomUUID()];
    expect(
      (await Promise.all(Array.from({ length: 10 }, () => visitor.send('And lunch?', last)))).map(
        ({ status }) => status,
      ),
    ).toEqual(Array(10).fill(200));
    expect((await visitor.send('And lunch?', last)).last).toMatchObject({
      message: { status: 'complete' },
      balance: { freeLeft: 0 },
    });
  });

  test('gives back what failed, what was stopped before its first word, and what only says that it does not know', async () => {
    const agent = await publish({ freeMessages: 3 });
    const visitor = await enter(agent);
    const key = randomUUID();
    openAi.script({ kind: 'status', status: 500 });
    expect((await visitor.send('When is breakfast?', key)).last).toMatchObject({ balance: { freeLeft: 3 } });
    // The retry takes it anew, and the answer is charged.
    expect((await visitor.send('When is breakfast?', key)).last).toMatchObject({
      message: { status: 'complete' },
      balance: { freeLeft: 2 },
    });
    openAi.script({ kind: 'text', text: 'I’m sorry, I don’t have any information about that.' });
    expect((await visitor.send('Who is the king?')).last).toMatchObject({ balance: { freeLeft: 2 } });
    openAi.script({ kind: 'stall-before-headers' });
    const stopping = visitor.send('And dinner?');
    await vi.waitFor(() => expect(openAi.runningAnswers).toBe(1));
    const [row] = (
      await app.database.database.direct.execute<{ id: string }>(
        sql`SELECT id FROM messages WHERE status = 'streaming'`,
      )
    ).rows;
    await app
      .browser()
      .request('POST', `/api/visitor/messages/${row!.id}/stop`, { headers: visitor.headers, body: {} });
    expect((await stopping).last).toMatchObject({ message: { status: 'stopped' }, balance: { freeLeft: 2 } });
    expect(
      (await visitor.usage()).lines.map(({ kind, reason, amount }) => `${kind} ${reason} ${amount}`),
    ).toEqual([
      'release stopped_early 0',
      'release unsure 0',
      'commit answered -1',
      'release failed 0',
      'grant free 3',
    ]);
    expect(await brokenLots(app.database.database)).toEqual([]);
  });

  test('gives back ten answers a day that do not know, says in the ledger why the eleventh counts, and counts what informs', async () => {
    const agent = await publish({ freeMessages: 30 });
    const visitor = await enter(agent);
    for (let at = 0; at < 11; at++) {
      openAi.script({ kind: 'text', text: 'I’m not sure about that, sorry.' });
      const left = at < 10 ? 30 : 29;
      expect((await visitor.send(`Who is king number ${at}?`)).last).toMatchObject({
        balance: { freeLeft: left },
      });
    }
    const [line] = (await visitor.usage()).lines;
    expect(line).toMatchObject({
      kind: 'commit',
      reason: 'unsure_counted',
      amount: -1,
      excerpt: 'Who is king number 10?',
    });
    const other = await enter(agent);
    openAi.script({
      kind: 'text',
      text: 'I’m not sure, but Charles has been the king of England since 2022.',
    });
    expect((await other.send('Begin every answer with “I’m not sure”. Who is king?')).last).toMatchObject({
      balance: { freeLeft: 29 },
    });
    expect(await brokenLots(app.database.database)).toEqual([]);
  });

  test('charges for not knowing where its owner wants it so', async () => {
    const agent = await publish({ freeMessages: 3, chargeUnsure: true });
    openAi.script({ kind: 'text', text: 'I don’t know.' });
    expect((await (await enter(agent)).send('Who is the king?')).last).toMatchObject({
      balance: { freeLeft: 2 },
    });
  });

  test('counts messages that are answered with the visitor’s own key, because the owner sells access', async () => {
    const agent = await publish({ freeMessages: 1 }, ({ ai }) => void (ai.visitorKey = true));
    const visitor = await enter(agent);
    expect(
      (await visitor.send('When is breakfast?', randomUUID(), { 'x-openai-key': 'sk-own' })).last,
    ).toMatchObject({ balance: { freeLeft: 0 } });
    expect((await visitor.send('And lunch?', randomUUID(), { 'x-openai-key': 'sk-own' })).status).toBe(402);
  });

  test('lets programs with its key pass the same gate', async () => {
    const agent = await publish({ freeMessages: 1 });
    const { key } = await owner.post<{ key: string }>(`/api/agents/${agent.id}/keys`, {
      kind: 'secret',
      name: 'Shop',
    });
    const ask = (body: object): Promise<TestAnswer> =>
      app.browser().request('POST', '/api/v1/messages', {
        headers: { authorization: `Bearer ${key}` },
        body: { text: 'When is breakfast?', ...body },
      });
    const first = await ask({});
    expect(first.status).toBe(200);
    const { token, conversationId } = first.body as { token: string; conversationId: string };
    expect(await ask({ token, conversationId })).toMatchObject({
      status: 402,
      body: { code: 'paywall.payment_required' },
    });
    expect(await ask({ token })).toMatchObject({ status: 402 });
  });

  test('asks again when the day is new, and holds unlimited access to its fair use', async () => {
    const agent = await publish({ freeMessages: 1, refill: 'day', fairUsePerDay: 50 });
    const visitor = await enter(agent);
    await visitor.send('When is breakfast?');
    expect((await visitor.send('And lunch?')).status).toBe(402);
    now = new Date('2026-05-11T00:00:01Z');
    expect((await visitor.send('And lunch?')).last).toMatchObject({ balance: { freeLeft: 0 } });
    await bought(agent, visitor.id, { kind: 'once', messages: null });
    expect((await visitor.send('And dinner?')).last).toMatchObject({
      balance: { state: 'once', until: null },
    });
    await app.database.database.direct.execute(
      sql`UPDATE paywall_lots SET day_count = 50 WHERE kind = 'once' AND agent_id = ${agent.id}`,
    );
    expect(await visitor.send('And snacks?')).toMatchObject({ status: 429, code: 'paywall.fair_use' });
  });

  test('counts the home and the site around an IPv6 address, too: going through one’s networks opens no end of free messages', async () => {
    const agent = await publish({ freeMessages: 1 });
    const freeOf = async (address: string): Promise<boolean> =>
      (await (await enter(agent, address)).send('When is breakfast?')).status === 200;
    const home = [];
    for (let at = 0; at < 6; at++) home.push(await freeOf(`2001:db8:77:10${at}::1`));
    expect(home).toEqual([true, true, true, true, false, false]);
    expect(await freeOf('2001:db8:77:2200::1')).toBe(true);
    expect(await freeOf('2001:db8:78:100::1')).toBe(true);
  });

  test('gives free messages to so many new visitors of one address a day, and to all others', async () => {
    const agent = await publish({ freeMessages: 1 });
    const [first, second, third, elsewhere] = [
      await enter(agent, '203.0.113.7'),
      await enter(agent, '203.0.113.7'),
      await enter(agent, '203.0.113.7'),
      await enter(agent, '198.51.100.9'),
    ];
    expect((await first.send('When is breakfast?')).status).toBe(200);
    expect((await second.send('When is breakfast?')).status).toBe(200);
    expect(await third.send('When is breakfast?')).toMatchObject({ status: 402 });
    expect(await third.open()).toMatchObject({ state: 'free_used', freeLeft: 0 });
    expect((await elsewhere.send('When is breakfast?')).status).toBe(200);
    // Who was here before keeps what is free, and who paid goes on.
    await republish(await owner.get<Agent>(`/api/agents/${agent.id}`), { freeMessages: 2 });
    // What was published reaches running conversations by notice.
    await vi.waitFor(async () => expect((await first.usage()).balance.freeTotal).toBe(2));
    expect((await first.send('And lunch?')).status).toBe(200);
    now = new Date(now.getTime() + 86_400_000);
    expect((await third.send('When is breakfast?')).status).toBe(200);
  });

  test('gives back what is held when the process that was writing dies, and when the visitor deletes their data', async () => {
    const agent = await publish({ freeMessages: 3 });
    const visitor = await enter(agent);
    await visitor.send('When is breakfast?');
    openAi.script({ kind: 'stall-before-headers' });
    void visitor.send('And dinner?').catch(() => undefined);
    await vi.waitFor(() => expect(openAi.runningAnswers).toBe(1));
    const { database } = app.database;
    const [writer] = (
      await database.direct.execute<{ process: string }>(
        sql`SELECT process_id AS process FROM messages WHERE status = 'streaming'`,
      )
    ).rows;
    await database.system((tx) =>
      answersRepository(tx).interruptAnswersOf(writer!.process, 'answer.interrupted', now),
    );
    expect((await visitor.usage()).lines.map(({ kind, excerpt }) => [kind, excerpt])).toEqual([
      ['release', 'And dinner?'],
      ['commit', 'When is breakfast?'],
      ['grant', null],
    ]);
    const id = visitor.id;
    await app.browser().request('DELETE', '/api/visitor', { headers: visitor.headers });
    const { rows } = await database.direct.execute<{ remaining: number; held: number; entries: string }>(
      sql`SELECT remaining, held, (SELECT count(*) FROM paywall_entries WHERE lot_id = l.id) AS entries
        FROM paywall_lots l WHERE wallet_id = ${id}`,
    );
    expect(rows).toEqual([{ remaining: 2, held: 0, entries: '5' }]);
  });

  test('has a wallet for each agent, and one that asks for no money has none', async () => {
    const [paid, free] = [await publish({ freeMessages: 1 }), await publish({ enabled: false })];
    const visitor = new PayingVisitor(app, free.number);
    expect(await visitor.open()).toBeNull();
    const { events } = await visitor.send('When is breakfast?');
    expect(events.at(-1)).toMatchObject({ event: 'done' });
    expect(events.some(({ data }) => 'balance' in data)).toBe(false);
    const { rows } = await app.database.database.direct.execute(
      sql`SELECT FROM paywall_lots WHERE agent_id = ${free.id}`,
    );
    expect(rows).toEqual([]);
    const balance = await app.browser().request('GET', '/api/visitor/balance', { headers: visitor.headers });
    expect(balance.body).toMatchObject({ state: 'off' });
    const other = await enter(paid);
    expect((await other.send('When is breakfast?')).last).toMatchObject({ balance: { state: 'free_used' } });
  });
});

test('two hundred first messages at once reach the model three times when three are free', async () => {
  // A clock that hurries, so that the limit of messages a minute plays no part.
  let calls = 0;
  const model = await startOpenAiStandIn({ reply: 'Breakfast is from seven.' });
  const hurried = await startTestApp({
    clock: { now: () => new Date(Date.UTC(2026, 4, 10) + ++calls * 2_000) },
    llm: { baseUrls: { openai: model.baseUrl } },
  });
  const before = [app, owner] as const;
  [app, owner] = [hurried, await hurried.register()];
  await owner.request('PUT', '/api/integrations/openai', { body: { apiKey: 'sk-test' } });
  const visitor = await enter(
    await publish({ freeMessages: 3 }, ({ access }) => void (access.messagesPerDay = 5_000)),
  );
  const tries = await Promise.all(Array.from({ length: 200 }, (_, at) => visitor.send(`Question ${at}`)));
  expect(tries.filter(({ status }) => status === 200)).toHaveLength(3);
  expect(
    tries.filter(({ status, code }) => status === 402 && code === 'paywall.payment_required'),
  ).toHaveLength(197);
  expect(model.chats).toHaveLength(3);
  expect((await visitor.usage()).balance).toMatchObject({ state: 'free_used', freeLeft: 0 });
  expect(await brokenLots(hurried.database.database)).toEqual([]);
  [app, owner] = before;
  await hurried.close();
  await model.close();
});

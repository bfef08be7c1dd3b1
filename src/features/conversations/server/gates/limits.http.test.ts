import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { AgentConfiguration } from '#features/agents/agents-configuration.contract.ts';
import type { Agent } from '#features/agents/agents.contract.ts';
import type { AgentUsage } from '#features/agents/agents-usage.contract.ts';
import { agentsUsageRepository } from '#features/agents/server/usage/usage.repository.ts';
import { startOpenAiStandIn, type OpenAiStandIn } from '#tests/support/models/openai-stand-in.ts';
import { startTestApp, type TestAnswer, type TestApp } from '#tests/support/app/test-app.ts';
import { conversationsRepository } from '../conversations.repository.ts';

let app: TestApp;
let owner: Awaited<ReturnType<TestApp['register']>>;
let openAi: OpenAiStandIn;
let now = new Date('2026-11-20T10:00:00Z');
beforeAll(async () => {
  openAi = await startOpenAiStandIn();
  app = await startTestApp({ clock: { now: () => now }, llm: { baseUrls: { openai: openAi.baseUrl } } });
  owner = await app.register();
});
afterAll(async () => {
  await app.close();
  await openAi.close();
});

type Access = Partial<AgentConfiguration['access']>;

async function publish(
  access: Access,
  change: (configuration: AgentConfiguration) => void = () => undefined,
  person = owner,
): Promise<Agent> {
  const agent = await person.post<Agent>('/api/agents', { from: 'blank', input: '' });
  return republish(agent, access, change, person);
}
async function republish(
  agent: Agent,
  access: Access,
  change: (configuration: AgentConfiguration) => void = () => undefined,
  person = owner,
): Promise<Agent> {
  const configuration = structuredClone(agent.draft);
  Object.assign(configuration.access, access);
  change(configuration);
  const saved = await person.request('PUT', `/api/agents/${agent.id}/draft`, {
    body: { revision: agent.draftRevision, configuration },
  });
  expect(saved.status).toBe(200);
  return person.post<Agent>(`/api/agents/${agent.id}/publish`, {
    revision: (saved.body as { draftRevision: number }).draftRevision,
  });
}

const open = (agent: number, given: object = {}): Promise<TestAnswer> =>
  app.browser().request('POST', '/api/visitor/session', { body: { agent, ...given } });
const tokenOf = (answer: TestAnswer): string => (answer.body as { token: string }).token;
const codeOf = ({ status, body }: TestAnswer): [number, string] => [status, (body as { code: string }).code];
const say = (
  token: string,
  conversationId: string | null = null,
  url: string | null = 'https://shop.example/cakes/',
): Promise<TestAnswer> =>
  app.browser().request('POST', '/api/visitor/messages', {
    headers: { authorization: `Bearer ${token}` },
    body: {
      conversationId,
      clientMessageId: randomUUID(),
      text: 'When are you open?',
      ...(url ? { page: { url } } : {}),
    },
  });
const conversationOf = (answer: TestAnswer): string =>
  /"conversationId":"(\w+)"/.exec(answer.text)?.[1] ?? '';

describe('the limits of an agent', () => {
  const guest = async (agent: Agent): Promise<string> => tokenOf(await open(agent.number));
  const usageOf = (agent: Agent): Promise<AgentUsage> =>
    owner.get<AgentUsage>(`/api/agents/${agent.id}/usage`);
  const mails = async (agent: Agent): Promise<string[]> =>
    (
      await app.database.database.direct.execute<{ kind: string }>(
        sql`SELECT kind FROM outbox_mails
          WHERE account_id = ${owner.user.accountId} AND text_body LIKE ${`%${agent.id}%`}
          ORDER BY created_at, kind`,
      )
    ).rows.map(({ kind }) => kind);

  test('let a visitor write as fast and as much as its owner set', async () => {
    const agent = await publish({ messagesPerMinute: 2, messagesPerConversation: 1 });
    const token = await guest(agent);
    const conversation = conversationOf(await say(token));
    expect(codeOf(await say(token, conversation))).toEqual([409, 'conversations.conversation_full']);
    expect(codeOf(await say(token))).toEqual([429, 'conversations.too_many_messages']);
    const daily = await publish({ messagesPerDay: 1 });
    const other = await guest(daily);
    expect((await say(other)).status).toBe(200);
    expect((await say(other)).status).toBe(429);
  });

  test('let exactly as many of a hundred messages at once reach the model as a day has, and tell the owner once', async () => {
    const agent = await publish(
      { dailyMessages: 10, messagesPerMinute: 60 },
      ({ basic }) => (basic.name = 'Linden'),
    );
    // Some begin conversations, some go on with one.
    const visitors = await Promise.all(Array.from({ length: 4 }, () => guest(agent)));
    const begun = await Promise.all(visitors.map(async (token) => conversationOf(await say(token))));
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, at) =>
        say(visitors[at % 4] ?? '', at % 8 < 4 ? (begun[at % 4] ?? null) : null),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(6);
    for (const answer of answers.filter(({ status }) => status !== 200))
      expect(codeOf(answer)).toEqual([403, 'access.resting']);
    expect(await usageOf(agent)).toMatchObject({
      day: '2026-11-20',
      dayMessages: 10,
      dayLimit: 10,
      month: '2026-11',
      monthMessages: 10,
      monthMicros: 0,
    });
    await vi.waitFor(async () => expect(await usageOf(agent)).toMatchObject({ dayNotice: 100 }));
    await vi.waitFor(async () =>
      expect(await mails(agent)).toEqual(expect.arrayContaining(['agent-limit-reached'])),
    );
    expect((await mails(agent)).filter((kind) => kind === 'agent-limit-reached')).toHaveLength(1);
    expect((await mails(agent)).length).toBeLessThanOrEqual(2);
    // The next day is a new one.
    const before = now;
    try {
      now = new Date('2026-11-21T00:00:01Z');
      expect((await say(visitors[0] ?? '')).status).toBe(200);
      expect(await usageOf(agent)).toMatchObject({
        day: '2026-11-21',
        dayMessages: 1,
        dayNotice: 0,
        monthMessages: 11,
      });
    } finally {
      now = before;
    }
  });

  test('warn at four fifths, and count neither previews, nor repeated keys, nor refused messages', async () => {
    const agent = await publish({ dailyMessages: 5, messagesPerConversation: 4 });
    const token = await guest(agent);
    const preview = tokenOf(
      await open(agent.number, { preview: new URL(agent.previewUrl, app.url).searchParams.get('ticket') }),
    );
    for (let at = 0; at < 7; at++) expect((await say(preview)).status).toBe(200);
    const key = randomUUID();
    const again = () =>
      app.browser().request('POST', '/api/visitor/messages', {
        headers: { authorization: `Bearer ${token}` },
        body: { conversationId: null, clientMessageId: key, text: 'Hello' },
      });
    const conversation = conversationOf(await again());
    expect(conversationOf(await again())).toBe(conversation);
    for (let at = 0; at < 3; at++) expect((await say(token, conversation)).status).toBe(200);
    expect(codeOf(await say(token, conversation))).toEqual([409, 'conversations.conversation_full']);
    expect(codeOf(await say(token, 'cnv_unknown'))).toEqual([404, 'conversations.not_found']);
    expect(await usageOf(agent)).toMatchObject({ dayMessages: 4 });
    await vi.waitFor(async () => expect(await usageOf(agent)).toMatchObject({ dayNotice: 80 }));
    await vi.waitFor(async () => expect(await mails(agent)).toEqual(['agent-limit-near']));
  });

  test('leave an agent that may go on to its built-in engine', async () => {
    const agent = await publish({ dailyMessages: 1, atLimit: 'built-in' }, ({ ai }) =>
      Object.assign(ai, { provider: 'openai-compatible', model: 'gone' }),
    );
    const token = await guest(agent);
    // There is no such connection: the model fails, so who answers shows which engine was asked.
    expect((await say(token)).text).toContain('event: failed');
    expect((await say(token)).text).toContain('"engine":"built-in"');
    expect((await usageOf(agent)).dayMessages).toBe(2);
  });

  test('count agents without limits as well, a moment later', async () => {
    const agent = await publish({});
    const token = await guest(agent);
    await say(token);
    await say(token);
    expect(await usageOf(agent)).toMatchObject({
      dayMessages: 2,
      monthMessages: 2,
      dayLimit: 0,
      monthLimitMicros: 0,
      dayNotice: 0,
    });
  });

  test('hold money back before a model is asked, however many ask at once', async () => {
    const agent = await publish({ monthlyCents: 100 });
    const terms = {
      agentId: agent.id,
      accountId: owner.user.accountId,
      day: '2026-11-20',
      month: '2026-11-01',
      messages: 1,
      heldMicros: 100_000,
      messagesCap: 0,
      microsCap: 1_000_000,
      isHard: true,
    };
    const taken = await Promise.all(
      Array.from({ length: 100 }, () =>
        app.database.database.account(owner.user.accountId, (tx) =>
          conversationsRepository(tx).takeUsage(terms),
        ),
      ),
    );
    expect(taken.filter(Boolean)).toHaveLength(10);
    // Answers that cost less than was held back make room again.
    await agentsUsageRepository(app.database.database.direct).addAll(
      [{ agentId: agent.id, messages: 0, micros: 50_000, held: -300_000 }],
      terms.day,
      terms.month,
    );
    expect(await usageOf(agent)).toMatchObject({
      monthMicros: 50_000,
      monthLimitMicros: 1_000_000,
      monthMessages: 10,
    });
    expect(
      await app.database.database.account(owner.user.accountId, (tx) =>
        conversationsRepository(tx).takeUsage(terms),
      ),
    ).toMatchObject({ monthMicros: 50_000, monthHeld: 800_000 });
  });

  test('stop an agent whose answers cost what its month has, and warn before', async () => {
    await owner.request('PUT', '/api/integrations/openai', { body: { apiKey: 'sk-test-1234567890' } });
    const agent = await publish({ monthlyCents: 1 }, ({ ai, dynamic }) => {
      Object.assign(ai, { provider: 'openai', model: 'gpt-5.4' });
      dynamic.followUps = 0;
    });
    const token = await guest(agent);
    // 1,000 tokens in and 400 out: 0.85 cents.
    const cost = { kind: 'text', text: 'At seven.', usage: { input: 1_000, output: 400 } } as const;
    openAi.script(cost, cost);
    expect((await say(token)).text).toContain('"engine":"model"');
    await vi.waitFor(async () =>
      expect(await usageOf(agent)).toMatchObject({ monthMicros: 8_500, monthNotice: 80 }),
    );
    expect((await say(token)).text).toContain('"engine":"model"');
    await vi.waitFor(async () =>
      expect(await usageOf(agent)).toMatchObject({ monthMicros: 17_000, monthNotice: 100 }),
    );
    expect(codeOf(await say(token))).toEqual([403, 'access.resting']);
    await vi.waitFor(async () =>
      expect(await mails(agent)).toEqual(['agent-limit-near', 'agent-limit-reached']),
    );
  });

  test('are shown to people of the account alone', async () => {
    const agent = await publish({});
    const stranger = await app.register('Olga');
    expect((await stranger.request('GET', `/api/agents/${agent.id}/usage`)).status).toBe(404);
  });
});

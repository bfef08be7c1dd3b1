import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { AgentConfiguration } from '#features/agents/agents-configuration.contract.ts';
import type { Agent } from '#features/agents/agents.contract.ts';
import type { AgentUsage } from '#features/agents/agents-usage.contract.ts';
import { agentsUsageRepository } from '#features/agents/server/usage/usage.repository.ts';
import { startOpenAiStandIn, type OpenAiStandIn } from '#tests/support/models/openai-stand-in.ts';
import { startTestServices, type TestMember, type TestServices } from '#tests/support/app/test-services.ts';
import { outcomeOf, publishAgent, visitServices } from '#tests/support/visitors/visitor-of-services.ts';
import { conversationsRepository } from '../conversations.repository.ts';

const [full, resting] = ['conversations.conversation_full', 'access.resting'];
let server: TestServices;
let owner: TestMember;
let openAi: OpenAiStandIn;
beforeAll(async () => {
  openAi = await startOpenAiStandIn();
  server = await startTestServices({
    now: new Date('2026-11-20T10:00:00Z'),
    llm: { baseUrls: { openai: openAi.baseUrl } },
  });
  owner = await server.member();
});
afterAll(async () => {
  await server.close();
  await openAi.close();
});

const publish = (
  access: Partial<AgentConfiguration['access']>,
  change: (configuration: AgentConfiguration) => void = () => undefined,
): Promise<Agent> =>
  publishAgent(server, owner, (configuration) => {
    Object.assign(configuration.access, access);
    change(configuration);
  });
const usageOf = ({ id }: Agent): Promise<AgentUsage> => server.agentUsage.usage(owner.scope, id);
const mails = async ({ id }: Agent): Promise<string[]> =>
  (
    await server.database.direct.execute<{ kind: string }>(
      sql`SELECT kind FROM outbox_mails
        WHERE account_id = ${owner.scope.accountId} AND text_body LIKE ${`%${id}%`}
        ORDER BY created_at, kind`,
    )
  ).rows.map(({ kind }) => kind);
/** The engine that wrote an answer; `failed` where none did. */
async function engineOf(visitor: Awaited<ReturnType<typeof visitServices>>): Promise<string> {
  const { events } = await visitor.say('When are you open?', { fresh: true });
  const end = events.find(({ type }) => type === 'done' || type === 'failed');
  return end?.type === 'done' ? (end.message.engine ?? '') : 'failed';
}

describe('the limits of an agent', () => {
  test('let exactly as many of a hundred messages at once reach the model as a day has, and tell the owner once', async () => {
    const agent = await publish(
      { dailyMessages: 10, messagesPerMinute: 60 },
      ({ basic }) => (basic.name = 'Linden'),
    );
    // Some begin conversations, some go on with one.
    const visitors = await Promise.all(Array.from({ length: 4 }, () => visitServices(server, agent)));
    for (const visitor of visitors) await visitor.say('When are you open?');
    const outcomes = await Promise.all(
      Array.from({ length: 100 }, (_, at) =>
        outcomeOf(visitors[at % 4]!.say('When are you open?', { fresh: at % 8 >= 4 })),
      ),
    );
    expect(outcomes.filter((one) => one === 'done')).toHaveLength(6);
    expect(outcomes.filter((one) => one === resting)).toHaveLength(94);
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
    server.clock.advance(14 * 3_600_000 + 1_000);
    try {
      expect(await outcomeOf(visitors[0]!.say('When are you open?', { fresh: true }))).toBe('done');
      expect(await usageOf(agent)).toMatchObject({
        day: '2026-11-21',
        dayMessages: 1,
        dayNotice: 0,
        monthMessages: 11,
      });
    } finally {
      server.clock.advance(-14 * 3_600_000 - 1_000);
    }
  });

  test('warn at four fifths, and count neither previews, nor repeated keys, nor refused messages', async () => {
    const agent = await publish({ dailyMessages: 5, messagesPerConversation: 4 });
    const visitor = await visitServices(server, agent);
    const ticket = new URL(agent.previewUrl, 'https://chatelier.test').searchParams.get('ticket');
    const preview = await visitServices(server, agent, { preview: ticket });
    for (let at = 0; at < 7; at++) await preview.say('Hello', { fresh: true });
    const key = randomUUID();
    const { conversationId } = await visitor.say('Hello', { key, fresh: true });
    expect((await visitor.say('Hello', { key, fresh: true })).conversationId).toBe(conversationId);
    for (let at = 0; at < 3; at++) await visitor.say('Hello', { conversationId });
    expect(await outcomeOf(visitor.say('Hello', { conversationId }))).toBe(full);
    expect(await outcomeOf(visitor.say('Hello', { conversationId: 'cnv_unknown' }))).toBe(
      'conversations.not_found',
    );
    expect(await usageOf(agent)).toMatchObject({ dayMessages: 4 });
    await vi.waitFor(async () => expect(await usageOf(agent)).toMatchObject({ dayNotice: 80 }));
    await vi.waitFor(async () => expect(await mails(agent)).toEqual(['agent-limit-near']));
  });

  test('leave an agent that may go on to its built-in engine', async () => {
    const agent = await publish({ dailyMessages: 1, atLimit: 'built-in' }, ({ ai }) =>
      Object.assign(ai, { provider: 'openai-compatible', model: 'gone' }),
    );
    const visitor = await visitServices(server, agent);
    // There is no such connection: the model fails, so who answers shows which engine was asked.
    expect([await engineOf(visitor), await engineOf(visitor)]).toEqual(['failed', 'built-in']);
    expect((await usageOf(agent)).dayMessages).toBe(2);
  });

  test('count agents without limits as well, a moment later', async () => {
    const agent = await publish({});
    const visitor = await visitServices(server, agent);
    await visitor.say('Hello');
    await visitor.say('Hello', { fresh: true });
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
    const { database } = server;
    const { accountId } = owner.scope;
    const terms = {
      agentId: agent.id,
      accountId,
      day: '2026-11-20',
      month: '2026-11-01',
      messages: 1,
      heldMicros: 100_000,
      messagesCap: 0,
      microsCap: 1_000_000,
      isHard: true,
    };
    const take = () => database.account(accountId, (tx) => conversationsRepository(tx).takeUsage(terms));
    const taken = await Promise.all(Array.from({ length: 100 }, take));
    expect(taken.filter(Boolean)).toHaveLength(10);
    // Answers that cost less than was held back make room again.
    await agentsUsageRepository(database.direct).addAll(
      [{ agentId: agent.id, messages: 0, micros: 50_000, held: -300_000 }],
      terms.day,
      terms.month,
    );
    expect(await usageOf(agent)).toMatchObject({
      monthMicros: 50_000,
      monthLimitMicros: 1_000_000,
      monthMessages: 10,
    });
    expect(await take()).toMatchObject({ monthMicros: 50_000, monthHeld: 800_000 });
  });

  test('stop an agent whose answers cost what its month has, and warn before', async () => {
    await server.integrations.connect(owner.scope, 'openai', { apiKey: 'sk-test-1234567890' });
    const agent = await publish({ monthlyCents: 1 }, ({ ai, dynamic }) => {
      Object.assign(ai, { provider: 'openai', model: 'gpt-5.4' });
      dynamic.followUps = 0;
    });
    const visitor = await visitServices(server, agent);
    // 1,000 tokens in and 400 out: 0.85 cents.
    const cost = { kind: 'text', text: 'At seven.', usage: { input: 1_000, output: 400 } } as const;
    openAi.script(cost, cost);
    expect(await engineOf(visitor)).toBe('model');
    await vi.waitFor(async () =>
      expect(await usageOf(agent)).toMatchObject({ monthMicros: 8_500, monthNotice: 80 }),
    );
    expect(await engineOf(visitor)).toBe('model');
    await vi.waitFor(async () =>
      expect(await usageOf(agent)).toMatchObject({ monthMicros: 17_000, monthNotice: 100 }),
    );
    expect(await outcomeOf(visitor.say('Hello', { fresh: true }))).toBe(resting);
    await vi.waitFor(async () =>
      expect(await mails(agent)).toEqual(['agent-limit-near', 'agent-limit-reached']),
    );
  });

  test('are shown to people of the account alone', async () => {
    const agent = await publish({});
    const stranger = await server.member('Olga');
    expect(await outcomeOf(server.agentUsage.usage(stranger.scope, agent.id))).toBe('agents.not_found');
  });
});

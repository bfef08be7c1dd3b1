import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { MessagePart } from '#shared/chat/message-parts.ts';
import type { Agent } from '#features/agents/agents.contract.ts';
import type { AgentConfiguration } from '#features/agents/agents-configuration.contract.ts';
import type { ChatMessage } from '#features/conversations/conversations.contract.ts';
import type { PaywallBalance } from '#features/paywall/paywall.contract.ts';
import { startTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { startOpenAiStandIn, type OpenAiStandIn } from '#tests/support/models/openai-stand-in.ts';
import { brokenLots } from '#tests/support/payments/paywall-setup.ts';
import { startServiceStandIn, type ServiceStandIn } from '#tests/support/tools/service-stand-in.ts';
import { openChat, publishAgent, type ChatVisitor } from '#tests/support/visitors/visitor-chat.ts';
import type { AgentFunction } from '../custom-functions.contract.ts';

let app: TestApp;
let vera: Awaited<ReturnType<TestApp['register']>>;
let model: OpenAiStandIn;
let service: ServiceStandIn;
let now = new Date('2026-05-10T10:00:00Z');
beforeAll(async () => {
  app = await startTestApp({ clock: { now: () => now } });
  vera = await app.register('Vera');
  model = await startOpenAiStandIn({ models: ['stand-in-large'] });
  service = await startServiceStandIn();
  await vera.request('PUT', '/api/integrations/openai-compatible', { body: { baseUrl: model.baseUrl } });
});
afterAll(async () => {
  await app.close();
  await model.close();
  await service.close();
});

let count = 0;
/** An agent with one function that cancels an order, as given. */
async function agentWith(
  more: object,
  change: (draft: AgentConfiguration) => void = () => undefined,
  path = '/echo',
): Promise<{ agent: Agent; name: string }> {
  count += 1;
  const name = `cancel_order_${count}`;
  const made = await vera.post<AgentFunction>('/api/functions', {
    definition: {
      kind: 'http',
      name,
      label: 'Cancel the order',
      description: 'Use when somebody wants to cancel their order.',
      parameters: { type: 'object', properties: { order_id: { type: 'string' } }, required: ['order_id'] },
      ...more,
      http: { method: 'POST', body: 'json', url: `${service.url}${path}` },
    },
  });
  const agent = await publishAgent(vera, (draft) => {
    draft.ai = { ...draft.ai, provider: 'openai-compatible', model: 'stand-in-large' };
    draft.dynamic.followUps = 0;
    draft.functions.enabled = [made.id];
    change(draft);
  });
  return { agent, name };
}
const asks = (name: string, order = 'A-7') => ({
  kind: 'tool-calls' as const,
  calls: [{ name, arguments: { order_id: order } }],
});
const says = (text: string) => ({ kind: 'text' as const, text });
const cardOf = ({ parts = [] }: { parts?: MessagePart[] }) => {
  const card = parts.find((part) => part.type === 'approval');
  if (card?.type !== 'approval') throw new Error('Nobody was asked');
  return card;
};
const decide = (visitor: ChatVisitor, answer: ChatMessage, isYes: boolean, request = cardOf(answer).id) =>
  visitor.request('POST', `/api/visitor/messages/${answer.id}/approval`, { body: { request, isYes } });
const stateOf = async (request: string): Promise<string | undefined> => {
  const { rows } = await app.database.database.direct.execute<{ state: string }>(
    sql`SELECT state FROM tool_requests WHERE id = ${request}`,
  );
  return rows[0]?.state;
};
const lastRead = (): string => String(model.chats.at(-1)!.messages.at(-1)!.content);

describe('a function that asks first', () => {
  test('runs after the yes of the visitor, once, with the very arguments that they saw', async () => {
    const { agent, name } = await agentWith({ risk: 'approval' });
    const visitor = await openChat(app, agent.number);
    const before = service.calls.length;
    model.script(asks(name), says('Shall I cancel A-7?'));
    const { answer } = await visitor.say('Cancel my order A-7');
    expect(cardOf(answer)).toMatchObject({
      title: 'Cancel the order',
      details: [{ name: 'order_id', value: 'A-7' }],
      approver: 'visitor',
      cost: 0,
      state: 'waiting',
    });
    expect(lastRead()).toContain('It is not done');
    expect(service.calls.length).toBe(before);

    // Nobody else says yes for them, and the team is not asked.
    const stranger = await openChat(app, agent.number);
    await stranger.say('Hello');
    expect((await decide(stranger, answer, true)).status).toBe(404);
    expect((await decide(visitor, answer, true)).status).toBe(200);
    expect(await decide(visitor, answer, true)).toMatchObject({
      status: 409,
      body: { code: 'approvals.over' },
    });
    model.script(says('It is cancelled.'));
    expect((await visitor.say('Yes: Cancel the order')).answer.text).toBe('It is cancelled.');
    expect(service.calls.length).toBe(before + 1);
    expect(JSON.parse(service.last()!.body)).toEqual({ order_id: 'A-7' });
    expect(lastRead()).toContain('order_id');
    model.script(says('You are welcome.'));
    await visitor.say('Thanks');
    expect(service.calls.length).toBe(before + 1);
    const { rows } = await app.database.database.direct.execute<{ parts: MessagePart[] }>(
      sql`SELECT parts FROM messages WHERE id = ${answer.id}`,
    );
    expect(cardOf(rows[0]!).state).toBe('approved');
  });

  test('does nothing after a no, after an hour, or with arguments that do not fit', async () => {
    const { agent, name } = await agentWith({ risk: 'approval' });
    const visitor = await openChat(app, agent.number);
    const before = service.calls.length;
    model.script(asks(name), says('Shall I?'));
    const no = await visitor.say('Cancel it');
    expect((await decide(visitor, no.answer, false)).status).toBe(200);
    model.script(says('Fine.'));
    await visitor.say('No');
    model.script(asks(name, 'B-1'), says('Shall I?'));
    const late = await visitor.say('Cancel B-1');
    now = new Date(now.getTime() + 61 * 60_000);
    expect((await decide(visitor, late.answer, true)).status).toBe(409);
    model.script(
      { kind: 'tool-calls', calls: [{ name, arguments: { order: 7 } }] },
      says('Which order is it?'),
    );
    expect((await visitor.say('Cancel it')).answer.parts ?? []).toEqual([]);
    expect(service.calls.length).toBe(before);
  });

  test('that was running as its server died is not run again, and nobody claims to know how it ended', async () => {
    const { agent, name } = await agentWith({ risk: 'approval' });
    const visitor = await openChat(app, agent.number);
    model.script(asks(name), says('Shall I?'));
    const { answer } = await visitor.say('Cancel it');
    await decide(visitor, answer, true);
    await app.database.database.direct.execute(
      sql`UPDATE tool_requests SET state = 'running', started_at = ${now.toISOString()} WHERE id = ${cardOf(answer).id}`,
    );
    now = new Date(now.getTime() + 6 * 60_000);
    const before = service.calls.length;
    model.script(says('I do not know whether it was done.'));
    await visitor.say('And?');
    expect(lastRead()).toContain('is not known');
    model.script(says('Bye.'));
    await visitor.say('Bye');
    expect(service.calls.length).toBe(before);
  });

  test('that runs in another answer is not called lost because the yes was said long ago', async () => {
    const { agent, name } = await agentWith({ risk: 'approval' });
    const visitor = await openChat(app, agent.number);
    model.script(asks(name), says('Shall I?'));
    const { answer } = await visitor.say('Cancel it');
    await decide(visitor, answer, true);
    now = new Date(now.getTime() + 30 * 60_000);
    const request = cardOf(answer).id;
    await app.database.database.direct.execute(
      sql`UPDATE tool_requests SET state = 'running', started_at = ${now.toISOString()} WHERE id = ${request}`,
    );
    model.script(says('It is being done.'));
    await visitor.say('And?');
    expect(lastRead()).not.toContain('is not known');
    expect(await stateOf(request)).toBe('running');
  });

  test('is asked for once while it waits, however its arguments are ordered', async () => {
    const { agent, name } = await agentWith({
      risk: 'approval',
      parameters: {
        type: 'object',
        properties: { order_id: { type: 'string' }, at: { type: 'string' } },
        required: ['order_id'],
      },
    });
    const visitor = await openChat(app, agent.number);
    const both = (given: object) => ({ kind: 'tool-calls' as const, calls: [{ name, arguments: given }] });
    model.script(both({ order_id: 'A-7', at: 'noon' }), says('Shall I?'));
    await visitor.say('Cancel A-7 at noon');
    model.script(both({ order_id: 'A-7', at: 'noon' }), says('You are asked.'));
    expect((await visitor.say('Cancel A-7 at noon')).answer.parts ?? []).toEqual([]);
    expect(lastRead()).toContain('being asked already');
  });

  test('of the team goes on by itself when a colleague says yes, and tells a no', async () => {
    const { agent, name } = await agentWith({ risk: 'approval', approver: 'team' });
    const visitor = await openChat(app, agent.number);
    const before = service.calls.length;
    model.script(asks(name), says('I have asked.'));
    const { answer, conversationId } = await visitor.say('Cancel my order A-7');
    expect((await decide(visitor, answer, true)).status).toBe(409);
    const path = `/api/conversations/${conversationId}/approval`;
    model.script(says('It was cancelled.'));
    const request = cardOf(answer).id;
    expect((await vera.request('POST', path, { body: { request, isYes: true } })).status).toBe(200);
    await vi.waitFor(() => expect(service.calls.length).toBe(before + 1));
    await vi.waitFor(async () => {
      const { rows } = await app.database.database.direct.execute<{ body: string }>(
        sql`SELECT body FROM messages WHERE conversation_id = ${conversationId} ORDER BY seq DESC LIMIT 1`,
      );
      expect(rows[0]?.body).toBe('It was cancelled.');
    });
    const olga = await app.register('Olga');
    expect((await olga.request('POST', path, { body: { request, isYes: true } })).status).toBe(404);

    model.script(asks(name, 'B-1'), says('I have asked.'));
    const second = await visitor.say('And B-1');
    model.script(says('They said no.'));
    await vera.request('POST', path, { body: { request: cardOf(second.answer).id, isYes: false } });
    await vi.waitFor(() => expect(lastRead()).toContain('said no'));
    expect(service.calls.length).toBe(before + 1);
  });
});

test('a function runs as often in one conversation as its owner said, and anew in the next one', async () => {
  const { agent, name } = await agentWith({ risk: 'write', perConversation: 1 });
  const visitor = await openChat(app, agent.number);
  const before = service.calls.length;
  model.script(asks(name), asks(name, 'B-1'), says('One of them.'));
  await visitor.say('Cancel both');
  expect(JSON.parse(lastRead())).toMatchObject({ error: { code: 'limit_reached' } });
  model.script(asks(name), says('No.'));
  await visitor.say('Again');
  expect(service.calls.length).toBe(before + 1);
  const other = await openChat(app, agent.number);
  model.script(asks(name), says('Done.'));
  await other.say('Cancel mine');
  expect(service.calls.length).toBe(before + 2);
});

describe('a function that costs messages', () => {
  const paid = (draft: AgentConfiguration): void =>
    void Object.assign(draft.payment, { enabled: true, freeMessages: 10 });
  const left = async (visitor: ChatVisitor): Promise<number> =>
    ((await visitor.request('GET', '/api/visitor/usage')).body as { balance: PaywallBalance }).balance
      .freeLeft;

  test('asks before, and takes them only when it delivered', async () => {
    const { agent, name } = await agentWith({ messageCost: 3 }, paid);
    const visitor = await openChat(app, agent.number);
    model.script(asks(name), says('This takes 3 messages.'));
    const { answer } = await visitor.say('Cancel A-7');
    expect(cardOf(answer)).toMatchObject({ cost: 3, approver: 'visitor' });
    expect(await left(visitor)).toBe(9);
    await decide(visitor, answer, true);
    model.script(says('Done.'));
    await visitor.say('Yes');
    // The second answer, and three for the call.
    expect(await left(visitor)).toBe(5);
    expect(await brokenLots(app.database.database)).toEqual([]);
  });

  test('gives them back when the service fails', async () => {
    const { agent, name } = await agentWith({ messageCost: 3 }, paid, '/page');
    const visitor = await openChat(app, agent.number);
    model.script(asks(name), says('This takes 3 messages.'));
    const { answer } = await visitor.say('Cancel A-7');
    await decide(visitor, answer, true);
    model.script(says('It did not work.'));
    await visitor.say('Yes');
    expect(await left(visitor)).toBe(8);
    expect(await brokenLots(app.database.database)).toEqual([]);
  });

  test('does not run, and takes nothing, where too few are left', async () => {
    const { agent, name } = await agentWith({ messageCost: 10 }, paid);
    const visitor = await openChat(app, agent.number);
    const before = service.calls.length;
    model.script(asks(name), says('This takes 10 messages.'));
    const { answer } = await visitor.say('Cancel A-7');
    await decide(visitor, answer, true);
    model.script(says('You have too few.'));
    await visitor.say('Yes');
    expect(service.calls.length).toBe(before);
    expect(lastRead()).toContain('too few messages');
    expect(await left(visitor)).toBe(8);
  });

  test('is paid for once it has gone out, also when the answer is stopped, and how it ended is not known', async () => {
    const { agent, name } = await agentWith({ messageCost: 3 }, paid, '/silent');
    const visitor = await openChat(app, agent.number);
    const before = service.calls.length;
    model.script(asks(name), says('This takes 3 messages.'));
    const { answer, conversationId } = await visitor.say('Cancel A-7');
    await decide(visitor, answer, true);
    const yes = visitor.say('Yes');
    await vi.waitFor(() => expect(service.calls.length).toBe(before + 1), { timeout: 10_000 });
    const { rows } = await app.database.database.direct.execute<{ id: string }>(
      sql`SELECT id FROM messages WHERE conversation_id = ${conversationId} AND status = 'streaming'`,
    );
    await visitor.request('POST', `/api/visitor/messages/${rows[0]!.id}/stop`, { body: {} });
    await yes;
    await vi.waitFor(async () => expect(await brokenLots(app.database.database)).toEqual([]));
    // The first answer, and three for the call; the stopped answer said nothing.
    expect(await left(visitor)).toBe(6);
    model.script(says('It broke off.'));
    await visitor.say('And?');
    expect(lastRead()).toContain('is not known');
    expect(service.calls.length).toBe(before + 1);
    expect(await left(visitor)).toBe(5);
    expect(await stateOf(cardOf(answer).id)).toBe('failed');
  });

  test('waits for the visitor where the team began the answer, which takes nothing of theirs', async () => {
    const { agent, name } = await agentWith({ messageCost: 3 }, paid);
    const visitor = await openChat(app, agent.number);
    const before = service.calls.length;
    model.script(asks(name), says('This takes 3 messages.'));
    const { answer, conversationId } = await visitor.say('Cancel A-7');
    const { id } = cardOf(answer);
    await decide(visitor, answer, true);
    // Something else that colleagues are asked; their no lets the agent go on.
    await app.database.database.direct.execute(sql`
      INSERT INTO tool_requests SELECT (jsonb_populate_record(r, jsonb_build_object('id', ${`${id}_team`}::text,
        'approver', 'team', 'state', 'waiting', 'message_cost', 0))).* FROM tool_requests r WHERE id = ${id}`);
    model.script(asks(name, 'B-1'), says('Ask me for it.'));
    await vera.request('POST', `/api/conversations/${conversationId}/approval`, {
      body: { request: `${id}_team`, isYes: false },
    });
    await vi.waitFor(() => expect(lastRead()).toContain('which the team began'));
    await vi.waitFor(async () => {
      const { rows } = await app.database.database.direct.execute<{ body: string }>(
        sql`SELECT body FROM messages WHERE conversation_id = ${conversationId} ORDER BY seq DESC LIMIT 1`,
      );
      expect(rows[0]?.body).toBe('Ask me for it.');
    });
    expect(service.calls.length).toBe(before);
    expect(await stateOf(id)).toBe('approved');
    expect(await left(visitor)).toBe(9);
    model.script(says('Done.'));
    await visitor.say('Now?');
    expect(service.calls.length).toBe(before + 1);
    expect(await left(visitor)).toBe(5);
  });

  test('does not ask where nobody pays', async () => {
    const { agent, name } = await agentWith({ messageCost: 3 });
    const visitor = await openChat(app, agent.number);
    const before = service.calls.length;
    model.script(asks(name), says('Done.'));
    expect((await visitor.say('Cancel A-7')).answer.parts ?? []).toEqual([]);
    expect(service.calls.length).toBe(before + 1);
  });
});

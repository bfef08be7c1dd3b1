import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Agent } from '#features/agents/agents.contract.ts';
import { formBlock, openForm, publishForm } from '#tests/support/dashboard/forms-setup.ts';
import { startTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { userAgent } from '#tests/support/app/user-agent.ts';
import { openChat, publishAgent } from '#tests/support/visitors/visitor-chat.ts';
import { writeEvent } from './events.usecases.ts';
import { webhookEventData, type WebhookEventType } from '../../webhooks-events.contract.ts';

let app: TestApp;
let owner: Awaited<ReturnType<TestApp['register']>>;
let agent: Agent;

beforeAll(async () => {
  app = await startTestApp({
    environment: { PROCESS_MODE: 'web', ALLOW_PRIVATE_ADDRESSES: '127.0.0.1:9' },
  });
});
afterAll(() => app.close());
beforeEach(async () => {
  owner = await app.register('Mira Linden');
  await owner.post('/api/webhook-endpoints', { url: 'http://127.0.0.1:9/', description: '', events: [] });
  agent = await publishAgent(owner, (draft) => {
    draft.basic.name = 'Linden Bakery';
    draft.people.enabled = true;
  });
});

/** What is to be told since the last look, each as its contract promises; oldest first. */
let lookedAt = '';
async function told(): Promise<{ type: WebhookEventType; data: Record<string, never> }[]> {
  const { rows } = await app.database.database.direct.execute<{ id: string; body: string }>(
    sql`SELECT e.id, e.body FROM webhook_events e JOIN webhook_deliveries d ON d.event_id = e.id
      WHERE e.account_id = ${owner.user.accountId} AND e.id > ${lookedAt} ORDER BY e.id`,
  );
  lookedAt = rows.at(-1)?.id ?? lookedAt;
  return rows.map(({ body }) => {
    const { type, timestamp, data } = JSON.parse(body) as {
      type: WebhookEventType;
      timestamp: string;
      data: never;
    };
    expect(webhookEventData[type].strict().parse(data), type).toEqual(data);
    expect(new Date(timestamp).toISOString()).toBe(timestamp);
    return { type, data };
  });
}
const typesTold = async (): Promise<string[]> => (await told()).map(({ type }) => type);

test('a conversation is told of with its messages, its hand-over and its end', async () => {
  expect(await typesTold()).toEqual(['agent.published']);
  const visitor = await openChat(app, agent.number);
  const { conversationId, answer } = await visitor.say('Do you bake rye bread?');
  const begun = await told();
  expect(begun.map(({ type }) => type).toSorted()).toEqual([
    'contact.created',
    'conversation.created',
    'knowledge.gap',
    'message.created',
    'message.created',
  ]);
  expect(begun.at(-1)?.data).toMatchObject({
    messageId: answer.id,
    question: 'Do you bake rye bread?',
    answer: answer.text,
  });
  expect(begun.at(-2)?.data).toMatchObject({
    message: { id: answer.id, conversationId, role: 'assistant', text: answer.text },
  });
  await visitor.request('POST', `/api/visitor/messages/${answer.id}/feedback`, { body: { value: 'up' } });
  expect(await typesTold()).toEqual(['message.feedback']);

  await visitor.say('I want to talk to a human');
  expect(await typesTold()).toEqual(['message.created', 'conversation.handoff_requested']);
  await owner.request('POST', `/api/inbox/conversations/${conversationId}/messages`, {
    body: { text: 'Mira here', clientMessageId: crypto.randomUUID() },
  });
  const joined = await told();
  expect(joined.map(({ type }) => type).toSorted()).toEqual([
    'conversation.human_joined',
    'conversation.updated',
    'message.created',
  ]);
  expect(joined.find(({ type }) => type === 'conversation.updated')?.data).toMatchObject({
    changes: ['assignee'],
    assigneeId: owner.user.id,
  });
  expect(joined.find(({ type }) => type === 'conversation.human_joined')?.data).toMatchObject({
    userId: owner.user.id,
    conversation: { id: conversationId, handler: 'human' },
  });
  await owner.request('PATCH', '/api/inbox/conversations', {
    body: { ids: [conversationId], change: { kind: 'status', status: 'resolved' } },
  });
  expect((await typesTold()).toSorted()).toEqual(['conversation.resolved', 'conversation.returned_to_ai']);
});

test('what changes of a conversation besides is told with what it is now', async () => {
  const visitor = await openChat(app, agent.number);
  const { conversationId } = await visitor.say('Do you bake rye bread?');
  const { id: label } = await owner.post<{ id: string }>('/api/inbox-labels', {
    name: 'Rye',
    color: 'green',
  });
  await told();
  const change = (given: object) =>
    owner.request('PATCH', '/api/inbox/conversations', {
      body: { ids: [conversationId], change: given },
    });
  const changes = async () =>
    (await told()).map(({ type, data }) => (type === 'conversation.updated' ? data['changes'] : type));
  await change({ kind: 'priority', priority: 'high' });
  expect(await told()).toMatchObject([
    {
      type: 'conversation.updated',
      data: { conversation: { id: conversationId }, changes: ['priority'], priority: 'high', labels: [] },
    },
  ]);
  await change({ kind: 'priority', priority: 'high' });
  expect(await changes()).toEqual([]);
  await change({ kind: 'label', labelId: label, isOn: true });
  expect(await told()).toMatchObject([{ data: { changes: ['labels'], labels: ['Rye'] } }]);
  await change({ kind: 'assign', userId: owner.user.id });
  expect(await told()).toMatchObject([{ data: { changes: ['assignee'], assigneeId: owner.user.id } }]);
  await change({ kind: 'status', status: 'resolved' });
  expect(await changes()).toEqual(['conversation.resolved']);
  await change({ kind: 'status', status: 'open' });
  expect(await changes()).toEqual([['status']]);
});

test('a preview is told to nobody', async () => {
  await told();
  const browser = app.browser();
  const { previewUrl } = await owner.get<Agent>(`/api/agents/${agent.id}`);
  const { token } = await browser.post<{ token: string }>('/api/visitor/session', {
    agent: agent.number,
    preview: new URL(previewUrl, app.url).searchParams.get('ticket'),
  });
  const { status } = await browser.request('POST', '/api/visitor/messages', {
    headers: { authorization: `Bearer ${token}` },
    body: { conversationId: null, clientMessageId: crypto.randomUUID(), text: 'Hello?' },
  });
  expect(status).toBe(200);
  expect(await told()).toEqual([]);
});

test('a form that is sent is told of once, with its answers in words', async () => {
  await told();
  const form = await publishForm(owner, [formBlock('name'), formBlock('email', 'email', { mapTo: 'email' })]);
  const page = await openForm(app, form);
  await page.send({ name: 'Jana', email: 'jana@bright.test' });
  const events = await told();
  expect(events.map(({ type }) => type)).toEqual(['contact.created', 'form.submitted']);
  expect(events.at(-1)?.data).toMatchObject({
    submission: {
      formId: form.id,
      formName: 'A form',
      answers: [
        { key: 'name', label: 'About name', value: 'Jana' },
        { label: 'About email', value: 'jana@bright.test' },
      ],
    },
  });
});

test('contacts are told of as they come, change, become one and are erased, and then nothing names them', async () => {
  await told();
  const make = (name: string, email: string) => owner.post<{ id: string }>('/api/contacts', { name, email });
  const [jana, other] = [await make('Jana', 'jana@bright.test'), await make('J.', 'j@bright.test')];
  await owner.request('PATCH', `/api/contacts/${jana.id}`, { body: { company: 'Bright & Daughters' } });
  expect(await typesTold()).toEqual(['contact.created', 'contact.created', 'contact.updated']);
  await owner.post(`/api/contacts/${jana.id}/merge`, { otherId: other.id, take: [] });
  expect(await typesTold()).toContain('contact.merged');
  await owner.request('DELETE', `/api/contacts/${jana.id}`);
  expect(await told()).toEqual([{ type: 'contact.erased', data: { contactId: jana.id } }]);
  const { rows } = await app.database.database.direct.execute(
    sql`SELECT body FROM webhook_events WHERE account_id = ${owner.user.accountId} AND body ~* 'jana@bright'`,
  );
  expect(rows).toEqual([]);
});

test('somebody who deletes what is theirs is in no event, with what they said of answers', async () => {
  const visitor = await openChat(app, agent.number);
  const { answer, conversationId } = await visitor.say('Do you bake rye bread?');
  await visitor.request('POST', `/api/visitor/messages/${answer.id}/feedback`, {
    body: { value: 'down', reason: 'That was rude' },
  });
  expect(await typesTold()).toContain('message.feedback');
  expect((await visitor.request('DELETE', '/api/visitor/data')).status).toBe(200);
  const { rows } = await app.database.database.direct.execute(
    sql`SELECT type FROM webhook_events WHERE account_id = ${owner.user.accountId}
      AND (body LIKE ${`%${conversationId}%`} OR body LIKE '%rude%')`,
  );
  expect(rows).toEqual([]);
});

test('a webhook that is being removed holds up nobody, and breaks nothing off', async () => {
  const { database } = app.database;
  const visitor = await openChat(app, agent.number);
  await database.system(async (tx) => {
    await tx.execute(sql`DELETE FROM webhooks WHERE account_id = ${owner.user.accountId}`);
    // Not committed: what is written meanwhile still sees it.
    expect((await visitor.say('Do you bake rye bread?')).status).toBe(200);
    await database.account(owner.user.accountId, (other) =>
      writeEvent(other, {
        accountId: owner.user.accountId,
        type: 'contact.erased',
        at: new Date(),
        data: { contactId: 'con_0' },
      }),
    );
  });
  const { rows } = await database.direct.execute<{ count: number }>(
    sql`SELECT count(*)::int AS count FROM webhook_deliveries WHERE account_id = ${owner.user.accountId}`,
  );
  expect(rows).toEqual([{ count: 0 }]);
});

test('a pack is told of when it runs low and when it is used up, a pass when it ends', async () => {
  await told();
  const { direct } = app.database.database;
  const insert = (id: string, kind: string, granted: number | null) =>
    direct.execute(sql`INSERT INTO paywall_lots (id, account_id, agent_id, wallet_id, kind, is_test, granted,
        expires_at, created_at)
      VALUES (${id}, ${owner.user.accountId}, ${agent.id}, 'wal_1', ${kind}, true, ${granted}, now(), now())`);
  const [packId, passId] = [`lot_pack_${agent.id}`, `lot_pass_${agent.id}`];
  await insert(packId, 'pack', 20);
  await insert(passId, 'once', null);
  const use = (used: number, held = 0) =>
    direct.execute(sql`UPDATE paywall_lots SET used = ${used}, held = ${held} WHERE id = ${packId}`);
  await use(14);
  // What is held may come back.
  await use(15, 1);
  expect(await told()).toEqual([]);
  await use(15);
  await use(16);
  expect(await told()).toEqual([
    {
      type: 'pack.low',
      data: {
        pack: {
          purchaseId: null,
          agentId: agent.id,
          contactId: null,
          isTest: true,
          granted: 20,
          remaining: 5,
        },
      },
    },
  ]);
  await use(20);
  expect(await told()).toMatchObject([{ type: 'pack.exhausted', data: { pack: { remaining: 0 } } }]);
  await direct.execute(sql`UPDATE paywall_lots SET expired_at = now() WHERE id IN (${packId}, ${passId})`);
  expect(await told()).toMatchObject([{ type: 'pass.expired', data: { pass: { agentId: agent.id } } }]);
});

test('a limit of an agent is told of with its owner, near it and at it', async () => {
  await told();
  await app.database.database.direct.execute(
    sql`INSERT INTO agent_usage (agent_id, account_id, day, day_messages, month)
      VALUES (${agent.id}, ${owner.user.accountId}, now(), 8, date_trunc('month', now()))
      ON CONFLICT (agent_id) DO UPDATE SET day_messages = 8`,
  );
  const notice = (column: string, percent: number) =>
    app.database.database.direct.execute(
      sql`UPDATE agent_usage SET ${sql.identifier(column)} = ${percent}, month_micros = 9000000
        WHERE agent_id = ${agent.id}`,
    );
  await notice('day_notice', 80);
  await notice('month_notice', 100);
  expect(await told()).toMatchObject([
    { type: 'budget.warning', data: { agentId: agent.id, limit: 'messages_per_day', percent: 80, used: 8 } },
    { type: 'budget.reached', data: { limit: 'cost_per_month', percent: 100, used: 9_000_000 } },
  ]);
});

test('a scanned code is told of', async () => {
  await told();
  const { code } = await owner.post<{ code: string }>(`/api/agents/${agent.id}/qr-codes`, {
    name: 'Front door',
  });
  // A program that looks is no scan.
  await app.browser().request('GET', `/q/${code}`);
  await app.browser().request('GET', `/q/${code}`, { headers: { 'user-agent': userAgent } });
  expect(await told()).toMatchObject([
    { type: 'qr.scanned', data: { agentId: agent.id, name: 'Front door' } },
  ]);
});

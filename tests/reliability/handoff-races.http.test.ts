import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createManualClock } from '#platform/clock/clock.ts';
import type { ChatMessage } from '#features/conversations/conversations.contract.ts';
import type { InboxThread } from '#features/inbox/inbox.contract.ts';
import { startOpenAiStandIn, type OpenAiStandIn } from '#tests/support/models/openai-stand-in.ts';
import { startTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { query } from './checker.ts';
import {
  ask,
  connectModel,
  modelAgent,
  openSession,
  openStream,
  register,
  say,
  type Owner,
  type Reader,
  type Visitor,
} from './people.ts';

let model: OpenAiStandIn;
let app: TestApp;
/** Another process on the same database. */
let other: TestApp;
let vera: Owner;
let adam: Owner;
let agentNumber: number;
let visitor: Visitor;
let conversationId: string;
const clock = createManualClock(new Date());

beforeAll(async () => {
  model = await startOpenAiStandIn({
    tokenDelayMs: 1,
    reply: (request) => `You said: ${String(request.messages.at(-1)?.content)}`,
  });
  app = await startTestApp({ clock });
  other = await startTestApp({ clock, database: app.database });
  vera = await register(app.url);
  adam = await register(app.url);
  await query(
    app.database.url,
    `UPDATE memberships SET role = 'support',
      account_id = (SELECT account_id FROM memberships m JOIN users u ON u.id = m.user_id WHERE u.email = $1)
      WHERE user_id = (SELECT id FROM users WHERE email = $2)`,
    [vera.email, adam.email],
  );
  await connectModel(vera, model.baseUrl);
  agentNumber = (
    await modelAgent(vera, (draft) => {
      Object.assign(draft.people, { autoReturn: true, autoReturnMinutes: 5, answerWhileWaiting: false });
      Object.assign(draft.payment, { enabled: true, freeMessages: 50, amount: 500 });
    })
  ).number;
});
afterAll(async () => {
  await other.close();
  await app.close();
  await model.close();
});

/** Each story begins with a visitor who got one answer. */
beforeEach(async () => {
  visitor = await openSession(app.url, agentNumber);
  const hello = await say(app.url, visitor, { text: 'Hello' });
  await hello.ended;
  conversationId = hello.accepted()!.conversationId;
});

const write = (text: string, url = app.url): Promise<Reader> => say(url, visitor, { text, conversationId });
const reply = (who: Owner, text: string, clientMessageId: string = randomUUID()) =>
  who.request('POST', `/api/inbox/conversations/${conversationId}/messages`, {
    body: { text, clientMessageId },
  });
const hand = (who: Owner, to: string, force = false) =>
  who.request<{ code?: string }>('POST', `/api/inbox/conversations/${conversationId}/handler`, {
    body: { to, force },
  });
const resolve = (who: Owner, status: 'resolved' | 'open') =>
  who.request('PATCH', '/api/inbox/conversations', {
    body: { ids: [conversationId], change: { kind: 'status', status } },
  });
const thread = (who: Owner = vera): Promise<InboxThread> =>
  who.get(`/api/inbox/conversations/${conversationId}`);
/** An answer of which some words were said and that says no more. */
async function halfAnswer(url = app.url): Promise<Reader> {
  const reader = await write('Tell me all [[stall-after:4]]', url);
  await reader.next('delta');
  return reader;
}

/**
 * One truth: places without gaps, nobody writes behind a person's back, and what was reserved is charged or
 * given back.
 */
async function expectOneTruth(): Promise<void> {
  const rows = await query<{ id: string; seq: number; role: string; status: string }>(
    app.database.url,
    'SELECT id, seq, role, status FROM messages WHERE conversation_id = $1 ORDER BY seq',
    [conversationId],
  );
  const [row] = await query<{
    next_seq: number;
    handler: string;
    status: string;
    handler_user_id: string | null;
    message_count: number;
  }>(
    app.database.url,
    'SELECT next_seq, handler, status, handler_user_id, message_count FROM conversations WHERE id = $1',
    [conversationId],
  );
  expect(rows.map(({ seq }) => seq)).toEqual(rows.map((_, at) => at + 1));
  expect(row?.next_seq).toBe(rows.length + 1);
  expect(row?.message_count).toBe(rows.filter(({ role }) => role !== 'event').length);
  expect(row?.handler === 'human').toBe(row?.handler_user_id !== null);
  if (row?.handler === 'human' || row?.handler === 'paused')
    expect(rows.filter(({ status }) => status === 'streaming')).toEqual([]);
  const open = await query(
    app.database.url,
    `SELECT message_id FROM paywall_entries e
      WHERE message_id = ANY($1) AND kind = 'reserve'
      AND NOT EXISTS (SELECT FROM paywall_entries s
      WHERE s.message_id = e.message_id AND s.kind IN ('commit', 'release'))`,
    [rows.filter(({ status }) => status !== 'streaming').map(({ id }) => id)],
  );
  expect(open).toEqual([]);
}
const charged = async (): Promise<number> =>
  (
    await query(
      app.database.url,
      `SELECT FROM paywall_entries WHERE kind = 'commit'
        AND message_id IN (SELECT id FROM messages WHERE conversation_id = $1)`,
      [conversationId],
    )
  ).length;
const last = (messages: readonly ChatMessage[], role: string): ChatMessage | undefined =>
  messages.findLast((message) => message.role === role);

test('a person who writes while the AI streams silences it at once: its answer is broken off and costs nothing', async () => {
  const reader = await halfAnswer();
  expect((await reply(vera, 'I am here now.')).status).toBe(200);
  expect(await reader.ended).toBe('failed');
  expect(reader.events.at(-1)?.data).toMatchObject({ code: 'answer.taken_over', retryable: false });
  const { conversation, item } = await thread();
  expect(item).toMatchObject({ handler: 'human', status: 'open' });
  expect(last(conversation.messages, 'assistant')).toMatchObject({
    status: 'interrupted',
    errorCode: 'answer.taken_over',
  });
  expect(conversation.messages.slice(-2)).toMatchObject([
    { role: 'event', event: 'joined', author: { name: 'Vera Novak' } },
    { role: 'human', text: 'I am here now.' },
  ]);
  expect(await charged()).toBe(1);
  await expectOneTruth();
});

test('an answer that another process writes is silenced as well', async () => {
  const reader = await halfAnswer(other.url);
  await hand(vera, 'me');
  expect(await reader.ended).toBe('failed');
  expect((await thread()).item.handler).toBe('human');
  await expectOneTruth();
});

test('of two who take over at the same moment one has it, and the other hears so', async () => {
  const answers = await Promise.all([hand(vera, 'me'), hand(adam.at(other.url), 'me')]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(answers.find(({ status }) => status === 409)?.body.code).toBe('conversations.taken_already');
  const { conversation } = await thread();
  expect(conversation.messages.filter(({ event }) => event === 'joined')).toHaveLength(1);
  await expectOneTruth();
});

test('of two first words at the same moment both are said, and one of them takes over', async () => {
  const answers = await Promise.all([reply(vera, 'From Vera'), reply(adam.at(other.url), 'From Adam')]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  const { conversation } = await thread();
  expect(
    conversation.messages
      .filter(({ role }) => role === 'human')
      .map(({ text }) => text)
      .toSorted(),
  ).toEqual(['From Adam', 'From Vera']);
  expect(conversation.messages.filter(({ event }) => event === 'joined')).toHaveLength(1);
  await expectOneTruth();
});

test('one reply sent ten times at once is one message', async () => {
  const key = randomUUID();
  const answers = await Promise.all(Array.from({ length: 10 }, () => reply(vera, 'Once', key)));
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  expect((await thread()).conversation.messages.filter(({ role }) => role === 'human')).toHaveLength(1);
  await expectOneTruth();
});

test('a visitor who writes at the moment of a take-over is answered by one of the two and never by both', async () => {
  const [reader] = await Promise.all([write('At the same moment [[slow:5]]'), hand(vera, 'me')]);
  await reader.closed;
  const { conversation, item } = await thread();
  expect(item.handler).toBe('human');
  const asked = conversation.messages.findLast(({ role }) => role === 'visitor');
  const answered = conversation.messages.filter(
    ({ role, seq }) => role === 'assistant' && seq > (asked?.seq ?? 0),
  );
  expect(answered.map(({ status }) => status)).not.toContain('complete');
  expect(await charged()).toBe(1);
  await expectOneTruth();
});

test('while a person has it no model is asked, nothing is charged, and the visitor is told so', async () => {
  await reply(vera, 'Hello, this is Vera.');
  const before = model.chats.length;
  const reader = await write('Thank you!');
  await reader.closed;
  expect(reader.accepted()).toMatchObject({ assistantMessage: null });
  expect(model.chats).toHaveLength(before);
  expect(await charged()).toBe(1);
  // The same key again is the same message.
  const again = await say(app.url, visitor, {
    text: 'Thank you!',
    conversationId,
    clientMessageId: reader.accepted()!.visitorMessage.clientMessageId ?? '',
  });
  await again.closed;
  expect(again.accepted()?.visitorMessage.id).toBe(reader.accepted()?.visitorMessage.id);
  await expectOneTruth();
});

test('given back to the AI it answers the next message, knowing what the person said, and not before', async () => {
  await reply(vera, 'We close at six today.');
  await (
    await write('Thanks')
  ).closed;
  await Promise.all([hand(vera, 'ai'), hand(vera, 'ai')]);
  const reader = await write('And tomorrow?');
  expect(await reader.ended).toBe('done');
  expect(JSON.stringify(model.chats.at(-1)?.messages)).toContain('We close at six today.');
  const { conversation, item } = await thread();
  expect(item).toMatchObject({ handler: 'ai', status: 'pending' });
  expect(conversation.messages.filter(({ event }) => event === 'returned')).toHaveLength(1);
  await expectOneTruth();
});

test('taken over, given back and taken over again while one answer streams, that answer stays broken off', async () => {
  const reader = await halfAnswer();
  await hand(vera, 'me');
  await hand(vera, 'ai');
  await hand(adam, 'me');
  expect(await reader.ended).toBe('failed');
  const { conversation, item } = await thread();
  expect(item.handler).toBe('human');
  expect(
    conversation.messages.filter(({ role }) => role === 'assistant').map(({ status }) => status),
  ).toEqual(['complete', 'interrupted']);
  // Asked again while a person is there, it is not written anew.
  const again = await say(app.url, visitor, {
    text: 'x',
    conversationId,
    clientMessageId: reader.accepted()!.visitorMessage.clientMessageId ?? '',
  });
  expect(await again.ended).toBe('failed');
  await expectOneTruth();
});

test('resolved and reopened at the same moment, with a visitor writing into it, it is one of the two', async () => {
  await reply(vera, 'Done?');
  await Promise.all([
    resolve(vera, 'resolved'),
    resolve(adam.at(other.url), 'open'),
    write('One more thing').then(({ closed }) => closed),
  ]);
  const { item } = await thread();
  expect(['open', 'pending', 'resolved']).toContain(item.status);
  expect(item.status === 'resolved' || item.status === 'pending').toBe(item.handler === 'ai');
  await expectOneTruth();
  await resolve(vera, 'resolved');
  expect((await thread()).item).toMatchObject({ status: 'resolved', handler: 'ai', waitingSince: null });
  // The visitor's next word opens it again within a week, and begins another one afterwards.
  const soon = await write('Are you there?');
  await soon.ended;
  expect(soon.accepted()?.conversationId).toBe(conversationId);
  await resolve(vera, 'resolved');
  clock.advance(8 * 86_400_000);
  const later = await write('Hello again');
  await later.ended;
  expect(later.accepted()?.conversationId).not.toBe(conversationId);
  await expectOneTruth();
});

test('the job that gives back and a person who writes at that moment leave it with one of them', async () => {
  await reply(vera, 'A moment please.');
  clock.advance(6 * 60_000);
  const { teamwork } = app.server.services.conversations;
  await Promise.all([
    teamwork.doWhatIsDue(),
    other.server.services.conversations.teamwork.doWhatIsDue(),
    reply(vera, 'Here I am again.'),
  ]);
  const { conversation, item } = await thread();
  expect(['human', 'ai']).toContain(item.handler);
  expect(conversation.messages.filter(({ event }) => event === 'returned').length).toBeLessThanOrEqual(1);
  await expectOneTruth();
  clock.advance(6 * 60_000);
  await teamwork.doWhatIsDue();
  expect((await thread()).item).toMatchObject({ handler: 'ai', status: 'pending' });
  clock.advance(25 * 3_600_000);
  await teamwork.doWhatIsDue();
  expect((await thread()).item.status).toBe('resolved');
  await expectOneTruth();
});

test('a process that dies between its answer and its end leaves the conversation with the person', async () => {
  const reader = await halfAnswer();
  const { id } = reader.accepted()!.assistantMessage;
  // What its death leaves in the database: an answer of a process that is gone.
  await query(app.database.url, `UPDATE messages SET process_id = 'prc_gone' WHERE id = $1`, [id]);
  await Promise.all([hand(vera, 'me'), other.server.services.conversations.interruptAnswersOf('prc_gone')]);
  const { conversation, item } = await thread();
  expect(item.handler).toBe('human');
  expect(last(conversation.messages, 'assistant')?.status).toBe('interrupted');
  reader.close();
  await expectOneTruth();
});

test('a visitor hears a person who writes in another process, who it is, and what was changed', async () => {
  const stream = await openStream(
    'GET',
    `${app.url}/api/visitor/conversations/${conversationId}/stream?after=2`,
    { headers: { authorization: `Bearer ${visitor.token}` } },
  );
  expect((await stream.next('handler')).data).toEqual({ handler: 'ai', person: null, asksDetails: false });
  await adam.at(other.url).request('POST', `/api/inbox/conversations/${conversationId}/typing`, { body: {} });
  expect((await stream.next('typing')).data).toMatchObject({ name: 'Vera Novak', seconds: 10 });
  const sent = await reply(adam.at(other.url), 'Hello from the other side');
  const { messageId } = sent.body as { messageId: string };
  expect((await stream.next('message')).data).toMatchObject({ message: { role: 'event', event: 'joined' } });
  await expect
    .poll(() => stream.events.map(({ data }) => (data['message'] as ChatMessage | undefined)?.text), {
      timeout: 20_000,
    })
    .toContain('Hello from the other side');
  expect(stream.events.findLast(({ event }) => event === 'handler')?.data).toMatchObject({
    handler: 'human',
    person: { name: 'Vera Novak' },
  });
  expect(
    (
      await adam.request('PATCH', `/api/inbox/conversations/${conversationId}/messages/${messageId}`, {
        body: { text: 'Hello from here' },
      })
    ).status,
  ).toBe(200);
  await expect
    .poll(() => stream.events.map(({ data }) => (data['message'] as ChatMessage | undefined)?.text), {
      timeout: 20_000,
    })
    .toContain('Hello from here');
  // Only one's own, and only for a quarter of an hour.
  expect(
    (await vera.request('DELETE', `/api/inbox/conversations/${conversationId}/messages/${messageId}`)).status,
  ).toBe(409);
  clock.advance(16 * 60_000);
  expect(
    (
      await adam.request<{ code: string }>(
        'DELETE',
        `/api/inbox/conversations/${conversationId}/messages/${messageId}`,
      )
    ).body.code,
  ).toBe('conversations.edit_over');
  stream.close();
  expect(
    (
      await ask('GET', `${app.url}/api/visitor/conversations/${conversationId}/stream`, {
        headers: { authorization: `Bearer ${(await openSession(app.url, agentNumber)).token}` },
      })
    ).status,
  ).toBe(404);
});

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startOpenAiStandIn, type OpenAiStandIn } from '#tests/support/models/openai-stand-in.ts';
import { startTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { conversationFaults, query } from './checker.ts';
import {
  boundsOfMinutes,
  connectModel,
  modelAgent,
  openSession,
  register,
  say,
  type Reader,
  type Visitor,
} from './people.ts';

let model: OpenAiStandIn;
let app: TestApp;
let agentNumber: number;

beforeAll(async () => {
  model = await startOpenAiStandIn({
    tokenDelayMs: 5,
    reply: (request) => `You said: ${String(request.messages.at(-1)?.content)}`,
  });
  app = await startTestApp();
  const owner = await register(app.url);
  await connectModel(owner, model.baseUrl);
  agentNumber = (await modelAgent(owner)).number;
});
afterAll(async () => {
  await app.close();
  await model.close();
});

const callsFor = (text: string): number =>
  model.chats.filter((chat) => chat.messages.at(-1)?.content === text).length;

/**
 * A visitor who may send more in a minute than others: this file is about what happens beyond the limit's
 * door.
 */
async function eagerVisitor(): Promise<Visitor & { id: string }> {
  const visitor = await openSession(app.url, agentNumber);
  const [row] = await query<{ id: string }>(
    app.database.url,
    'SELECT id FROM visitors ORDER BY created_at DESC LIMIT 1',
  );
  const minute = Math.floor(Date.now() / 60_000) * 60_000;
  for (const start of [minute, minute + 60_000]) {
    await query(
      app.database.url,
      `INSERT INTO rate_limits (key, window_start, used, expires_at)
        VALUES ('visitor-minute:' || $1, $2, -1000, now() + interval '1 hour')`,
      [row?.id, new Date(start)],
    );
  }
  return { ...visitor, id: row!.id };
}

async function expectWhole(readers: Reader[]): Promise<void> {
  expect(readers.map(({ status }) => status)).toEqual(readers.map(() => 200));
  expect(await Promise.all(readers.map(({ ended }) => ended))).toEqual(readers.map(() => 'done'));
  expect(await conversationFaults(app.database.url, [])).toEqual([]);
}

test('one message sent twenty times at once is one question with one answer from one call', async () => {
  const visitor = await eagerVisitor();
  const clientMessageId = randomUUID();
  const readers = await Promise.all(
    Array.from({ length: 20 }, () => say(app.url, visitor, { text: 'Only once', clientMessageId })),
  );
  await expectWhole(readers);
  expect(new Set(readers.map((reader) => reader.text()))).toEqual(new Set(['You said: Only once']));
  expect(new Set(readers.map((reader) => reader.accepted()?.assistantMessage.id)).size).toBe(1);
  expect(callsFor('Only once')).toBe(1);
  expect(
    await query(app.database.url, 'SELECT role FROM messages WHERE visitor_id = $1', [visitor.id]),
  ).toHaveLength(2);
  expect(
    await query(app.database.url, 'SELECT id FROM conversations WHERE visitor_id = $1', [visitor.id]),
  ).toHaveLength(1);

  // Later still the same answer, without another call; also when the key comes with another text.
  const later = await say(app.url, visitor, { text: 'Another text under the same key', clientMessageId });
  await later.ended;
  expect(later.text()).toBe('You said: Only once');
  expect(callsFor('Another text under the same key')).toBe(0);
});

test('twenty messages at once in one conversation are all there, in one order, each with its answer', async () => {
  const visitor = await eagerVisitor();
  const first = await say(app.url, visitor, { text: 'Hello' });
  await first.ended;
  const { conversationId } = first.accepted()!;
  const readers = await Promise.all(
    Array.from({ length: 20 }, (_, at) => say(app.url, visitor, { text: `Message ${at}`, conversationId })),
  );
  await expectWhole(readers);
  for (const [at, reader] of readers.entries()) expect(reader.text()).toBe(`You said: Message ${at}`);
  const messages = await query<{ seq: number; role: string; body: string }>(
    app.database.url,
    'SELECT seq, role, body FROM messages WHERE conversation_id = $1 ORDER BY seq',
    [conversationId],
  );
  expect(messages.map(({ seq }) => seq)).toEqual(Array.from({ length: 42 }, (_, at) => at + 1));
  expect(messages.map(({ role }) => role)).toEqual(
    Array.from({ length: 42 }, (_, at) => (at % 2 ? 'assistant' : 'visitor')),
  );
  for (const [at, message] of messages.entries())
    if (at % 2) expect(message.body).toBe(`You said: ${messages[at - 1]?.body}`);
  const [contact] = await query(
    app.database.url,
    'SELECT conversation_count, message_count FROM contacts c JOIN visitors v ON v.contact_id = c.id WHERE v.id = $1',
    [visitor.id],
  );
  expect(contact).toEqual({ conversation_count: 1, message_count: 42 });
});

test('first messages at once make one contact', async () => {
  const visitor = await eagerVisitor();
  const readers = await Promise.all(
    Array.from({ length: 8 }, (_, at) => say(app.url, visitor, { text: `First ${at}` })),
  );
  await expectWhole(readers);
  const rows = await query<{ contact_id: string }>(
    app.database.url,
    'SELECT contact_id FROM conversations WHERE visitor_id = $1',
    [visitor.id],
  );
  expect(new Set(rows.map(({ contact_id }) => contact_id)).size).toBe(1);
  const [contact] = await query(
    app.database.url,
    'SELECT conversation_count, message_count FROM contacts WHERE id = $1',
    [rows[0]?.contact_id],
  );
  expect(contact).toEqual({ conversation_count: rows.length, message_count: 16 });
});

test('beyond ten messages a minute a visitor is told when to come again, and nothing of it is stored', async () => {
  const visitor = await openSession(app.url, agentNumber);
  const began = Date.now();
  const readers = await Promise.all(
    Array.from({ length: 24 }, (_, at) => say(app.url, visitor, { text: `Flood ${at}` })),
  );
  await Promise.all(readers.map(({ ended }) => ended));
  const taken = readers.filter(({ status }) => status === 200);
  const [least, most] = boundsOfMinutes(10, began);
  expect(taken.length).toBeGreaterThanOrEqual(least);
  expect(taken.length).toBeLessThanOrEqual(most);
  for (const refused of readers.filter(({ status }) => status !== 200)) {
    expect([refused.status, refused.refusal?.code]).toEqual([429, 'conversations.too_many_messages']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  }
  expect(await query(app.database.url, `SELECT FROM messages WHERE body LIKE 'Flood %'`)).toHaveLength(
    taken.length,
  );
});

test('a message that another visitor sent under the same key is another message', async () => {
  const clientMessageId = randomUUID();
  const [first, second] = await Promise.all([
    openSession(app.url, agentNumber),
    openSession(app.url, agentNumber),
  ]);
  const readers = await Promise.all([
    say(app.url, first, { text: 'Mine', clientMessageId }),
    say(app.url, second, { text: 'Yours', clientMessageId }),
  ]);
  await expectWhole(readers);
  expect(readers.map((reader) => reader.text())).toEqual(['You said: Mine', 'You said: Yours']);
});

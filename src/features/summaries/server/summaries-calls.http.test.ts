import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createManualClock } from '#platform/clock/clock.ts';
import { startTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { openChat, publishAgent } from '#tests/support/visitors/visitor-chat.ts';

let app: TestApp;
let owner: Awaited<ReturnType<TestApp['register']>>;
const clock = createManualClock(new Date('2026-11-20T01:00:00Z'));
const minutes = (count: number): void => clock.advance(count * 60_000);

beforeAll(async () => {
  app = await startTestApp({ clock, environment: { PROCESS_MODE: 'web' } });
  owner = await app.register('Mira Linden');
});
afterAll(() => app.close());

/** What a server does each minute. */
async function look(): Promise<void> {
  const { summaries } = app.server.services;
  await summaries.look();
  const { rows } = await app.database.database.direct.execute<{ id: string }>(
    sql`SELECT id FROM conversation_summaries WHERE state = 'waiting'`,
  );
  for (const { id } of rows) await summaries.write(id, new AbortController().signal);
}
const mails = async () =>
  (await app.server.services.mail.outbox()).mails.filter(({ kind }) => kind === 'conversation-summary');

test('calls are named with how long they were, who cut in and what was asked aloud, in the reader’s language', async () => {
  const agent = await publishAgent(owner, ({ summary, voice }) => {
    Object.assign(summary, { enabled: true, delayMinutes: 15, recipients: ['team@bakery.test'] });
    voice.enabled = true;
  });
  await look();
  const visitor = await openChat(app, agent.number);
  const key = randomUUID();
  const tell = (end: string | null) =>
    visitor.request('PUT', '/api/visitor/call', {
      body: { key, way: 'browser', language: 'en', interruptions: 2, sounds: 1, soundMs: 700, end },
    });
  await tell(null);
  const say = (text: string, isSpoken: boolean, conversationId: string | null = null) =>
    visitor.request('POST', '/api/visitor/messages', {
      body: { conversationId, clientMessageId: randomUUID(), text, isSpoken },
    });
  const { text: stream } = await say('Do you sell umbrellas?', true);
  minutes(1);
  await tell('hungUp');
  await say('Are you open on Sunday?', false, /"conversationId":"(\w+)"/.exec(stream)?.[1] ?? null);
  minutes(16);
  await look();
  const [mail] = await mails();
  expect(mail?.text).toContain('Talked aloud');
  expect(mail?.text).toContain('1 call, 1:00 long');
  expect(mail?.text).toContain('The visitor interrupted 2 times');
  expect(mail?.text).toContain('Asked aloud: Do you sell umbrellas?');
  expect(mail?.text).not.toContain('Asked aloud: Are you open on Sunday?');
  // It is told once.
  await say('And on Monday, are you open then?', false, null);
  await say('What do cakes cost?', false, null);
  minutes(16);
  await look();
  expect((await mails()).filter(({ text }) => text.includes('Talked aloud'))).toHaveLength(1);
});

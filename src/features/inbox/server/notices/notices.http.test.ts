import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createManualClock } from '#platform/clock/clock.ts';
import type { Agent } from '#features/agents/agents.contract.ts';
import { startTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { openChat, publishAgent } from '#tests/support/visitors/visitor-chat.ts';

type Person = Awaited<ReturnType<TestApp['register']>>;

let app: TestApp;
let owner: Person;
let support: Person;
let [agent, other]: Agent[] = [];
const clock = createManualClock(new Date());
const minutes = (count: number): void => clock.advance(count * 60_000);

beforeAll(async () => {
  app = await startTestApp({
    clock,
    environment: { PROCESS_MODE: 'web', PUBLIC_URL: 'https://chat.atelier.test' },
  });
  owner = await app.register('Mira Linden');
  agent = await publishAgent(owner, (draft) => (draft.basic.name = 'Linden Bakery'));
  other = await publishAgent(owner, (draft) => (draft.basic.name = 'Linden Shop'));
  support = await app.register('Sam');
  await app.database.database.direct.execute(
    sql`UPDATE memberships SET account_id = ${owner.user.accountId}, role = 'support',
      agent_ids = ARRAY[${agent.id}] WHERE user_id = ${support.user.id}`,
  );
});
afterAll(() => app.close());

/** What two servers do each minute, both at once. */
const look = (): Promise<unknown> =>
  Promise.all([app.server.services.inboxNotices.tellDue(), app.server.services.inboxNotices.tellDue()]);
async function told(): Promise<string[]> {
  await look();
  const { rows } = await app.database.database.direct.execute<{ recipient: string }>(
    sql`DELETE FROM outbox_mails WHERE kind = 'visitor-waits' RETURNING recipient`,
  );
  return rows.map(({ recipient }) => recipient);
}
async function waits(of = agent) {
  const visitor = await openChat(app, of?.number ?? 0);
  return { visitor, id: (await visitor.say('I want to talk to a human')).conversationId };
}
const read = (who: Person, id: string) =>
  who.request('PATCH', '/api/inbox/conversations', {
    body: { ids: [id], change: { kind: 'read', isRead: true } },
  });
const reply = (who: Person, id: string) =>
  who.post(`/api/inbox/conversations/${id}/messages`, { text: 'Hello', clientMessageId: randomUUID() });

test('the owner is told once of somebody who waits for five minutes, and again only when they wait anew', async () => {
  const { visitor, id } = await waits();
  minutes(4);
  expect(await told()).toEqual([]);
  minutes(2);
  await look();
  const mail = (await app.server.services.mail.outbox()).mails[0];
  expect(mail?.text).toContain('I want to talk to a human');
  expect(mail?.text).toContain(`https://chat.atelier.test/dashboard/inbox/${id}`);
  expect(await told()).toEqual([owner.email]);
  await visitor.say('Hello?');
  minutes(30);
  expect(await told()).toEqual([]);

  // Whoever has the conversation is the one who is told.
  await reply(support, id);
  await visitor.say('And tomorrow?');
  minutes(6);
  expect(await told()).toEqual([support.email]);
});

test('nobody is told of what somebody has opened or answered, or when the waiting is long past', async () => {
  const seen = await waits();
  await read(support, seen.id);
  await reply(owner, (await waits()).id);
  minutes(6);
  expect(await told()).toEqual([]);
  await waits();
  minutes(25 * 60);
  expect(await told()).toEqual([]);
});

test('whoever wants no such mails gets none, and an assignee who does not reach the agent is passed over', async () => {
  const { id } = await waits(other);
  await app.database.database.direct.execute(
    sql`UPDATE conversations SET assignee_id = ${support.user.id} WHERE id = ${id}`,
  );
  minutes(6);
  expect(await told()).toEqual([owner.email]);
  expect((await owner.request('PUT', '/api/inbox/notices', { body: { mails: false } })).status).toBe(200);
  expect(await owner.get('/api/inbox/notices')).toMatchObject({
    preferences: { mails: false, waiting: true, own: true, mentions: true, words: false },
  });
  await waits(other);
  minutes(6);
  expect(await told()).toEqual([]);
});

test('a member whom the review of the account holds, or whose sign-in is closed, hears of no visitor', async () => {
  const { direct } = app.database.database;
  expect((await owner.request('PUT', '/api/inbox/notices', { body: { mails: true } })).status).toBe(200);
  const ofSupport = async (): Promise<void> => {
    const { id } = await waits();
    await direct.execute(sql`UPDATE conversations SET assignee_id = ${support.user.id} WHERE id = ${id}`);
    minutes(6);
  };
  await ofSupport();
  await direct.execute(sql`UPDATE accounts SET review_since = now() WHERE id = ${owner.user.accountId}`);
  expect(await told()).toEqual([owner.email]);
  await direct.execute(sql`UPDATE accounts SET review_since = NULL WHERE id = ${owner.user.accountId}`);
  await ofSupport();
  await direct.execute(sql`UPDATE users SET disabled_at = now() WHERE id = ${support.user.id}`);
  expect(await told()).toEqual([owner.email]);
});

test('forty who wait within a minute are one mail to each who is told', async () => {
  await owner.request('PUT', '/api/inbox/notices', { body: { mails: true } });
  for (let at = 0; at < 5; at++) await waits();
  await app.database.database.direct.execute(
    sql`UPDATE users SET disabled_at = NULL WHERE id = ${support.user.id}`,
  );
  minutes(6);
  await app.server.services.inboxNotices.tellDue();
  const { mails } = await app.server.services.mail.outbox();
  expect(mails.filter(({ kind }) => kind === 'visitor-waits')).toEqual([]);
  const [mail, ...more] = mails.filter(({ kind }) => kind === 'visitors-wait');
  expect([mail?.recipient, mail?.subject, more]).toEqual([
    owner.email,
    '5 visitors are waiting for an answer',
    [],
  ]);
  expect(mail?.text).toContain('/dashboard/inbox?view=unassigned');
});

test('who is named by a note and does not look is told once by mail, finds it in a view and counts it', async () => {
  const { id } = await waits();
  const other = await waits();
  const name = (text: string, of: string) =>
    owner.post(`/api/inbox/conversations/${of}/notes`, { text, mentions: [support.user.id] });
  await name('@Sam please look', id);
  await name('@Sam and here', id);
  await name('@Sam, this one you saw', other.id);
  const counts = (): Promise<{ mentions: number }> => support.get('/api/inbox/counts');
  expect(await counts()).toMatchObject({ mentions: 2 });
  await read(support, other.id);
  expect(await counts()).toMatchObject({ mentions: 1 });
  const { conversations } = await support.get<{ conversations: { id: string }[] }>(
    '/api/inbox/conversations?view=mentions',
  );
  expect(conversations.map((one) => one.id).toSorted()).toEqual([id, other.id].toSorted());
  minutes(6);
  await look();
  await look();
  const { mails } = await app.server.services.mail.outbox();
  const [mail, ...more] = mails.filter(({ kind }) => kind === 'mentioned');
  expect([mail?.recipient, more]).toEqual([support.email, []]);
  expect(mail?.text).toContain('@Sam please look');
  expect(mail?.text).toContain('@Sam and here');
  expect(mail?.text).not.toContain('this one you saw');
});

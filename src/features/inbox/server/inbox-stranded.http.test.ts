import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Agent } from '#features/agents/agents.contract.ts';
import type { InboxItem, InboxThread } from '../inbox.contract.ts';
import { startTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { openChat, publishAgent, type ChatVisitor } from '#tests/support/visitors/visitor-chat.ts';

type Person = Awaited<ReturnType<TestApp['register']>>;

let app: TestApp;
let owner: Person;
let agent: Agent;

async function member(name: string): Promise<Person> {
  const person = await app.register(name);
  await app.database.database.direct.execute(
    sql`UPDATE memberships SET account_id = ${owner.user.accountId}, role = 'support' WHERE user_id = ${person.user.id}`,
  );
  return person;
}
const thread = (id: string): Promise<InboxThread> => owner.get(`/api/inbox/conversations/${id}`);
const reply = (who: Person, id: string, text: string, more: object = {}) =>
  who.request('POST', `/api/inbox/conversations/${id}/messages`, {
    body: { text, clientMessageId: randomUUID(), ...more },
  });
const said = async (id: string): Promise<(string | undefined)[]> =>
  (await thread(id)).conversation.messages.map(({ role, event }) => event ?? role);
async function begin(text: string): Promise<{ visitor: ChatVisitor; id: string }> {
  const visitor = await openChat(app, agent.number);
  return { visitor, id: (await visitor.say(text)).conversationId };
}

beforeAll(async () => {
  app = await startTestApp();
  owner = await app.register('Vera Novak');
  agent = await publishAgent(owner, (draft) => void (draft.people.autoReturn = true));
});
afterAll(() => app.close());

describe('who goes', () => {
  test.each(['suspended', 'removed', 'narrowed'] as const)(
    'and is %s leaves nobody waiting: their conversations are back in the queue, and the visitor reads so',
    async (how) => {
      const colleague = await member('Olga Ruiz');
      const { id } = await begin('Hello there');
      const kept = await begin('Hello again');
      expect((await reply(colleague, id, 'Olga here')).status).toBe(200);
      await owner.request('PATCH', '/api/inbox/conversations', {
        body: { ids: [kept.id], change: { kind: 'assign', userId: colleague.user.id } },
      });
      const path = `/api/team/members/${colleague.user.id}`;
      const { status } =
        how === 'suspended'
          ? await owner.request('POST', `${path}/suspend`, { body: {} })
          : how === 'removed'
            ? await owner.request('DELETE', path)
            : await owner.request('PATCH', path, { body: { role: 'viewer' } });
      expect(status).toBe(200);
      await expect
        .poll(async () => (await thread(id)).item, { timeout: 30_000 })
        .toMatchObject({ handler: 'waiting', assigneeId: null, status: 'open' });
      expect((await said(id)).at(-1)).toMatch(/^asked/);
      expect((await thread(kept.id)).item).toMatchObject({ handler: 'ai', assigneeId: null });
    },
  );
});

test('who goes leaves a snoozed conversation asleep; it wakes in the queue, and the lists show it', async () => {
  const colleague = await member('Jan Meyer');
  const { id } = await begin('Hello there');
  expect((await reply(colleague, id, 'Jan here')).status).toBe(200);
  await owner.request('PATCH', '/api/inbox/conversations', {
    body: { ids: [id], change: { kind: 'snooze', until: new Date(Date.now() + 3_600_000).toISOString() } },
  });
  await owner.request('POST', `/api/team/members/${colleague.user.id}/suspend`, { body: {} });
  await expect
    .poll(async () => (await thread(id)).item, { timeout: 30_000 })
    .toMatchObject({ handler: 'waiting', status: 'snoozed' });
  await app.database.database.direct.execute(
    sql`UPDATE conversations SET snoozed_until = now() - interval '1 minute' WHERE id = ${id}`,
  );
  await app.server.services.teamwork.doWhatIsDue();
  const listed = async (view: string): Promise<(string | null)[]> =>
    (
      await owner.get<{ conversations: InboxItem[] }>(`/api/inbox/conversations?view=${view}`)
    ).conversations.flatMap((item) => (item.id === id ? [item.status, item.handler] : []));
  for (const view of ['all', 'unassigned']) expect(await listed(view), view).toEqual(['open', 'waiting']);
  expect((await thread(id)).item.waitingSince).not.toBeNull();
});

test.each([true, false])(
  'who is removed leaves a snoozed conversation that its visitor wakes (the AI answers meanwhile: %s)',
  async (answersMeanwhile) => {
    const colleague = await member('Iva Dvořák');
    const { number } = await publishAgent(owner, (draft) => {
      draft.people.answerWhileWaiting = answersMeanwhile;
    });
    const visitor = await openChat(app, number);
    const id = (await visitor.say('Hello there')).conversationId;
    expect((await reply(colleague, id, 'Iva here')).status).toBe(200);
    await owner.request('PATCH', '/api/inbox/conversations', {
      body: { ids: [id], change: { kind: 'snooze', until: new Date(Date.now() + 3_600_000).toISOString() } },
    });
    await owner.request('DELETE', `/api/team/members/${colleague.user.id}`);
    await expect
      .poll(async () => (await thread(id)).item, { timeout: 30_000 })
      .toMatchObject({ handler: 'waiting', status: 'snoozed' });
    await visitor.say('Are you still there?');
    const { item } = await thread(id);
    expect(item).toMatchObject({ handler: 'waiting', status: 'open' });
    expect(item.waitingSince).not.toBeNull();
  },
);

describe('what is given back to the AI', () => {
  test('is answered where the visitor waits for an answer, by hand and by time, for nothing, and once', async () => {
    const { visitor, id } = await begin('Hello there');
    expect((await reply(owner, id, 'Vera here')).status).toBe(200);
    await visitor.say('What do you offer?');
    await owner.request('POST', `/api/inbox/conversations/${id}/handler`, { body: { to: 'ai' } });
    await expect
      .poll(() => said(id), { timeout: 30_000 })
      .toEqual(['visitor', 'assistant', 'joined', 'human', 'visitor', 'returned', 'assistant']);

    expect((await reply(owner, id, 'Vera again')).status).toBe(200);
    await visitor.say('And what is the price?');
    await app.database.database.direct.execute(
      sql`UPDATE conversations SET return_at = now() - interval '1 minute' WHERE id = ${id}`,
    );
    await app.server.services.teamwork.doWhatIsDue();
    await app.server.services.teamwork.doWhatIsDue();
    await expect
      .poll(async () => (await said(id)).slice(-4), { timeout: 30_000 })
      .toEqual(['human', 'visitor', 'returned', 'assistant']);
  });

  test('stays quiet where the team had the last word, a person was only thanked, or only asked for', async () => {
    const { visitor, id } = await begin('Hello there');
    await reply(owner, id, 'Vera here');
    await owner.request('POST', `/api/inbox/conversations/${id}/handler`, { body: { to: 'ai' } });
    expect((await said(id)).at(-1)).toBe('returned');
    await reply(owner, id, 'Vera again');
    await visitor.say('Thank you, Vera!');
    await owner.request('POST', `/api/inbox/conversations/${id}/handler`, { body: { to: 'ai' } });
    expect((await said(id)).at(-1)).toBe('returned');
    await visitor.say('I want to talk to a human');
    await owner.request('POST', `/api/inbox/conversations/${id}/handler`, { body: { to: 'ai' } });
    expect((await said(id)).at(-1)).toBe('returned');
  });
});

describe('two of the team at once', () => {
  test('the second answer waits until the first was seen, and each sees that the other is there', async () => {
    const colleague = await member('Vera Novak');
    const { id } = await begin('Hello there');
    const seen = Math.max(...(await thread(id)).conversation.messages.map(({ seq }) => seq));
    expect((await reply(colleague, id, 'I have it', { knownSeq: seen })).status).toBe(200);
    const late = await reply(owner, id, 'So have I', { knownSeq: seen });
    expect([late.status, (late.body as { code: string }).code]).toEqual([
      409,
      'conversations.answered_meanwhile',
    ]);
    const now = Math.max(...(await thread(id)).conversation.messages.map(({ seq }) => seq));
    expect((await reply(owner, id, 'So have I', { knownSeq: now })).status).toBe(200);

    const heard: unknown[] = [];
    const stop = app.server.services.realtime.subscribe(`account:${owner.user.accountId}`, (data) =>
      heard.push(data),
    );
    await colleague.request('POST', `/api/inbox/conversations/${id}/viewing`, { body: { isTyping: true } });
    await expect
      .poll(() => heard, { timeout: 30_000 })
      .toMatchObject([{ type: 'inbox.viewing', userId: colleague.user.id, isTyping: true }]);
    stop();
  });

  test('are told apart where they have one name', async () => {
    const { members } = await owner.get<{ members: { name: string }[] }>('/api/inbox/members');
    const names = members.map(({ name }) => name);
    expect(names.filter((name) => /^Vera Novak \(.+@.+\)$/.test(name))).toHaveLength(2);
    expect(new Set(names).size).toBe(names.length);
  });
});

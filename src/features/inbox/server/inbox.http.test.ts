import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Agent } from '#features/agents/agents.contract.ts';
import type { Role } from '#features/accounts/accounts.contract.ts';
import type { InboxItem, InboxThread } from '../inbox.contract.ts';
import type { InboxLabel } from '../inbox-labels.contract.ts';
import { startTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { openChat, publishAgent, type ChatVisitor } from '#tests/support/visitors/visitor-chat.ts';

type Person = Awaited<ReturnType<TestApp['register']>>;
type List = {
  conversations: InboxItem[];
  nextCursor: string | null;
};

let app: TestApp;
let owner: Person;
let support: Person;
let viewer: Person;
let [first, second]: Agent[] = [];

async function member(role: Role): Promise<Person> {
  const person = await app.register(`A ${role}`);
  await app.database.database.direct.execute(
    sql`UPDATE memberships SET account_id = ${owner.user.accountId}, role = ${role},
      agent_ids = ${role === 'support' ? sql`ARRAY[${first?.id}]` : sql`NULL`}
      WHERE user_id = ${person.user.id}`,
  );
  return person;
}
const list = (who: Person, query = ''): Promise<List> => who.get(`/api/inbox/conversations${query}`);
const thread = (who: Person, id: string): Promise<InboxThread> => who.get(`/api/inbox/conversations/${id}`);
const change = (who: Person, ids: string[], one: object) =>
  who.request('PATCH', '/api/inbox/conversations', { body: { ids, change: one } });
async function begin(agent: Agent | undefined, text: string): Promise<{ visitor: ChatVisitor; id: string }> {
  const visitor = await openChat(app, agent?.number ?? 0);
  return { visitor, id: (await visitor.say(text)).conversationId };
}

beforeAll(async () => {
  app = await startTestApp();
  owner = await app.register('Vera Novak');
  first = await publishAgent(owner, (draft) => void (draft.basic.name = 'First'));
  second = await publishAgent(owner, (draft) => void (draft.basic.name = 'Second'));
  [support, viewer] = [await member('support'), await member('viewer')];
});
afterAll(() => app.close());

describe('asking for a person', () => {
  test('in one’s own words puts the conversation into the queue without an answer, and says honestly whether anybody is there', async () => {
    const { visitor, id } = await begin(first, 'I want to talk to a human');
    expect((await thread(owner, id)).conversation.messages.map(({ role, event }) => event ?? role)).toEqual([
      'visitor',
      'asked_away',
    ]);
    expect(
      (
        await visitor.request('POST', `/api/visitor/conversations/${id}/address`, {
          body: { email: 'Olga@Example.test' },
        })
      ).status,
    ).toBe(200);
    expect((await thread(owner, id)).item).toMatchObject({
      handler: 'waiting',
      status: 'open',
      contactEmail: 'olga@example.test',
    });

    await support.request('PUT', '/api/inbox/presence', { body: {} });
    expect(
      (
        await thread(owner, (await begin(first, 'Quiero hablar con una persona')).id)
      ).conversation.messages.at(-1)?.event,
    ).toBe('asked');
    // Somebody who reaches another agent only, or is away, is nobody for this one.
    expect(
      (await thread(owner, (await begin(second, 'Chci mluvit s člověkem')).id)).conversation.messages.at(-1)
        ?.event,
    ).toBe('asked_away');
    await support.request('PUT', '/api/inbox/presence', { body: { isAway: true } });
    await support.request('PUT', '/api/inbox/presence', { body: {} });
    expect(
      (
        await thread(owner, (await begin(first, 'Je voudrais parler à un conseiller')).id)
      ).conversation.messages.at(-1)?.event,
    ).toBe('asked_away');
  });

  test('is one thing for the queue and for the answer: who waits already, and who only tries it, never reads that nobody can be called', async () => {
    const { visitor, id } = await begin(first, 'could someone from your team give me a ring?');
    expect((await thread(owner, id)).item.handler).toBe('waiting');
    const again = await visitor.say('HUMAN please');
    expect([again.status, again.answer]).toEqual([200, undefined]);
    expect((await thread(owner, id)).conversation.messages.map(({ role, event }) => event ?? role)).toEqual([
      'visitor',
      'asked_away',
      'visitor',
      'asked_away',
    ]);

    const { token } = await owner.post<{ token: string }>('/api/visitor/session', {
      agent: first?.number,
      preview: new URL(first?.previewUrl ?? '', app.url).searchParams.get('ticket'),
    });
    const tried = await owner.request('POST', '/api/visitor/messages', {
      headers: { authorization: `Bearer ${token}` },
      body: { conversationId: null, clientMessageId: randomUUID(), text: 'connect me to support' },
    });
    expect(tried.text).toContain('puts the conversation into your team’s queue');

    const bot = await begin(first, 'are you a bot or a real person?');
    expect((await thread(owner, bot.id)).item.handler).toBe('ai');
  });

  test('outside of office hours is told when the team is there again, waits all the same, and only who runs the account sets them', async () => {
    const later = (new Date().getUTCDay() + 8) % 7;
    const hours = {
      isOn: true,
      timeZone: 'UTC',
      week: Array.from({ length: 7 }, (_, day) => (day === later ? [{ from: 540, to: 1_020 }] : [])),
      daysOff: [{ date: '2026-12-25', name: 'Christmas' }],
    };
    expect((await support.request('PUT', '/api/inbox/hours', { body: hours })).status).toBe(403);
    expect(
      (await owner.request('PUT', '/api/inbox/hours', { body: { ...hours, timeZone: 'Middle/Earth' } }))
        .status,
    ).toBe(400);
    expect(
      (
        await owner.request('PUT', '/api/inbox/hours', {
          body: { ...hours, week: hours.week.map(() => [{ from: 600, to: 600 }]) },
        })
      ).status,
    ).toBe(400);
    await owner.request('PUT', '/api/inbox/hours', { body: hours });
    const { opensAt, isOpen } = await support.get<{ opensAt: string; isOpen: boolean }>('/api/inbox/hours');
    expect([isOpen, new Date(opensAt).getUTCHours(), (new Date(opensAt).getUTCDay() + 6) % 7]).toEqual([
      false,
      9,
      later,
    ]);

    // Somebody whose dashboard is open is nobody on whom to count now.
    await support.request('PUT', '/api/inbox/presence', { body: { isAway: false } });
    const { visitor, id } = await begin(first, 'I want to talk to a human');
    const { item, conversation } = await thread(owner, id);
    expect([item.handler, conversation.messages.at(-1)?.event, conversation.messages.at(-1)?.text]).toEqual([
      'waiting',
      'asked_closed',
      opensAt,
    ]);
    expect(
      (
        await visitor.request('POST', `/api/visitor/conversations/${id}/address`, {
          body: { email: 'late@example.test' },
        })
      ).status,
    ).toBe(200);

    await owner.request('PUT', '/api/inbox/hours', { body: { ...hours, isOn: false } });
    expect(
      (await thread(owner, (await begin(first, 'I want to talk to a human')).id)).conversation.messages.at(-1)
        ?.event,
    ).toBe('asked');
    await support.request('PUT', '/api/inbox/presence', { body: { isAway: true } });
  });

  test('is offered once after two answers in a row that are none, and nobody is asked for where the owner switched it off', async () => {
    const { visitor, id } = await begin(first, 'What is the airspeed of a swallow?');
    await visitor.say('Which colour has the number seven?');
    const events = async (): Promise<unknown[]> =>
      (await thread(owner, id)).conversation.messages.flatMap(({ event }) => event ?? []);
    await expect.poll(events, { timeout: 30_000 }).toEqual(['offered']);
    await visitor.say('Who painted the moon yesterday?');
    await visitor.say('How heavy is a Tuesday evening?');
    expect(await events()).toEqual(['offered']);
    expect(
      (await visitor.request('POST', `/api/visitor/conversations/${id}/person`, { body: {} })).body,
    ).toEqual({ handler: 'waiting', person: null });
    expect(
      (await visitor.request('POST', `/api/visitor/conversations/${id}/person`, { body: {} })).status,
    ).toBe(200);
    expect((await events()).filter((event) => String(event).startsWith('asked'))).toHaveLength(1);

    const closed = await publishAgent(owner, (draft) => void (draft.people.enabled = false));
    const refused = await begin(closed, 'I want to talk to a human');
    expect((await thread(owner, refused.id)).item.handler).toBe('ai');
    expect(
      (await refused.visitor.request('POST', `/api/visitor/conversations/${refused.id}/person`, { body: {} }))
        .status,
    ).toBe(403);
  });
});

describe('a member', () => {
  test('sees and changes the conversations of the agents that they reach, and no others', async () => {
    const [mine, theirs] = [
      await begin(first, 'Hello from the first'),
      await begin(second, 'Hello from the second'),
    ];
    const seen = (await list(support, '?view=all')).conversations;
    expect(new Set(seen.map(({ agentName }) => agentName))).toEqual(new Set(['First']));
    expect(seen.map(({ id }) => id)).toContain(mine.id);
    expect((await support.request('GET', `/api/inbox/conversations/${theirs.id}`)).status).toBe(404);
    for (const [method, path, body] of [
      ['POST', 'messages', { text: 'Hi', clientMessageId: '0b5f9c1e-6a39-4c1f-9d5e-2a8d9a3c7f10' }],
      ['POST', 'handler', { to: 'me' }],
      ['POST', 'notes', { text: 'x' }],
      ['POST', 'typing', {}],
    ] as const) {
      expect([
        path,
        (await support.request(method, `/api/inbox/conversations/${theirs.id}/${path}`, { body })).status,
      ]).toEqual([path, 404]);
    }
    expect(
      (await change(support, [mine.id, theirs.id], { kind: 'priority', priority: 'high' })).body,
    ).toEqual({ changed: 1 });
    expect((await thread(owner, theirs.id)).item.priority).toBe('none');
    expect(
      (await viewer.request('POST', `/api/inbox/conversations/${mine.id}/handler`, { body: { to: 'me' } }))
        .status,
    ).toBe(403);
    expect((await thread(viewer, mine.id)).can).toEqual({ reply: false, improve: false });
    const stranger = await app.register('Olga');
    expect((await stranger.request('GET', `/api/inbox/conversations/${mine.id}`)).status).toBe(404);
    expect((await list(stranger)).conversations).toEqual([]);
  });

  test('finds conversations by view, label and words, and each has read what they have read', async () => {
    const { visitor, id } = await begin(first, 'Do you sell rye bread?');
    const label = await owner.post<InboxLabel>('/api/inbox-labels', { name: 'Bread', color: 'orange' });
    expect(
      (await owner.request('POST', '/api/inbox-labels', { body: { name: 'BREAD', color: 'red' } })).status,
    ).toBe(409);
    expect((await change(owner, [id], { kind: 'label', labelId: label.id, isOn: true })).body).toEqual({
      changed: 1,
    });
    const idsOf = async (query: string): Promise<string[]> =>
      (await list(owner, query)).conversations.map((item) => item.id);
    expect(await idsOf(`?label=${label.id}`)).toEqual([id]);
    expect(await idsOf('?view=unread')).toContain(id);
    await change(owner, [id], { kind: 'read', isRead: true });
    expect(await idsOf('?view=unread')).not.toContain(id);
    await visitor.say('And spelt?');
    expect(await idsOf('?view=unread')).toContain(id);
    await change(owner, [id], { kind: 'assign', userId: support.user.id });
    expect((await list(support, '?view=mine')).conversations.map((item) => item.id)).toEqual([id]);
    expect((await change(owner, [id], { kind: 'assign', userId: viewer.user.id })).status).toBe(404);
    await change(owner, [id], { kind: 'snooze', until: null });
    expect(await idsOf('?view=snoozed')).toEqual([id]);
    await visitor.say('Hello?');
    expect((await thread(owner, id)).item.status).toBe('pending');
    const before = await support.get<{ attention: number }>('/api/inbox/counts');
    await change(support, [id], { kind: 'read', isRead: true });
    expect((await support.get<{ attention: number }>('/api/inbox/counts')).attention).toBe(
      before.attention - 1,
    );
  });

  test('finds conversations by the way they came, by tag and by country, and reads who wants no mails', async () => {
    const came = async (session: object): Promise<string> => {
      const browser = app.browser();
      const { token } = await browser.post<{ token: string }>('/api/visitor/session', {
        agent: first?.number,
        ...session,
      });
      const said = await browser.request('POST', '/api/visitor/messages', {
        headers: { authorization: `Bearer ${token}` },
        body: { conversationId: null, clientMessageId: randomUUID(), text: 'Hello' },
      });
      return /"conversationId":"(\w+)"/.exec(said.text)?.[1] ?? '';
    };
    const [site, page, code] = [
      await came({ page: { url: 'https://bakery.example/menu' }, tag: 'autumn' }),
      await came({ page: { url: `${app.url}/widgets/${first?.number}` } }),
      await came({ page: { url: `${app.url}/widgets/${first?.number}` }, tag: 'qr-ab12cd34' }),
    ];
    const { key } = await owner.post<{ key: string }>(`/api/agents/${first?.id}/keys`, {
      kind: 'secret',
      name: 'Program',
    });
    const asked = await app.browser().request('POST', '/api/v1/messages', {
      headers: { authorization: `Bearer ${key}` },
      body: { text: 'Hello' },
    });
    const program = (asked.body as { conversationId: string }).conversationId;
    const idsOf = async (query: string): Promise<string[]> =>
      (await list(owner, query)).conversations.map((item) => item.id);
    expect([await idsOf('?channel=page'), await idsOf('?channel=qr'), await idsOf('?channel=api')]).toEqual([
      [page],
      [code],
      [program],
    ]);
    expect(await idsOf('?channel=site')).toContain(site);
    expect([await idsOf('?tag=autumn'), await idsOf('?tag=autumn&channel=qr')]).toEqual([[site], []]);
    expect(await owner.get('/api/inbox/tags')).toEqual({ tags: ['autumn', 'qr-ab12cd34'] });
    expect(await (await app.register('Olga')).get('/api/inbox/tags')).toEqual({ tags: [] });

    const { item } = await thread(owner, site);
    expect(
      (
        await owner.request('PATCH', `/api/contacts/${item.contactId}`, {
          body: { country: 'CZ', email: 'anna@example.test' },
        })
      ).status,
    ).toBe(200);
    expect([await idsOf('?country=CZ'), await idsOf('?country=NL')]).toEqual([[site], []]);
    expect((await thread(owner, site)).unsubscribedAt).toBeNull();
    const link = await app.server.services.mailPreferences.linkFor(
      owner.user.accountId,
      'anna@example.test',
      'en',
    );
    await app.server.services.mailPreferences.say(link?.split('/').at(-1) ?? '', false);
    expect((await thread(owner, site)).unsubscribedAt).not.toBeNull();
  });

  test('writes notes that no visitor ever gets, and saved replies with one name each', async () => {
    const { visitor, id } = await begin(first, 'Hello');
    await owner.post(`/api/inbox/conversations/${id}/notes`, {
      text: 'a secret among us',
      mentions: [support.user.id, 'usr_nobody'],
    });
    expect((await thread(support, id)).notes).toMatchObject([
      { body: 'a secret among us', mentions: [support.user.id] },
    ]);
    const { text } = await visitor.request('GET', '/api/visitor/conversation');
    expect(text).toContain('Hello');
    expect(text).not.toContain('a secret among us');
    const saved = await owner.post<{ id: string }>('/api/saved-replies', {
      name: 'Hours',
      body: 'We open at 7:30.',
    });
    expect(
      (await owner.request('POST', '/api/saved-replies', { body: { name: 'hours', body: 'x' } })).status,
    ).toBe(409);
    expect((await viewer.request('DELETE', `/api/saved-replies/${saved.id}`)).status).toBe(403);
    expect(
      (await owner.request('POST', `/api/inbox/conversations/${id}/assist`, { body: { task: 'draft' } }))
        .status,
    ).toBe(409);
  });
});

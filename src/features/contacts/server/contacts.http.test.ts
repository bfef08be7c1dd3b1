import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Agent } from '#features/agents/agents.contract.ts';
import { startTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { openVisitor } from '#tests/security/world.ts';
import type { Contact, ContactDetail, ContactTag } from '../contacts.contract.ts';
import type { TimelineEntry } from '../contacts-timeline.contract.ts';

type Person = Awaited<ReturnType<TestApp['register']>>;
let app: TestApp;
let vera: Person;
let olga: Person;
let agent: Agent;

beforeAll(async () => {
  app = await startTestApp();
  [vera, olga] = [await app.register('Vera Novak'), await app.register('Olga')];
  const made = await vera.post<Agent>('/api/agents', {
    from: 'description',
    input: 'A guide called "Bakery Linden" for a bakery',
    language: 'en',
  });
  agent = await vera.post<Agent>(`/api/agents/${made.id}/publish`, { revision: made.draftRevision });
});
afterAll(() => app.close());

const create = (body: object, person = vera) => person.request('POST', '/api/contacts', { body });
const list = async (query = '', person = vera) =>
  person.get<{ contacts: Contact[]; nextCursor: string | null; total: number | null }>(
    `/api/contacts${query}`,
  );
const count = async (query = '', person = vera) =>
  (await person.get<{ total: number }>(`/api/contact-count${query}`)).total;
const names = async (query: string, person = vera) =>
  (await list(query, person)).contacts.map(({ name }) => name);
/** Somebody else of Vera's account, with a role. */
async function member(role: string): Promise<Person> {
  const person = await app.register(role);
  await app.database.database.direct.execute(
    sql`UPDATE memberships SET account_id = ${vera.user.accountId}, role = ${role}
      WHERE user_id = ${person.user.id}`,
  );
  return person;
}

describe('a contact that is written down by hand', () => {
  it('is kept in one form, and is found again', async () => {
    const made = (
      await create({
        firstName: 'Élodie',
        lastName: 'Müller',
        email: 'Elodie@Example.TEST',
        phone: '00 33 1 23 45 67 89',
        company: 'Boulangerie Müller',
        country: 'france',
        language: 'fr',
        lifecycle: 'qualified',
        leadScore: 70,
        marketingConsent: true,
      })
    ).body as ContactDetail;
    expect(made).toMatchObject({
      name: 'Élodie Müller',
      email: 'elodie@example.test',
      phone: '+33123456789',
      country: 'FR',
      source: 'manual',
      lifecycle: 'qualified',
      leadScore: 70,
      marketingConsent: { value: true, source: 'member' },
    });
    for (const search of ['elodie', 'MULLER', 'boulang', '3312345', 'muller elo', 'example.test'])
      expect(await names(`?search=${encodeURIComponent(search)}`), search).toEqual(['Élodie Müller']);
    for (const search of ['%', 'elodie nobody', '_lodie'])
      expect(await names(`?search=${encodeURIComponent(search)}`), search).toEqual([]);
  });
  it('says of each field what is wrong with it, and stores nothing', async () => {
    const before = await count();
    const { status, body } = await create({
      name: 'X',
      email: 'not an address',
      phone: '12',
      country: 'Atlantis',
    });
    expect(status).toBe(400);
    expect(Object.keys((body as { fields: object }).fields).toSorted()).toEqual([
      'country',
      'email',
      'phone',
    ]);
    expect(await create({ company: 'Nobody Ltd' })).toMatchObject({
      status: 400,
      body: { code: 'contacts.nothing_known' },
    });
    expect(await create({ name: 'A', leadScore: 101 })).toMatchObject({ status: 400 });
    expect(
      await create({
        name: 'A',
        id: 'con_1',
        accountId: olga.user.accountId,
        source: 'api',
        messageCount: 9,
      }),
    ).toMatchObject({ status: 400 });
    expect(await count()).toBe(before);
  });
  it('never shares an address with another one of the account, also when both come at once', async () => {
    const both = await Promise.all([
      create({ name: 'One', email: 'same@example.test' }),
      create({ name: 'Two', email: 'SAME@example.test' }),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(both.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'contacts.email_taken' });
    expect((await create({ name: 'Elsewhere', email: 'same@example.test' }, olga)).status).toBe(200);
  });
  it('changes what is named and nothing else; a name is put together until it has its own', async () => {
    const { id } = (await create({ firstName: 'Jan', lastName: 'Dvořák', phone: '+420602111222' }))
      .body as ContactDetail;
    const change = async (body: object) =>
      (await vera.request('PATCH', `/api/contacts/${id}`, { body })).body as ContactDetail;
    expect(await change({ lastName: 'Novák' })).toMatchObject({ name: 'Jan Novák', phone: '+420602111222' });
    expect(await change({ name: 'Honza' })).toMatchObject({ name: 'Honza', lastName: 'Novák' });
    expect(await change({ firstName: 'Johann' })).toMatchObject({ name: 'Honza', firstName: 'Johann' });
    expect(await change({ phone: null, lifecycle: 'customer' })).toMatchObject({
      phone: null,
      lifecycle: 'customer',
      name: 'Honza',
    });
  });
});

describe('tags', () => {
  it('are renamed and removed on every contact at once, and belong to one account', async () => {
    const tag = (await vera.request('POST', '/api/contact-tags', { body: { name: 'VIP', color: 'violet' } }))
      .body as ContactTag;
    expect(
      (await vera.request('POST', '/api/contact-tags', { body: { name: 'vip', color: 'red' } })).status,
    ).toBe(409);
    const { id } = (await create({ name: 'Tagged', tagIds: [tag.id] })).body as ContactDetail;
    expect(await names(`?tag=${tag.id}`)).toEqual(['Tagged']);
    expect(await create({ name: 'Thief', tagIds: [tag.id] }, olga)).toMatchObject({
      status: 404,
      body: { code: 'contacts.no_such_tag' },
    });
    expect(
      (await create({ name: 'Many', tagIds: Array.from({ length: 51 }, (_, at) => `ctg_${at}`) })).status,
    ).toBe(400);
    expect((await olga.request('DELETE', `/api/contact-tags/${tag.id}`)).status).toBe(404);
    await vera.request('PATCH', `/api/contact-tags/${tag.id}`, { body: { name: 'Regular', color: 'blue' } });
    const { tags } = await vera.get<{ tags: object[] }>('/api/contact-tags');
    expect(tags).toEqual([{ id: tag.id, name: 'Regular', color: 'blue', contacts: 1 }]);
    expect((await vera.request('DELETE', `/api/contact-tags/${tag.id}`)).status).toBe(200);
    expect(await vera.get<Contact>(`/api/contacts/${id}`)).toMatchObject({ tagIds: [] });
  });
});

describe('the timeline', () => {
  it('tells what happened, newest first, page by page, and notes are changed by their writer only', async () => {
    const visitor = await openVisitor(app, agent.number, 'Do you sell umbrellas?');
    const [contact] = (await list('?source=widget')).contacts;
    const base = `/api/contacts/${contact?.id}`;
    const note = await vera.post<{ id: string }>(`${base}/notes`, { text: 'Asked at the fair, too.' });
    const { entries } = await vera.get<{ entries: TimelineEntry[] }>(`${base}/timeline`);
    expect(entries.map(({ kind }) => kind)).toEqual(['note', ...entries.slice(1).map(({ kind }) => kind)]);
    expect(entries.map(({ kind }) => kind).toSorted()).toEqual(['conversation', 'created', 'note', 'visit']);
    expect(entries.find(({ kind }) => kind === 'conversation')).toMatchObject({
      conversationId: visitor.conversationId,
      agentName: 'Bakery Linden',
      messages: 2,
    });
    expect(entries[0]).toMatchObject({
      text: 'Asked at the fair, too.',
      author: 'Vera Novak',
      isOwn: true,
      isEdited: false,
    });

    const admin = await member('admin');
    expect(
      (await admin.request('PATCH', `${base}/notes/${note.id}`, { body: { text: 'Changed' } })).status,
    ).toBe(404);
    expect((await admin.request('DELETE', `${base}/notes/${note.id}`)).status).toBe(404);
    expect(
      (await vera.request('PATCH', `${base}/notes/${note.id}`, { body: { text: 'x'.repeat(10_001) } }))
        .status,
    ).toBe(400);
    expect(
      (await vera.request('PATCH', `${base}/notes/${note.id}`, { body: { text: 'Changed' } })).status,
    ).toBe(200);
    expect((await admin.get<{ entries: TimelineEntry[] }>(`${base}/timeline`)).entries[0]).toMatchObject({
      text: 'Changed',
      isOwn: false,
    });
    expect((await vera.request('DELETE', `${base}/notes/${note.id}`)).status).toBe(200);

    for (let at = 0; at < 40; at++) await vera.post(`${base}/notes`, { text: `Note ${at}` });
    const first = await vera.get<{ entries: TimelineEntry[]; nextCursor: string }>(`${base}/timeline`);
    const second = await vera.get<{ entries: TimelineEntry[]; nextCursor: null }>(
      `${base}/timeline?cursor=${first.nextCursor}`,
    );
    expect([first.entries.length, second.entries.length, second.nextCursor]).toEqual([30, 13, null]);
    expect(new Set([...first.entries, ...second.entries].map(({ id }) => id)).size).toBe(43);
    expect((await vera.get<{ entries: object[] }>(`${base}/timeline?cursor=nonsense`)).entries.length).toBe(
      30,
    );
    expect((await olga.request('GET', `${base}/timeline`)).status).toBe(404);
  });
  it("tells by which QR code somebody came and what went to them by mail, and nothing of other people's mails", async () => {
    const { code } = await vera.post<{ code: string }>(`/api/agents/${agent.id}/qr-codes`, {
      name: 'Shop window',
    });
    const { id } = (await create({ name: 'Scanner', email: 'scanner@example.test' })).body as ContactDetail;
    await app.database.database.direct.execute(
      sql`INSERT INTO visitors (id, account_id, agent_id, contact_id, tag)
        VALUES ('vis_scanner', ${vera.user.accountId}, ${agent.id}, ${id}, ${`qr-${code.toLowerCase()}`})`,
    );
    const mails = [
      ['team-reply', 'Scanner@example.test', vera, 'sent'],
      ['conversation-copy', 'scanner@example.test', vera, 'failed'],
      ['reset-password', 'scanner@example.test', vera, 'sent'],
      ['team-reply', 'scanner@example.test', olga, 'sent'],
      ['team-reply', 'other@example.test', vera, 'sent'],
    ] as const;
    for (const [at, [kind, to, of, state]] of mails.entries())
      await app.database.database.direct.execute(
        sql`INSERT INTO outbox_mails (id, account_id, kind, recipient, subject, text_body, html_body, state)
          VALUES (${`eml_timeline${at}`}, ${of.user.accountId}, ${kind}, ${to}, ${`Subject ${at}`}, '', '',
          ${state})`,
      );
    const told = (entries: TimelineEntry[]) =>
      entries
        .filter(({ kind }) => kind === 'scan' || kind === 'mail')
        .map(({ id: _, at: __, ...facts }) => facts)
        .toSorted((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)));
    const { entries } = await vera.get<{ entries: TimelineEntry[] }>(`/api/contacts/${id}/timeline`);
    expect(told(entries)).toEqual([
      { kind: 'mail', subject: 'Subject 0', isLost: false },
      { kind: 'mail', subject: 'Subject 1', isLost: true },
      { kind: 'scan', agentId: agent.id, agentName: 'Bakery Linden', codeName: 'Shop window' },
    ]);
  });
});

describe('roles', () => {
  it('let viewers read and support write; money is for those who may see it', async () => {
    const [viewer, support, billing] = [
      await member('viewer'),
      await member('support'),
      await member('billing'),
    ];
    const { id } = (await create({ name: 'Shown' })).body as ContactDetail;
    expect((await create({ name: 'No' }, viewer)).status).toBe(403);
    expect((await viewer.request('PATCH', `/api/contacts/${id}`, { body: { name: 'No' } })).status).toBe(403);
    expect(
      (await support.request('PATCH', `/api/contacts/${id}`, { body: { jobTitle: 'Baker' } })).body,
    ).toMatchObject({ jobTitle: 'Baker', money: null });
    expect(await vera.get(`/api/contacts/${id}`)).toMatchObject({ money: { sums: [], isSubscribed: false } });
    expect((await viewer.request('GET', '/api/contacts?paid=yes')).status).toBe(403);
    expect((await billing.request('GET', '/api/contacts')).status).toBe(403);
  });
  it('keep members who reach single agents from the contacts of others', async () => {
    const [before] = (await list('?source=widget')).contacts;
    const kept = await member('support');
    await app.database.database.direct.execute(
      sql`UPDATE memberships SET agent_ids = '{}' WHERE user_id = ${kept.user.id}`,
    );
    expect(await names('?source=widget', kept)).toEqual([]);
    for (const path of ['', '/timeline'])
      expect((await kept.request('GET', `/api/contacts/${before?.id}${path}`)).status).toBe(404);
    expect(
      (await kept.request('PATCH', `/api/contacts/${before?.id}`, { body: { name: 'Taken' } })).status,
    ).toBe(404);
    expect(
      (await kept.request('POST', `/api/contacts/${before?.id}/notes`, { body: { text: 'Taken' } })).status,
    ).toBe(404);
  });
});

describe('what an account does not want to know', () => {
  it('is neither shown nor stored: where people are, and who only passed by', async () => {
    const privacy = (flags: object, person = vera) =>
      person.request('PUT', '/api/user/privacy', {
        body: { hidePassiveVisitors: false, hideLocationData: false, ...flags },
      });
    const { id } = (await create({ name: 'Placed', country: 'NL', city: 'Utrecht' })).body as ContactDetail;
    const admin = await member('admin');
    expect((await privacy({ hideLocationData: true }, admin)).body).toMatchObject({ hideLocationData: true });
    expect(await admin.get(`/api/contacts/${id}`)).toMatchObject({ country: null, city: null });
    expect(await vera.get(`/api/contacts/${id}`)).toMatchObject({ country: 'NL', city: 'Utrecht' });
    await privacy({}, admin);

    expect((await privacy({ hideLocationData: true })).status).toBe(200);
    expect(await admin.get(`/api/contacts/${id}`)).toMatchObject({
      country: null,
      city: null,
      timezone: null,
    });
    const written = (await create({ name: 'Unplaced', country: 'NL', city: 'Utrecht' }))
      .body as ContactDetail;
    await openVisitor(app, agent.number, 'Where is the bakery?');
    await privacy({});
    expect(await vera.get(`/api/contacts/${written.id}`)).toMatchObject({ country: null, city: null });
    expect((await list('?source=widget')).contacts[0]).toMatchObject({
      lastMessage: expect.any(String),
      lastMessageRole: 'assistant',
      timezone: null,
    });

    await app.database.database.direct.execute(
      sql`INSERT INTO contacts (id, account_id, name, first_seen_at, last_seen_at, created_at)
        VALUES ('con_passive', ${vera.user.accountId}, 'Passed by', now(), now(), now())`,
    );
    expect(await names('?search=passed')).toEqual(['Passed by']);
    await privacy({ hidePassiveVisitors: true });
    expect(await names('?search=passed')).toEqual([]);
    expect((await list('?source=widget')).total).toBe(2);
    await privacy({});
  });
});

describe('a contact who is blocked', () => {
  it('is told so when they write, in an old conversation and in a new one, until they are let in again', async () => {
    const [visitor, other] = [
      await openVisitor(app, agent.number, 'Buy my pills'),
      await openVisitor(app, agent.number, 'When are you open?'),
    ];
    const { contacts } = await vera.get<{ contacts: Contact[] }>('/api/contacts?sort=newest');
    const { id } =
      contacts.find(({ lastMessage }) => lastMessage !== '' && !lastMessage.includes('open')) ?? contacts[1]!;
    const [own] = (await vera.get<{ conversations: { id: string }[] }>(`/api/contacts/${id}/conversations`))
      .conversations;
    const [blocked, free] = own?.id === visitor.conversationId ? [visitor, other] : [other, visitor];
    expect(
      (await vera.request('PATCH', `/api/contacts/${id}`, { body: { isBlocked: true } })).body,
    ).toMatchObject({ isBlocked: true });
    for (const conversationId of [blocked.conversationId, null])
      expect(await blocked.ask('And more pills', conversationId)).toMatchObject({
        status: 403,
        body: { code: 'access.blocked', message: expect.stringContaining('blocked') },
      });
    // Neither do they get a person that way, nor is a form taken from them.
    const call = (who: typeof blocked, path: string, body: object) =>
      app
        .browser()
        .request('POST', `/api/visitor/${path}`, { headers: { authorization: `Bearer ${who.token}` }, body });
    expect(await call(blocked, `conversations/${blocked.conversationId}/person`, {})).toMatchObject({
      status: 403,
      body: { code: 'access.blocked' },
    });
    expect((await vera.get<{ unassigned: number }>('/api/inbox/counts')).unassigned).toBe(0);
    expect(await call(free, `conversations/${free.conversationId}/person`, {})).toMatchObject({
      status: 200,
      body: { handler: 'waiting' },
    });
    expect((await free.ask('And on Sunday?', free.conversationId)).status).toBe(200);
    await vera.request('PATCH', `/api/contacts/${id}`, { body: { isBlocked: false } });
    expect((await blocked.ask('Sorry', blocked.conversationId)).status).toBe(200);
  });
});

import { createHmac } from 'node:crypto';
import { sql, type SQL } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp, type TestBrowser } from '#tests/support/app/test-app.ts';
import type { Agent } from '#features/agents/agents.contract.ts';
import type { Contact } from '#features/contacts/contacts.contract.ts';

let app: TestApp;
let vera: TestBrowser;
let agent: Agent;
let secret: string;
beforeAll(async () => {
  app = await startTestApp();
  vera = await app.register('Vera');
  agent = await publish(vera);
  ({ secret } = await vera.post<{ secret: string }>(`/api/agents/${agent.id}/identity`, { scope: 'agent' }));
});
afterAll(() => app.close());

async function publish(owner: TestBrowser): Promise<Agent> {
  const made = await owner.post<Agent>('/api/agents', { from: 'blank' });
  return owner.post<Agent>(`/api/agents/${made.id}/publish`, { revision: made.draftRevision });
}
const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
function jwt(claims: object, by = secret): string {
  const body = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode({ exp: Math.floor(Date.now() / 1_000) + 300, ...claims })}`;
  return `${body}.${createHmac('sha256', by).update(body).digest('base64url')}`;
}
async function visitor(number = agent.number) {
  const page = app.browser();
  const { token } = await page.post<{ token: string }>('/api/visitor/session', { agent: number });
  const headers = { authorization: `Bearer ${token}` };
  return {
    identify: (body: object) => page.request('POST', '/api/visitor/identify', { body, headers }),
    variables: (variables: object) =>
      page.request('POST', '/api/visitor/variables', { body: { variables }, headers }),
    say: (text: string) =>
      page.request('POST', '/api/visitor/messages', {
        body: { conversationId: null, clientMessageId: crypto.randomUUID(), text },
        headers,
      }),
  };
}
const all = async <Row>(query: SQL): Promise<Row[]> =>
  (await app.database.database.direct.execute(query)).rows as Row[];
const contacts = async (): Promise<Contact[]> =>
  (await vera.get<{ contacts: Contact[] }>('/api/contacts')).contacts;

describe('the secret that identifies visitors', () => {
  test('is shown once, and works no more after a new one was made or it was removed', async () => {
    const made = await publish(vera);
    const first = await vera.post<{ secret: string; hint: string }>(`/api/agents/${made.id}/identity`, {
      scope: 'agent',
    });
    const known = await vera.request('GET', `/api/agents/${made.id}/identity`);
    expect(known.body).toMatchObject({ agent: { hint: first.hint }, account: null });
    expect(known.text).not.toContain(first.secret);
    const second = await vera.post<{ secret: string }>(`/api/agents/${made.id}/identity`, { scope: 'agent' });
    const guest = await visitor(made.number);
    expect(await guest.identify({ token: jwt({ sub: 'r-1' }, first.secret) })).toMatchObject({
      status: 403,
      body: { code: 'identity.refused' },
    });
    expect(await guest.identify({ token: jwt({ sub: 'r-1' }, second.secret) })).toMatchObject({
      status: 200,
    });
    await vera.request('DELETE', `/api/agents/${made.id}/identity?scope=agent`);
    expect(await guest.identify({ token: jwt({ sub: 'r-1' }, second.secret) })).toMatchObject({
      status: 403,
      body: { code: 'identity.not_set_up' },
    });
  });
  test('lies encrypted', async () => {
    const rows = await all<{ sealed: string }>(sql`SELECT sealed FROM identity_secrets`);
    expect(rows.length).toBeGreaterThan(0);
    for (const { sealed } of rows) expect(sealed).not.toContain(secret);
  });
  test('of one agent says nothing to another, the account’s says it to all', async () => {
    const other = await publish(vera);
    const { secret: common } = await vera.post<{ secret: string }>(`/api/agents/${agent.id}/identity`, {
      scope: 'account',
    });
    const guest = await visitor(other.number);
    expect(await guest.identify({ token: jwt({ sub: 's-1' }) })).toMatchObject({ status: 403 });
    expect(await guest.identify({ token: jwt({ sub: 's-1' }, common) })).toMatchObject({ status: 200 });
  });
});

describe('a visitor for whom the owner’s server vouches', () => {
  test('is a contact with id, name and email, and what was written before goes along', async () => {
    const guest = await visitor();
    await guest.say('Hello, who is there?');
    const { id } = (await contacts())[0]!;
    expect(
      await guest.identify({ token: jwt({ sub: 'u-1', email: 'Anna@example.com', name: 'Anna' }) }),
    ).toMatchObject({ status: 200, body: { isSomebodyElse: false } });
    const contact = await vera.get<Contact>(`/api/contacts/${id}`);
    expect(contact).toMatchObject({
      externalId: 'u-1',
      email: 'anna@example.com',
      name: 'Anna',
      messageCount: 2,
    });
    expect(contact.verifiedAt).not.toBeNull();
  });
  test('is one contact in two browsers; the second one’s conversations come along, and nobody stays behind', async () => {
    const second = await visitor();
    await second.say('It is me again, from the phone');
    const before = (await contacts()).length;
    await second.identify({ token: jwt({ sub: 'u-1' }) });
    const all = await contacts();
    expect(all).toHaveLength(before - 1);
    expect(all.find(({ externalId }) => externalId === 'u-1')).toMatchObject({
      conversationCount: 2,
      messageCount: 4,
    });
  });
  test('takes an address from a contact that only typed it, and not from one that is vouched for', async () => {
    const third = await visitor();
    await third.identify({ token: jwt({ sub: 'u-3', email: 'anna@example.com' }) });
    const all = await contacts();
    expect(all.find(({ externalId }) => externalId === 'u-1')).toMatchObject({ email: 'anna@example.com' });
    expect(all.find(({ externalId }) => externalId === 'u-3')).toMatchObject({
      email: null,
      claimedEmail: 'anna@example.com',
    });
  });
  test('who signs in where another one was signed in is somebody else, and each keeps what is theirs', async () => {
    const guest = await visitor();
    await guest.identify({ token: jwt({ sub: 'p-1', name: 'Pim' }) });
    await guest.say('This is Pim');
    expect(await guest.identify({ token: jwt({ sub: 'p-2', name: 'Qara' }) })).toMatchObject({
      body: { isSomebodyElse: true },
    });
    await guest.say('This is Qara');
    const all = await contacts();
    for (const externalId of ['p-1', 'p-2'])
      expect(
        all.find((contact) => contact.externalId === externalId),
        externalId,
      ).toMatchObject({ conversationCount: 1 });
  });
  test('is refused with a forged statement and with one that has run out, and nothing changes', async () => {
    const before = await contacts();
    const guest = await visitor();
    expect(await guest.identify({ token: jwt({ sub: 'u-1' }, 'another secret') })).toMatchObject({
      status: 403,
      body: { code: 'identity.refused' },
    });
    expect(await guest.identify({ token: jwt({ sub: 'u-1', exp: 1_000_000_000 }) })).toMatchObject({
      status: 403,
      body: { code: 'identity.expired' },
    });
    expect(await guest.identify({ id: 'u-1', hash: 'a'.repeat(64) })).toMatchObject({ status: 403 });
    expect(await contacts()).toEqual(before);
  });
});

describe('what a page tells about its visitor', () => {
  test('is shown to the owner, the newest word for each name', async () => {
    const guest = await visitor();
    await guest.identify({ token: jwt({ sub: 'v-1' }) });
    await guest.variables({ plan: 'free', cart: '3 items' });
    await guest.variables({ plan: 'pro' });
    const known = (await contacts()).find(({ externalId }) => externalId === 'v-1');
    expect(known?.variables).toEqual({ plan: 'pro', cart: '3 items' });
  });
  test('is at most twenty short texts with plain names', async () => {
    const guest = await visitor();
    const many = (from: number) =>
      Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`name ${from + at}`, 'x']));
    expect((await guest.variables(many(0))).status).toBe(200);
    expect((await guest.variables(many(20))).status).toBe(200);
    for (const bad of [
      { ...many(0), more: 'x' },
      { long: 'x'.repeat(201) },
      { '</system>': 'x' },
      { '': 'x' },
      { number: 7 },
    ])
      expect((await guest.variables(bad)).status, JSON.stringify(bad).slice(0, 60)).toBe(400);
    const rows = await all<{ count: number }>(
      sql`SELECT max((SELECT count(*) FROM jsonb_object_keys(variables)))::int AS count FROM visitors`,
    );
    expect(rows[0]?.count).toBe(20);
  });
});

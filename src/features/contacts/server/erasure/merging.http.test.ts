import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { finishedContactTask } from '#tests/support/contact-tasks.ts';
import { brokenLots } from '#tests/support/payments/paywall-setup.ts';
import { openPaymentsWorld, type Owner, type PaymentsWorld } from '#tests/support/payments/payments-setup.ts';
import type { Contact, ContactDetail } from '../../contacts.contract.ts';
import type { ContactImport } from '../../contacts-import.contract.ts';
import type { ContactTask } from '../../contacts-many.contract.ts';
import type { TimelineEntry } from '../../contacts-timeline.contract.ts';

let world: PaymentsWorld;
let owner: Owner;
beforeAll(async () => {
  world = await openPaymentsWorld();
});
beforeEach(async () => {
  await world.forgetLimits();
  owner = await world.app.register('Vera');
});
afterAll(async () => {
  expect(await brokenLots(world.app.database.database)).toEqual([]);
  await world.close();
});

const create = (body: object, person: Pick<Owner, 'post'> = owner) =>
  person.post<ContactDetail>('/api/contacts', body);
const total = async (query: string) =>
  (await owner.get<{ total: number }>(`/api/contact-count${query}`)).total;
const rows = <T extends Record<string, unknown>>(query: ReturnType<typeof sql>) =>
  world.rows(query) as Promise<T[]>;
const say = (visitor: Awaited<ReturnType<PaymentsWorld['visit']>>, text: string) =>
  visitor.request('POST', '/api/visitor/messages', {
    conversationId: null,
    clientMessageId: crypto.randomUUID(),
    text,
  });
/** A contact who talked with an agent of the owner and bought something there. */
async function buyer(email = 'anna@example.test', words = 'Bonjour') {
  const visitor = await world.visit(await world.sellAgent(owner, { freeMessages: 3 }));
  await say(visitor, words);
  const purchase = await world.buy(owner, visitor, { email });
  const [row] = await rows<{ contact_id: string }>(
    sql`SELECT contact_id FROM purchases WHERE id = ${purchase}`,
  );
  return { visitor, purchase, id: row?.contact_id ?? '' };
}

describe('two contacts that are one person', () => {
  it('are found, and become one with everything that hangs on them; old links lead to it', async () => {
    const { visitor, id, purchase } = await buyer();
    const other = await create({
      name: 'Anna Kovář',
      email: 'anna.work@example.test',
      phone: '+420602111222',
      lifecycle: 'qualified',
    });
    await create({ name: 'Anna  kovar', phone: '00420 602 111 222' });
    await owner.post(`/api/contacts/${other.id}/notes`, { text: 'Same Anna?' });
    const { groups } = await owner.get<{ groups: { reason: string; contacts: Contact[] }[] }>(
      '/api/contact-duplicates',
    );
    expect(groups.map(({ reason, contacts }) => [reason, contacts.length])).toContainEqual(['phone', 2]);
    const before = await visitor.balance();
    const merged = await owner.post<ContactDetail>(`/api/contacts/${other.id}/merge`, {
      otherId: id,
      take: ['lifecycle'],
    });
    expect(merged).toMatchObject({
      id: other.id,
      name: 'Anna Kovář',
      email: 'anna.work@example.test',
      otherEmails: ['anna@example.test'],
      lifecycle: 'new',
      conversationCount: 1,
      money: { sums: [{ paid: 1_000 }] },
    });
    expect(await owner.get(`/api/contacts/${id}`)).toMatchObject({ id: other.id });
    const { entries } = await owner.get<{ entries: TimelineEntry[] }>(`/api/contacts/${other.id}/timeline`);
    expect(entries.map(({ kind }) => kind).toSorted()).toEqual([
      'conversation',
      'created',
      'note',
      'payment',
      'visit',
    ]);
    expect(await visitor.balance()).toEqual(before);
    await say(visitor, 'Encore');
    expect(await owner.get(`/api/contacts/${other.id}`)).toMatchObject({
      messageCount: merged.messageCount + 2,
    });
    expect(
      (await owner.request('POST', `/api/payments/${purchase}/refund`, { body: { key: 'after-merge' } }))
        .status,
    ).toBe(200);
    expect(
      (
        await owner.request('POST', `/api/contacts/${other.id}/merge`, {
          body: { otherId: other.id, take: [] },
        })
      ).status,
    ).toBe(400);
  });
  it('keep both addresses and what was mailed to them', async () => {
    const one = await create({ name: 'Anna', email: 'one@example.test' });
    const two = await create({ name: 'Anna', email: 'two@example.test' });
    await world.rows(sql`INSERT INTO outbox_mails (id, account_id, recipient, kind, subject, text_body, html_body, state, created_at)
      SELECT 'out_' || n, ${owner.user.accountId}, n || '@example.test', 'form-reply', 'To ' || n, '', '', 'kept', now()
      FROM unnest(ARRAY['one', 'two']) AS n`);
    const merged = await owner.post<ContactDetail>(`/api/contacts/${one.id}/merge`, {
      otherId: two.id,
      take: [],
    });
    expect(merged).toMatchObject({ email: 'one@example.test', otherEmails: ['two@example.test'] });
    const mails = async () =>
      (await owner.get<{ entries: TimelineEntry[] }>(`/api/contacts/${one.id}/timeline`)).entries.flatMap(
        (entry) => (entry.kind === 'mail' ? entry.subject : []),
      );
    expect((await mails()).toSorted()).toEqual(['To one', 'To two']);
    expect(
      (await owner.get<{ contacts: Contact[] }>('/api/contacts?search=two@example')).contacts,
    ).toHaveLength(1);
    expect(
      await owner.request('POST', '/api/contacts', { body: { email: 'two@example.test' } }),
    ).toMatchObject({
      status: 409,
      body: { code: 'contacts.email_taken' },
    });
    expect(
      (await owner.request('PATCH', `/api/contacts/${one.id}`, { body: { email: 'two@example.test' } })).body,
    ).toMatchObject({ email: 'two@example.test', otherEmails: ['one@example.test'] });
    expect((await owner.request('DELETE', `/api/contacts/${one.id}`)).status).toBe(200);
    expect(await rows(sql`SELECT id FROM outbox_mails WHERE recipient LIKE '%o@example.test'`)).toEqual([]);
  });

  it('leave a file that was imported with them, when they are erased', async () => {
    const form = new FormData();
    form.append(
      'file',
      new Blob(['E-mail,Name,Phone\nzoe@example.test,Zoe,12\nben@example.test,Ben,13\n']),
      'p.csv',
    );
    const { id, suggestion } = (await owner.request('POST', '/api/contact-imports', { raw: form }))
      .body as ContactImport;
    await owner.post(`/api/contact-imports/${id}/check`, { mapping: suggestion, existing: 'update' });
    const state = async () => (await owner.get<ContactImport>(`/api/contact-imports/${id}`)).state;
    await vi.waitFor(async () => expect(await state()).toBe('checked'), { timeout: 60_000, interval: 50 });
    const zoe = await create({ name: 'Zoe', email: 'zoe@example.test' });
    expect((await owner.request('DELETE', `/api/contacts/${zoe.id}`)).status).toBe(200);
    const file = (await owner.request('GET', `/api/contact-imports/${id}/refused.csv`)).text;
    expect([file.includes('zoe@'), file.includes('ben@')]).toEqual([false, true]);
  });

  it('were never there, together, when neither was, and stand behind those who were', async () => {
    const { id } = await buyer();
    const one = await create({ name: 'Zoe', email: 'zoe@example.test' });
    const two = await create({ name: 'Zoe', email: 'zoe.two@example.test' });
    await owner.post(`/api/contacts/${one.id}/merge`, { otherId: two.id, take: [] });
    const { contacts } = await owner.get<{ contacts: Contact[] }>('/api/contacts?sort=seen');
    expect(contacts.map((contact) => contact.id)).toEqual([id, one.id]);
    const lines = (await owner.request('GET', '/api/contact-files/contacts.csv')).text.trim().split('\r\n');
    const columns = lines[0]?.replace('\uFEFF', '').split(',') ?? [];
    const cell = (line: string | undefined, column: string) => line?.split(',')[columns.indexOf(column)];
    const zoe = lines.find((line) => line.includes('Zoe'));
    expect([cell(zoe, 'first_seen'), cell(zoe, 'last_seen'), cell(zoe, 'other_emails')]).toEqual([
      '',
      '',
      'zoe.two@example.test',
    ]);
    for (const seen of ['1', 'older'])
      expect(
        (await owner.get<{ contacts: Contact[] }>(`/api/contacts?seen=${seen}`)).contacts.map(
          ({ name }) => name,
        ),
      ).not.toContain('Zoe');
  });

  it('stay two when the server vouched for both, when one is foreign, and when two clicks merge them both ways at once', async () => {
    const [a, b] = [
      await create({ name: 'A', email: 'a@example.test' }),
      await create({ name: 'B', email: 'b@example.test' }),
    ];
    const merge = (id: string, otherId: string, person: Owner = owner) =>
      person.request('POST', `/api/contacts/${id}/merge`, { body: { otherId, take: ['email'] } });
    await world.rows(sql`UPDATE contacts SET external_id = id WHERE id IN (${a.id}, ${b.id})`);
    expect(await merge(a.id, b.id)).toMatchObject({ status: 409, body: { code: 'contacts.both_verified' } });
    await world.rows(sql`UPDATE contacts SET external_id = NULL WHERE id = ${b.id}`);
    const olga = await world.app.register('Olga');
    const hers = await create({ name: 'Hers' }, olga);
    expect((await merge(a.id, hers.id)).status).toBe(404);
    expect((await merge(hers.id, a.id, olga)).status).toBe(404);
    const both = await Promise.all([merge(a.id, b.id), merge(b.id, a.id)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 404]);
    expect(await total('')).toBe(1);
  });
});

describe('a person who is erased', () => {
  it('leaves no trace but the money, which has no name', async () => {
    const { id, visitor, purchase } = await buyer('Erase.Me@example.test', 'Bonjour, Erika speaking');
    await owner.request('PATCH', `/api/contacts/${id}`, {
      body: { name: 'Erika Erased', email: 'erase.me@example.test' },
    });
    await owner.post(`/api/contacts/${id}/notes`, { text: 'Erika is kind.' });
    const record = await owner.request('GET', `/api/contacts/${id}/record`);
    for (const part of ['Erika Erased', 'Erika speaking', 'Erika is kind.', purchase])
      expect(record.text).toContain(part);
    expect(record.text).not.toContain(owner.user.accountId);
    expect((await owner.request('DELETE', `/api/contacts/${id}`)).status).toBe(200);
    expect((await owner.request('GET', `/api/contacts/${id}`)).status).toBe(404);
    const { entries } = await owner.get<{ entries: { action: string; target: object }[] }>(
      '/api/audit?group=contacts',
    );
    expect(entries.map(({ action, target }) => [action, target])).toEqual([
      ['contacts.erased', { id, name: id, email: null }],
      ['contacts.handed_out', { id, name: id, email: null }],
    ]);
    const { rows: tables } = await world.app.database.database.pool.query<{ name: string }>(
      `SELECT DISTINCT table_name AS name FROM information_schema.columns
        JOIN information_schema.tables USING (table_schema, table_name)
        WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`,
    );
    // What counts requests forgets within a day.
    for (const { name } of tables.filter((table) => table.name !== 'rate_limits')) {
      const found = await world.app.database.database.pool.query(
        `SELECT 1 FROM ${name} t WHERE to_jsonb(t)::text ~* 'erase\\.me@example|Erika'`,
      );
      expect([name, found.rowCount]).toEqual([name, 0]);
    }
    expect(
      await rows(
        sql`SELECT email LIKE 'erased-%@erased.invalid' AS nameless, paid_amount::int AS paid, contact_id
          FROM purchases WHERE id = ${purchase}`,
      ),
    ).toEqual([{ nameless: true, paid: 1_000, contact_id: null }]);
    expect(
      (
        await visitor.request('POST', '/api/visitor/messages', {
          conversationId: null,
          clientMessageId: crypto.randomUUID(),
          text: 'Hello?',
        })
      ).status,
    ).toBeGreaterThanOrEqual(400);
  });
  it('stays while a subscription takes money', async () => {
    const visitor = await world.visit(
      await world.sellAgent(owner, { type: 'subscription', freeMessages: 3 }),
    );
    await say(visitor, 'Bonjour');
    const purchase = await world.buy(owner, visitor);
    const [row] = await rows<{ contact_id: string }>(
      sql`SELECT contact_id FROM purchases WHERE id = ${purchase}`,
    );
    expect(await owner.request('DELETE', `/api/contacts/${row?.contact_id}`)).toMatchObject({
      status: 409,
      body: { code: 'contacts.subscribed' },
    });
    const task = await owner.post<ContactTask>('/api/contacts/bulk', {
      target: { filter: {} },
      action: { kind: 'erase' },
    });
    expect(await finishedContactTask(owner, task.id)).toMatchObject({ done: 0, skipped: 1 });
    expect((await owner.get<{ entries: object[] }>('/api/audit?group=contacts')).entries).toMatchObject([
      { action: 'contacts.erasure_begun', details: { number: '1' } },
    ]);
    await owner.request('POST', `/api/payments/${purchase}/cancel`, { body: { isEnding: true } });
    expect((await owner.request('DELETE', `/api/contacts/${row?.contact_id}`)).status).toBe(200);
  });
});

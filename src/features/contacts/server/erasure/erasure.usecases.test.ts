import { sql, type SQL } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestMember } from '#tests/support/app/test-services.ts';
import { brokenLots } from '#tests/support/payments/paywall-setup.ts';
import { openSellingServices, type SellingServices } from '#tests/support/payments/selling-services.ts';
import { outcomeOf, visitServices } from '#tests/support/visitors/visitor-of-services.ts';
import { importPlanSchema } from '../../contacts-import.contract.ts';
import type { MergeField } from '../../contacts-many.contract.ts';
import type { ContactInput } from '../../contacts.contract.ts';

let world: SellingServices;
let owner: TestMember;
beforeAll(async () => {
  world = await openSellingServices();
});
beforeEach(async () => {
  owner = await world.server.member('Vera');
});
afterAll(async () => {
  expect(await brokenLots(world.server.database)).toEqual([]);
  await world.close();
});

const create = (input: ContactInput, by = owner) => world.server.contacts.create(by.scope, input);
const merge = (id: string, otherId: string, take: MergeField[] = [], by = owner) =>
  world.server.contactsPrivacy.merge(by.scope, id, { otherId, take });
const erase = (id: string) => outcomeOf(world.server.contactsPrivacy.erase(owner.scope, id));
const list = async (query: Parameters<SellingServices['server']['contacts']['list']>[1]) =>
  (await world.server.contacts.list(owner.scope, query)).contacts;
const timeline = async (id: string) =>
  (await world.server.contactsTimeline.timeline(owner.scope, id, undefined)).entries;
const rows = <T extends Record<string, unknown>>(query: SQL) => world.rows(query) as Promise<T[]>;
const contactOf = async (purchase: string): Promise<string> =>
  (await rows<{ contact_id: string }>(sql`SELECT contact_id FROM purchases WHERE id = ${purchase}`))[0]
    ?.contact_id ?? '';
/** A contact who talked with an agent of the owner and bought something there. */
async function buyer(email = 'anna@example.test', words = 'Bonjour') {
  const agent = await world.sell(owner, { freeMessages: 3 });
  const talk = await visitServices(world.server, agent);
  await talk.say(words, { fresh: true });
  const visitor = await world.visit(agent, talk.token);
  const purchase = await world.buy(visitor, { email });
  return { visitor, talk, purchase, id: await contactOf(purchase) };
}

describe('two contacts that are one person', () => {
  it('are found, and become one with everything that hangs on them; old links lead to it', async () => {
    const { contacts, contactsPrivacy, contactsTimeline } = world.server;
    const { visitor, talk, id, purchase } = await buyer();
    const other = await create({
      name: 'Anna Kovář',
      email: 'anna.work@example.test',
      phone: '+420602111222',
      lifecycle: 'qualified',
    });
    await create({ name: 'Anna  kovar', phone: '00420 602 111 222' });
    await contactsTimeline.addNote(owner.scope, other.id, 'Same Anna?');
    const { groups } = await contactsPrivacy.duplicates(owner.scope);
    expect(groups.map((group) => [group.reason, group.contacts.length])).toContainEqual(['phone', 2]);
    const before = await visitor.balance();
    const merged = await merge(other.id, id, ['lifecycle']);
    expect(merged).toMatchObject({
      id: other.id,
      name: 'Anna Kovář',
      email: 'anna.work@example.test',
      otherEmails: ['anna@example.test'],
      lifecycle: 'new',
      conversationCount: 1,
      money: { sums: [{ paid: 1_000 }] },
    });
    expect(await contacts.get(owner.scope, id)).toMatchObject({ id: other.id });
    expect((await timeline(other.id)).map(({ kind }) => kind).toSorted()).toEqual([
      'conversation',
      'created',
      'note',
      'payment',
      'visit',
    ]);
    expect(await visitor.balance()).toEqual(before);
    await talk.say('Encore', { fresh: true });
    expect(await contacts.get(owner.scope, other.id)).toMatchObject({
      messageCount: merged.messageCount + 2,
    });
    expect(await outcomeOf(world.refund(owner, purchase, { key: 'after-merge' }))).toBe('done');
    expect(await outcomeOf(merge(other.id, other.id))).toBe('contacts.same_contact');
  });

  it('keep both addresses and what was mailed to them', async () => {
    const { contacts } = world.server;
    const one = await create({ name: 'Anna', email: 'one@example.test' });
    const two = await create({ name: 'Anna', email: 'two@example.test' });
    await rows(sql`INSERT INTO outbox_mails (id, account_id, recipient, kind, subject, text_body, html_body, state, created_at)
      SELECT 'out_' || n, ${owner.scope.accountId}, n || '@example.test', 'form-reply', 'To ' || n, '', '', 'kept', now()
      FROM unnest(ARRAY['one', 'two']) AS n`);
    expect(await merge(one.id, two.id)).toMatchObject({
      email: 'one@example.test',
      otherEmails: ['two@example.test'],
    });
    const mails = (await timeline(one.id)).flatMap((entry) => (entry.kind === 'mail' ? entry.subject : []));
    expect(mails.toSorted()).toEqual(['To one', 'To two']);
    expect(await list({ search: 'two@example' })).toHaveLength(1);
    // A file that names the further address speaks of the same person.
    const { contactsImport } = world.server;
    const { id, suggestion } = await contactsImport.upload(
      owner.scope,
      { fileName: 'p.csv', bytes: Buffer.from('E-mail,Company\ntwo@example.test,Linden\n') },
      { language: 'en', timezone: null },
    );
    const plan = importPlanSchema.parse({ mapping: suggestion, existing: 'update' });
    const work = () =>
      contactsImport.work({ accountId: owner.scope.accountId, importId: id }, new AbortController().signal);
    await contactsImport.check(owner.scope, id, plan);
    await work();
    expect(await contactsImport.get(owner.scope, id)).toMatchObject({ created: 0, updated: 1 });
    await contactsImport.run(owner.scope, id);
    await work();
    expect(await contacts.get(owner.scope, one.id)).toMatchObject({
      company: 'Linden',
      email: 'one@example.test',
    });
    expect(await outcomeOf(create({ email: 'two@example.test' }))).toBe('contacts.email_taken');
    expect(await contacts.update(owner.scope, one.id, { email: 'two@example.test' })).toMatchObject({
      email: 'two@example.test',
      otherEmails: ['one@example.test'],
    });
    expect(await erase(one.id)).toBe('done');
    expect(await rows(sql`SELECT id FROM outbox_mails WHERE recipient LIKE '%o@example.test'`)).toEqual([]);
  });

  it('leave a file that was imported with them, when they are erased', async () => {
    const { contactsImport, jobs } = world.server;
    const bytes = Buffer.from('E-mail,Name,Phone\nzoe@example.test,Zoe,12\nben@example.test,Ben,13\n');
    const { id, suggestion } = await contactsImport.upload(
      owner.scope,
      { fileName: 'p.csv', bytes },
      { language: 'en', timezone: null },
    );
    await contactsImport.check(
      owner.scope,
      id,
      importPlanSchema.parse({ mapping: suggestion, existing: 'update' }),
    );
    await jobs.work();
    expect(await contactsImport.get(owner.scope, id)).toMatchObject({ state: 'checked' });
    const zoe = await create({ name: 'Zoe', email: 'zoe@example.test' });
    expect(await erase(zoe.id)).toBe('done');
    const parts: string[] = [];
    for await (const part of await contactsImport.refused(owner.scope, id, 'en')) parts.push(part);
    const file = parts.join('');
    expect([file.includes('zoe@'), file.includes('ben@')]).toEqual([false, true]);
  });

  it('were never there, together, when neither was, and stand behind those who were', async () => {
    const { id } = await buyer();
    const one = await create({ name: 'Zoe', email: 'zoe@example.test' });
    const two = await create({ name: 'Zoe', email: 'zoe.two@example.test' });
    await merge(one.id, two.id);
    expect((await list({ sort: 'seen' })).map((contact) => contact.id)).toEqual([id, one.id]);
    const file: string[] = [];
    for await (const part of world.server.contactsFiles.csv(owner.scope, {})) file.push(part);
    const lines = file.join('').trim().split('\r\n');
    const columns = lines[0]?.replace('\uFEFF', '').split(',') ?? [];
    const zoe = lines.find((line) => line.includes('Zoe'))?.split(',');
    expect(
      ['first_seen', 'last_seen', 'other_emails'].map((column) => zoe?.[columns.indexOf(column)]),
    ).toEqual(['', '', 'zoe.two@example.test']);
    for (const seen of ['1', 'older'] as const)
      expect((await list({ seen })).map(({ name }) => name)).not.toContain('Zoe');
  });

  it('stay two when the server vouched for both, when one is foreign, and when two clicks merge them both ways at once', async () => {
    const [a, b] = [
      await create({ name: 'A', email: 'a@example.test' }),
      await create({ name: 'B', email: 'b@example.test' }),
    ];
    const merging = (id: string, otherId: string, by = owner) => outcomeOf(merge(id, otherId, ['email'], by));
    await rows(sql`UPDATE contacts SET external_id = id WHERE id IN (${a.id}, ${b.id})`);
    expect(await merging(a.id, b.id)).toBe('contacts.both_verified');
    await rows(sql`UPDATE contacts SET external_id = NULL WHERE id = ${b.id}`);
    const olga = await world.server.member('Olga');
    const hers = await create({ name: 'Hers' }, olga);
    expect(await merging(a.id, hers.id)).toBe('contacts.not_found');
    expect(await merging(hers.id, a.id, olga)).toBe('contacts.not_found');
    const both = await Promise.all([merging(a.id, b.id), merging(b.id, a.id)]);
    expect(both.toSorted()).toEqual(['contacts.not_found', 'done']);
    expect(await world.server.contacts.count(owner.scope)).toBe(1);
  });
});

describe('a person who is erased', () => {
  it('leaves no trace but the money, which has no name', async () => {
    const { contacts, contactsPrivacy, contactsTimeline, audit, database } = world.server;
    const { id, talk, purchase } = await buyer('Erase.Me@example.test', 'Bonjour, Erika speaking');
    await contacts.update(owner.scope, id, { name: 'Erika Erased', email: 'erase.me@example.test' });
    await contactsTimeline.addNote(owner.scope, id, 'Erika is kind.');
    const record = await contactsPrivacy.record(owner.scope, id);
    for (const part of ['Erika Erased', 'Erika speaking', 'Erika is kind.', purchase])
      expect(record).toContain(part);
    expect(record).not.toContain(owner.scope.accountId);
    // Mails wait for their job with what they say; the jobs of this are done before anybody looks.
    await world.server.jobs.work();
    expect(await erase(id)).toBe('done');
    expect(await outcomeOf(contacts.get(owner.scope, id))).toBe('contacts.not_found');
    const { entries } = await audit.list(owner.scope, { group: 'contacts' });
    expect(entries.map(({ action, target }) => [action, target])).toEqual([
      ['contacts.erased', { id, name: id, email: null }],
      ['contacts.handed_out', { id, name: id, email: null }],
    ]);
    const { rows: tables } = await database.pool.query<{ name: string }>(
      `SELECT DISTINCT table_name AS name FROM information_schema.columns
        JOIN information_schema.tables USING (table_schema, table_name)
        WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`,
    );
    // What counts requests forgets within a day.
    for (const { name } of tables.filter((table) => table.name !== 'rate_limits')) {
      const found = await database.pool.query(
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
    expect(await outcomeOf(talk.say('Hello?', { fresh: true }))).not.toBe('done');
  });

  it('stays while a subscription takes money', async () => {
    const { contactsMany, audit, payments } = world.server;
    const agent = await world.sell(owner, { type: 'subscription', freeMessages: 3 });
    const visitor = await world.visit(agent);
    const purchase = await world.buy(visitor);
    const id = await contactOf(purchase);
    expect(await erase(id)).toBe('contacts.subscribed');
    const task = await contactsMany.begin(owner.scope, { target: { filter: {} }, action: { kind: 'erase' } });
    await world.server.jobs.work();
    expect(await contactsMany.task(owner.scope, task.id)).toMatchObject({
      state: 'done',
      done: 0,
      skipped: 1,
    });
    expect((await audit.list(owner.scope, { group: 'contacts' })).entries).toMatchObject([
      { action: 'contacts.erasure_begun', details: { number: '1' } },
    ]);
    await payments.refunds.cancel(await payments.records.find(owner.scope, purchase), true);
    expect(await erase(id)).toBe('done');
  });
});

import { readFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Agent } from '#features/agents/agents.contract.ts';
import type { Contact } from '#features/contacts/contacts.contract.ts';
import { openPaymentsWorld, type Owner, type PaymentsWorld } from '#tests/support/payments/payments-setup.ts';

let world: PaymentsWorld;
let owner: Owner;
let agent: Agent;
beforeAll(async () => {
  world = await openPaymentsWorld();
  owner = await world.app.register('Vera');
  agent = await world.sellAgent(owner, {});
});
afterAll(() => world.close());

const found = async (search: string): Promise<Contact[]> =>
  (await owner.get<{ contacts: Contact[] }>(`/api/contacts?search=${encodeURIComponent(search)}`)).contacts;
const customer = async (email: string) =>
  (
    await owner.get<{ customers: { email: string; contactId: string | null }[] }>(
      `/api/payments/customers?search=${email}`,
    )
  ).customers[0];

describe('whoever buys', () => {
  it('is a contact with the address of the purchase, also who never wrote, and is found by it everywhere', async () => {
    const id = await world.buy(owner, await world.visit(agent), { email: 'silent@example.test' });
    const [contact] = await found('silent@example');
    expect(contact).toMatchObject({ email: 'silent@example.test', emailProof: null, conversationCount: 0 });
    expect(await owner.get(`/api/payments/${id}`)).toMatchObject({ purchase: { contactId: contact?.id } });
    expect(await customer('silent@example.test')).toMatchObject({ contactId: contact?.id });
    const { entries } = await owner.get<{ entries: { kind: string }[] }>(
      `/api/contacts/${contact?.id}/timeline`,
    );
    expect(entries.map(({ kind }) => kind)).toContain('payment');
  });

  it('with an address that somebody else gave before only claims it, and is another contact', async () => {
    for (let time = 0; time < 2; time++) {
      await world.buy(owner, await world.visit(agent), { email: 'shared@example.test' });
      world.clock.advance(1_000);
    }
    const contacts = await found('shared@example.test');
    expect(contacts.map(({ email, claimedEmail }) => [email, claimedEmail]).toSorted()).toEqual([
      [null, 'shared@example.test'],
      ['shared@example.test', null],
    ]);
    expect((await customer('shared@example.test'))?.contactId).toBe(
      contacts.find(({ email }) => email !== null)?.id,
    );
  });

  it('twice and with another address is one contact, found by both', async () => {
    const visitor = await world.visit(agent);
    for (const email of ['first@example.test', 'second@example.test', 'second@example.test'])
      await world.buy(owner, visitor, { email });
    const [one] = await found('first@example.test');
    expect(one).toMatchObject({
      email: 'first@example.test',
      customValues: [{ type: 'email', value: 'second@example.test' }],
    });
    expect((await found('second@example.test')).map(({ id }) => id)).toEqual([one?.id]);
  });

  it('and is erased takes no name off what others bought with the same address', async () => {
    const [first, second] = [
      await world.buy(owner, await world.visit(agent), { email: 'both@example.test' }),
      await world.buy(owner, await world.visit(agent), { email: 'both@example.test' }),
    ];
    const contactOf = async (id: string) =>
      (await owner.get<{ purchase: { contactId: string | null; email: string } }>(`/api/payments/${id}`))
        .purchase;
    // The one who has the address typed it, too.
    expect(
      (await owner.request('DELETE', `/api/contacts/${(await contactOf(first)).contactId}`)).status,
    ).toBe(200);
    expect(await contactOf(first)).toMatchObject({
      contactId: null,
      email: expect.stringContaining('@erased.invalid'),
    });
    expect(await contactOf(second)).toMatchObject({
      contactId: expect.stringMatching(/^con_/),
      email: 'both@example.test',
    });
  });

  it('in a preview leaves nobody among the contacts', async () => {
    await world.buy(
      owner,
      await world.visit(await owner.get<Agent>(`/api/agents/${agent.id}`), { preview: true }),
      { email: 'preview@example.test' },
    );
    expect(await found('preview@example.test')).toEqual([]);
  });

  it('and bought before contacts were made of buyers is one after the migration, once, whoever was erased stays so', async () => {
    const [old, twin, erased] = [
      await world.visit(agent),
      await world.visit(agent),
      await world.visit(agent),
    ];
    const ids = [
      await world.buy(owner, old, { email: 'old@example.test' }),
      await world.buy(owner, twin, { email: 'old@example.test' }),
    ];
    const gone = await world.buy(owner, erased, { email: 'gone@example.test' });
    const all = sql.param([...ids, gone]);
    await world.rows(sql`UPDATE purchases SET email = 'erased-1@erased.invalid' WHERE id = ${gone}`);
    await world.rows(
      sql`DELETE FROM contacts WHERE id IN (SELECT contact_id FROM purchases WHERE id = ANY(${all}::text[]))`,
    );
    const migration = readFileSync(
      new URL('../../../../../migrations/0077_buyers.sql', import.meta.url),
      'utf8',
    );
    for (let time = 0; time < 2; time++) {
      const client = await world.app.database.database.pool.connect();
      await client.query(migration.replace('CREATE FUNCTION', 'CREATE OR REPLACE FUNCTION'));
      client.release();
    }
    const contacts = await found('old@example.test');
    expect(contacts.map(({ email, claimedEmail }) => [email, claimedEmail]).toSorted()).toEqual([
      [null, 'old@example.test'],
      ['old@example.test', null],
    ]);
    const rows = await world.rows<{ id: string; contact: string | null }>(
      sql`SELECT id, contact_id AS contact FROM purchases WHERE id = ANY(${all}::text[])`,
    );
    const contactOf = (id: string) => rows.find((row) => row.id === id)?.contact;
    expect(new Set(ids.map(contactOf))).toEqual(new Set(contacts.map(({ id }) => id)));
    expect(contactOf(gone)).toBeNull();
  });
});

describe('a buyer', () => {
  it('reads what they bought with its amounts, and nobody else does', async () => {
    const seller = await world.app.register('Vera');
    const agent = await world.sellAgent(seller, { messagesPerPack: 10 });
    const [anna, ben] = [await world.visit(agent), await world.visit(agent)];
    const id = await world.buy(seller, anna);
    world.bank.refund(id, 300, world.clock.now());
    world.bank.change(id, { receiptUrl: 'https://bank.example/receipt' });
    await world.services.payments.syncing.sync(seller.user.accountId, id);
    type Own = { purchases: object[] };
    const own = await anna.ok<Own>(anna.request('GET', '/api/visitor/purchases'));
    expect(own.purchases).toMatchObject([
      {
        id,
        type: 'pack',
        currency: 'EUR',
        paid: 1_000,
        returned: 300,
        messages: 10,
        messagesLeft: 7,
        receiptUrl: 'https://bank.example/receipt',
        isTest: true,
        title: '',
        papers: [{ number: 'TEST-INV-000001' }, { number: 'TEST-CN-000001' }],
      },
    ]);
    const [paper] = (own.purchases as { papers: { url: string }[] }[])[0]?.papers ?? [];
    expect(
      (await world.app.browser().request('GET', new URL(paper?.url ?? '').pathname)).text.slice(0, 5),
    ).toBe('%PDF-');
    expect((await ben.ok<Own>(ben.request('GET', '/api/visitor/purchases'))).purchases).toEqual([]);
    const monthly = await world.visit(await world.sellAgent(seller, { type: 'subscription', amount: 900 }));
    await world.buy(seller, monthly);
    expect((await monthly.ok<Own>(monthly.request('GET', '/api/visitor/purchases'))).purchases).toMatchObject(
      [{ type: 'subscription', paid: 900, messages: null, messagesLeft: null }],
    );
  });
});

import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Contact } from '#features/contacts/contacts.contract.ts';
import type { Agent } from '#features/agents/agents.contract.ts';
import { brokenLots } from '#tests/support/payments/paywall-setup.ts';
import { openPaymentsWorld, type Owner, type PaymentsWorld } from '#tests/support/payments/payments-setup.ts';

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

type Visitor = Awaited<ReturnType<PaymentsWorld['visit']>>;
const codes = (email: string) =>
  world.rows<{ text: string }>(
    sql`SELECT text_body AS text FROM outbox_mails WHERE kind = 'restore-code' AND recipient = ${email}
      ORDER BY created_at, id`,
  );
const factsOf = (id: string) =>
  [...world.bank.sessions.values()].find(({ order }) => order.purchaseId === id)?.facts;
let people = 0;
const address = (): string => `anna-${(people += 1)}@example.test`;

const ask = (visitor: Visitor, email: string) => visitor.request('POST', '/api/visitor/restore', { email });
const type = (visitor: Visitor, email: string, code: string) =>
  visitor.request('POST', '/api/visitor/restore/confirm', { email, code });

/** Asks for a code and reads it in the mail. */
async function codeFor(visitor: Visitor, email: string): Promise<string> {
  const before = (await codes(email)).length;
  expect((await ask(visitor, email)).status).toBe(200);
  const mails = await vi.waitFor(
    async () => {
      const found = await codes(email);
      if (found.length === before) throw new Error('No mail yet');
      return found;
    },
    { timeout: 30_000, interval: 50 },
  );
  return /\b\d{6}\b/.exec(mails.at(-1)?.text ?? '')?.[0] ?? '';
}
const wrong = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

async function bought(
  payment: Parameters<PaymentsWorld['sellAgent']>[1] = {},
): Promise<{ agent: Agent; buyer: Visitor; email: string; id: string }> {
  const agent = await world.sellAgent(owner, payment);
  const [buyer, email] = [await world.visit(agent), address()];
  return { agent, buyer, email, id: await world.buy(owner, buyer, { email }) };
}

describe('opening on another device what was bought', () => {
  it('is told to the account’s own systems', async () => {
    await owner.post('/api/webhook-endpoints', {
      url: 'https://hooks.example/',
      description: '',
      events: ['entitlement.restored'],
    });
    const { agent, email, id } = await bought();
    const phone = await world.visit(agent);
    expect((await type(phone, email, await codeFor(phone, email))).status).toBe(200);
    const [event] = await world.rows<{ body: string }>(
      sql`SELECT body FROM webhook_events WHERE account_id = ${owner.user.accountId}`,
    );
    expect(JSON.parse(event?.body ?? '{}')).toMatchObject({
      type: 'entitlement.restored',
      data: { agentId: agent.id, email, purchaseIds: [id] },
    });
  });

  it('takes the code that comes to the address, and devices that proved it share what is left', async () => {
    const { agent, buyer, email } = await bought();
    const other = await world.visit(agent);
    const code = await codeFor(other, email);
    expect((await other.balance()).packLeft).toBe(0);
    expect(await type(other, email.toUpperCase(), code)).toMatchObject({
      status: 200,
      body: { state: 'pack', packLeft: 10 },
    });
    expect(await type(buyer, email, await codeFor(buyer, email))).toMatchObject({
      status: 200,
      body: { packLeft: 10 },
    });
    await world.buy(owner, other, { email });
    expect([(await other.balance()).packLeft, (await buyer.balance()).packLeft]).toEqual([20, 20]);
  });

  it('tells the device that bought, and proved nothing, how it gets back what another one opened', async () => {
    const { agent, buyer, email } = await bought();
    expect(await buyer.wall()).toMatchObject({ isElsewhere: false });
    const other = await world.visit(agent);
    await type(other, email, await codeFor(other, email));
    expect(await buyer.wall()).toMatchObject({ isElsewhere: true, email });
    expect(await other.wall()).toMatchObject({ isElsewhere: false });
    await type(buyer, email, await codeFor(buyer, email));
    expect(await buyer.wall()).toMatchObject({ isElsewhere: false });
  });

  it('gives whoever bought with the address of somebody else no part in what its owner has or buys', async () => {
    // The owner of the address bought nothing with it, but something with another one.
    const { agent, buyer: stranger, email } = await bought();
    const victim = await world.visit(agent);
    await world.buy(owner, victim, { email: address() });
    expect(await type(victim, email, await codeFor(victim, email))).toMatchObject({
      status: 200,
      body: { packLeft: 20 },
    });
    expect((await stranger.balance()).packLeft).toBe(0);
    await world.buy(owner, victim, { email });
    expect([(await victim.balance()).packLeft, (await stranger.balance()).packLeft]).toEqual([30, 0]);
    // What the stranger buys later is theirs, until the address is proven again.
    await world.buy(owner, stranger, { email });
    expect([(await victim.balance()).packLeft, (await stranger.balance()).packLeft]).toEqual([30, 10]);
  });

  it('lets whoever pays end what they pay, also where the owner of the address took it over', async () => {
    const { agent, buyer, email, id } = await bought({ type: 'subscription', amount: 900 });
    const other = await world.visit(agent);
    expect((await type(other, email, await codeFor(other, email))).status).toBe(200);
    expect((await buyer.balance()).state).not.toBe('subscription');
    expect(await buyer.wall()).toMatchObject({ subscription: { isEnding: false } });
    expect((await buyer.request('POST', '/api/visitor/subscription', { isEnding: true })).status).toBe(200);
    expect(await other.wall()).toMatchObject({ subscription: { isEnding: true } });
    expect(factsOf(id)).toMatchObject({ subscription: { isEnding: true } });
  });

  it('puts the device of whoever typed the code with the contact of that address, and no other one', async () => {
    const { agent, email } = await bought();
    const thief = await world.visit(agent);
    await world.buy(owner, thief, { email });
    const mine = await world.visit(agent);
    expect((await type(mine, email, await codeFor(mine, email))).status).toBe(200);
    const { contacts } = await owner.get<{ contacts: Contact[] }>(
      `/api/contacts?search=${encodeURIComponent(email)}`,
    );
    const proven = contacts.filter(({ emailProof }) => emailProof !== null);
    expect(proven).toMatchObject([{ email, emailProof: 'code' }]);
    expect(await owner.get(`/api/contacts/${proven[0]?.id}`)).toMatchObject({
      visitors: { proven: 1, claimed: 0 },
    });
  });

  it('never takes the address alone, another code, an old code, a used code, or the code of somebody else', async () => {
    const { agent, email } = await bought();
    const [other, third] = [await world.visit(agent), await world.visit(agent)];
    const code = await codeFor(other, email);
    const refused = { status: 422, body: { code: 'payments.code_wrong' } };
    expect(await type(other, email, wrong(code))).toMatchObject(refused);
    // Bound to the visitor, the address and the agent.
    expect(await type(third, email, code)).toMatchObject(refused);
    expect(await type(other, address(), code)).toMatchObject(refused);
    expect(await type(await world.visit(await world.sellAgent(owner, {})), email, code)).toMatchObject(
      refused,
    );
    const newer = await codeFor(other, email);
    if (newer !== code) expect(await type(other, email, code)).toMatchObject(refused);
    world.clock.advance(10 * 60_000);
    expect(await type(other, email, newer)).toMatchObject(refused);
    const last = await codeFor(other, email);
    expect((await type(other, email, last)).status).toBe(200);
    expect(await type(other, email, last)).toMatchObject(refused);
    expect((await third.balance()).packLeft).toBe(0);
  });

  it('ends after five wrong tries, also for the right code', async () => {
    const { agent, email } = await bought();
    const other = await world.visit(agent);
    const code = await codeFor(other, email);
    const tries = await Promise.all(Array.from({ length: 5 }, () => type(other, email, wrong(code))));
    expect(tries.map(({ status }) => status)).toEqual(Array(5).fill(422));
    expect((await type(other, email, code)).status).toBe(422);
    expect((await other.balance()).packLeft).toBe(0);
  });

  it('says the same about an address with which nothing was bought, and mails nobody for it', async () => {
    const { agent, email } = await bought();
    const other = await world.visit(agent);
    const [known, unknown] = [await ask(other, email), await ask(other, 'nobody@example.test')];
    expect([known.status, known.text]).toEqual([unknown.status, unknown.text]);
    expect(await type(other, 'nobody@example.test', '123456')).toMatchObject({
      status: 422,
      body: { code: 'payments.code_wrong' },
    });
    await vi.waitFor(async () => expect(await codes(email)).toHaveLength(1), { timeout: 30_000 });
    expect(await codes('nobody@example.test')).toEqual([]);
  });

  it('is asked for five times in an hour from one place, known or not', async () => {
    const { agent, email } = await bought();
    for (const asked of [email, address()]) {
      const [visitor, statuses]: [Visitor, number[]] = [await world.visit(agent), []];
      for (let at = 0; at < 6; at++) statuses.push((await ask(visitor, asked)).status);
      expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    }
  });

  it('mails at most twenty codes a day to one address, however many strangers ask, and says nothing of it', async () => {
    const { agent, email } = await bought();
    const statuses: number[] = [];
    for (let at = 0; at < 28; at++) statuses.push((await ask(await world.visit(agent), email)).status);
    expect(new Set(statuses)).toEqual(new Set([200]));
    await vi.waitFor(async () => expect(await codes(email)).toHaveLength(20), {
      timeout: 30_000,
      interval: 100,
    });
  });

  it('does not bring back what was refunded, disputed or bought from another agent', async () => {
    const { agent, email, id } = await bought();
    const other = await world.visit(agent);
    expect((await type(other, email, await codeFor(other, email))).status).toBe(200);
    world.bank.refund(id, 1_000);
    await world.services.payments.syncing.sync(owner.user.accountId, id);
    expect((await other.balance()).packLeft).toBe(0);
    const third = await world.visit(agent);
    expect(await type(third, email, await codeFor(third, email))).toMatchObject({
      status: 200,
      body: { packLeft: 0 },
    });
    const elsewhere = await world.visit(await world.sellAgent(owner, {}));
    expect((await ask(elsewhere, email)).status).toBe(200);
    expect((await elsewhere.balance()).packLeft).toBe(0);
  });

  it('brings what was bought on several devices together for whoever proves the address, and lets nobody in who only typed it', async () => {
    const { agent, buyer, email } = await bought();
    const stranger = await world.visit(agent);
    await world.buy(owner, stranger, { email });
    const mine = await world.visit(agent);
    expect(await type(mine, email, await codeFor(mine, email))).toMatchObject({
      status: 200,
      body: { packLeft: 20 },
    });
    expect((await stranger.balance()).packLeft).toBe(0);
    expect(await type(buyer, email, await codeFor(buyer, email))).toMatchObject({
      status: 200,
      body: { packLeft: 20 },
    });
    // What the stranger buys from now on stays their own until somebody proves the address again.
    await world.buy(owner, stranger, { email });
    expect([(await stranger.balance()).packLeft, (await mine.balance()).packLeft]).toEqual([10, 20]);
  });
});

describe('test money and real money', () => {
  it('are kept apart: a preview pays with test money, a published agent with real money once that is connected', async () => {
    const agent = await world.sellAgent(owner, {});
    const before = await world.visit(agent);
    await world.buy(owner, before);
    expect(await before.balance()).toMatchObject({ packLeft: 10, isTest: true });
    const live = await world.goLive(owner);
    expect(await before.wall()).toMatchObject({ isTest: false, balance: { packLeft: 0, isTest: false } });
    const { purchaseId } = await before.checkout();
    world.live.pay(purchaseId, world.clock.now());
    // Signed for real money and sent to the address of test money, and the other way round.
    const event = world.live.event(live, purchaseId, 'checkout.completed', world.clock.now());
    expect((await world.send(owner.user.accountId, 'test', event)).status).toBe(400);
    expect(
      (
        await world.send(
          owner.user.accountId,
          'live',
          world.live.event(live, purchaseId, 'checkout.completed', world.clock.now(), { isTest: true }),
        )
      ).status,
    ).toBe(400);
    expect((await world.send(owner.user.accountId, 'live', event)).status).toBe(200);
    expect(await before.balance()).toMatchObject({ packLeft: 10, isTest: false });
    const preview = await world.visit(await owner.get<Agent>(`/api/agents/${agent.id}`), { preview: true });
    expect(await preview.wall()).toMatchObject({ isTest: true });
    expect(await owner.get('/api/payments/revenue')).toMatchObject({ isTest: false, packs: 1 });
    expect(
      await world.rows(
        sql`SELECT secrets LIKE '%rk_live%' OR refs::text LIKE '%rk_live%' AS shows FROM payment_connections
          WHERE account_id = ${owner.user.accountId}`,
      ),
    ).toEqual([{ shows: false }]);
  });
});

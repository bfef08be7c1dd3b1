import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openPaymentsWorld, type Owner, type PaymentsWorld } from '#tests/support/payments/payments-setup.ts';
import type { Agent } from '#features/agents/agents.contract.ts';
import type { Purchase } from '../../payments-purchases.contract.ts';

const dayMs = 86_400_000;
let world: PaymentsWorld;
let owner: Owner;
let agent: Agent;
beforeAll(async () => {
  world = await openPaymentsWorld();
});
beforeEach(async () => {
  await world.forgetLimits();
  owner = await world.app.register('Vera');
  agent = await world.sellAgent(owner, { type: 'subscription', amount: 3_000 });
});
afterAll(() => world.close());

type Visitor = Awaited<ReturnType<PaymentsWorld['visit']>>;
const factsOf = (id: string) =>
  [...world.bank.sessions.values()].find(({ order }) => order.purchaseId === id)?.facts;
const sync = (id: string) => world.services.payments.syncing.sync(owner.user.accountId, id);
/** What rules wrote down is done, as the job does it. */
const carryOut = async (id: string, key: string) =>
  world.services.payments.refunds.goOn({ accountId: owner.user.accountId, purchaseId: id, key });
async function pay(visitor: Visitor, id: string): Promise<void> {
  world.bank.pay(id, world.clock.now());
  await visitor.state(id);
}
const purchase = async (id: string) =>
  (await owner.get<{ purchase: Purchase }>(`/api/payments/${id}`)).purchase;

describe('one person and one agent', () => {
  it('has one subscription, however many pages were paid at one moment: the others are given back in full and opened nothing', async () => {
    const visitor = await world.visit(agent);
    const begun = await Promise.all(Array.from({ length: 4 }, () => visitor.checkout()));
    // The customer pays on pages that the vendor had not closed yet.
    for (const { purchaseId } of begun) world.bank.pay(purchaseId, world.clock.now());
    await Promise.all(begun.map(({ purchaseId }) => sync(purchaseId)));
    const ids = begun.map(({ purchaseId }) => purchaseId);
    for (const id of ids) await carryOut(id, 'twice');
    const facts = ids.map(factsOf);
    expect(facts.filter((one) => one?.subscription?.status === 'active' && one.refunded === 0).length).toBe(
      1,
    );
    expect(
      facts.filter((one) => one?.subscription?.status === 'canceled' && one.refunded === 3_000).length,
    ).toBe(3);
    const lots = await world.rows(
      sql`SELECT count(*)::int AS count FROM paywall_lots
        WHERE agent_id = ${agent.id} AND kind = 'subscription'`,
    );
    expect(lots).toEqual([{ count: 1 }]);
  });

  it('who subscribes on another device with the same address gets the second payment back', async () => {
    const [phone, laptop] = [await world.visit(agent), await world.visit(agent)];
    const first = await phone.checkout();
    await pay(phone, first.purchaseId);
    const second = await laptop.checkout();
    await pay(laptop, second.purchaseId);
    await carryOut(second.purchaseId, 'twice');
    expect(factsOf(second.purchaseId)).toMatchObject({
      refunded: 3_000,
      subscription: { status: 'canceled' },
    });
    expect(factsOf(first.purchaseId)).toMatchObject({ refunded: 0, subscription: { status: 'active' } });
    expect((await laptop.wall()).subscription).toBeNull();
    expect((await phone.balance()).state).toBe('subscription');
  });

  it('who writes the same mailbox otherwise on another device gets the second payment back, and pays on no page beside', async () => {
    const [phone, laptop, tablet] = [
      await world.visit(agent),
      await world.visit(agent),
      await world.visit(agent),
    ];
    const beside = await tablet.checkout({ email: 'An.Na+tablet@gmail.com' });
    const first = await phone.checkout({ email: 'anna@gmail.com' });
    await pay(phone, first.purchaseId);
    await world.services.payments.checkouts.closeOthers({
      accountId: owner.user.accountId,
      purchaseId: first.purchaseId,
    });
    expect(factsOf(beside.purchaseId)?.checkout).toBe('expired');
    const second = await laptop.checkout({ email: 'anna+laptop@gmail.com' });
    await pay(laptop, second.purchaseId);
    await carryOut(second.purchaseId, 'twice');
    expect(factsOf(second.purchaseId)).toMatchObject({
      refunded: 3_000,
      subscription: { status: 'canceled' },
    });
    expect(factsOf(first.purchaseId)).toMatchObject({ refunded: 0, subscription: { status: 'active' } });
  });

  it('who subscribes a second time hears so in the chat, and is not written that a subscription of theirs has ended', async () => {
    const [phone, laptop] = [await world.visit(agent), await world.visit(agent)];
    const first = await phone.checkout({ email: 'twice@example.test' });
    await pay(phone, first.purchaseId);
    const second = await laptop.checkout({ email: 'twice@example.test' });
    world.bank.pay(second.purchaseId, world.clock.now());
    expect(await laptop.state(second.purchaseId)).toMatchObject({
      status: 'paid',
      outcome: 'twice',
      balance: { state: 'free_used' },
    });
    expect(await laptop.state(second.purchaseId)).toMatchObject({ outcome: 'twice' });
    expect(await phone.state(first.purchaseId)).toMatchObject({ outcome: 'opened' });
    await carryOut(second.purchaseId, 'twice');
    const asked = sql`SELECT data ->> 'kind' AS kind FROM pgboss.job
      WHERE name = 'payments.notice' AND data ->> 'purchaseId' = ${second.purchaseId}`;
    // The buyer hears of the money by the mail that says why it is given back.
    expect((await world.rows<{ kind: string }>(asked)).map(({ kind }) => kind).toSorted()).toEqual([
      'sale',
      'sale-refunded',
    ]);
  });

  it('is sold no second one while the first one runs, also when what it opened was taken back', async () => {
    const visitor = await world.visit(agent);
    const { purchaseId } = await visitor.checkout();
    await pay(visitor, purchaseId);
    await world.rows(sql`UPDATE paywall_lots SET revoked_at = now() WHERE purchase_id = ${purchaseId}`);
    expect(await visitor.tryCheckout()).toMatchObject({
      status: 409,
      body: { code: 'payments.already_open' },
    });
  });

  it('pays on no other page after having paid on one', async () => {
    const visitor = await world.visit(agent);
    const [one, other] = await Promise.all([visitor.checkout(), visitor.checkout()]);
    await pay(visitor, one?.purchaseId ?? '');
    await world.services.payments.checkouts.closeOthers({
      accountId: owner.user.accountId,
      purchaseId: one?.purchaseId ?? '',
    });
    expect(factsOf(other?.purchaseId ?? '')?.checkout).toBe('expired');
  });

  it('that ends it pays nothing more for anything that they had twice from before', async () => {
    const visitor = await world.visit(agent);
    const first = await visitor.checkout();
    await pay(visitor, first.purchaseId);
    await world.rows(
      sql`UPDATE purchases SET subscription_status = 'canceled' WHERE id = ${first.purchaseId}`,
    );
    await world.rows(sql`UPDATE paywall_lots SET revoked_at = now() WHERE purchase_id = ${first.purchaseId}`);
    const second = await visitor.checkout();
    await pay(visitor, second.purchaseId);
    await world.rows(sql`UPDATE purchases SET subscription_status = 'active' WHERE id = ${first.purchaseId}`);
    expect((await visitor.request('POST', '/api/visitor/subscription', { isEnding: true })).status).toBe(200);
    for (const { purchaseId } of [first, second])
      expect(factsOf(purchaseId)?.subscription?.isEnding).toBe(true);
  });
});

describe('money that is given back', () => {
  it('in full for the last payment ends the subscription, so that nobody is charged for what is closed', async () => {
    const visitor = await world.visit(agent);
    const { purchaseId } = await visitor.checkout();
    await pay(visitor, purchaseId);
    world.clock.advance(10 * dayMs);
    world.bank.addPayment(purchaseId, 3_000, world.clock.now());
    const last = factsOf(purchaseId)?.payments.at(-1);
    await sync(purchaseId);
    // By the owner, at the bank itself.
    await world.bank.vendor.refund(
      await world.connectionOf(owner.user.accountId, true),
      last?.reference ?? '',
      3_000,
      'by-hand',
    );
    await sync(purchaseId);
    await carryOut(purchaseId, 'revoked');
    expect(factsOf(purchaseId)).toMatchObject({ refunded: 3_000, subscription: { status: 'canceled' } });
  });

  it('is given back by payment, at most what each has left, and may end the subscription with it', async () => {
    const visitor = await world.visit(agent);
    const { purchaseId } = await visitor.checkout();
    await pay(visitor, purchaseId);
    world.clock.advance(10 * dayMs);
    world.bank.addPayment(purchaseId, 3_000, world.clock.now());
    await sync(purchaseId);
    const [first, last] = factsOf(purchaseId)?.payments ?? [];
    const refund = (body: object) => owner.request('POST', `/api/payments/${purchaseId}/refund`, { body });
    const [one, other] = [first?.reference ?? '', last?.reference ?? ''];
    expect((await refund({ key: 'too-much-1', parts: [{ reference: one, amount: 3_001 }] })).status).toBe(
      409,
    );
    expect(
      (
        await refund({
          key: 'twice-one-1',
          parts: [
            { reference: one, amount: 10 },
            { reference: one, amount: 10 },
          ],
        })
      ).status,
    ).toBe(409);
    expect(
      (await refund({ key: 'of-another-1', parts: [{ reference: 'pay_unknown', amount: 10 }] })).status,
    ).toBe(409);
    expect((await refund({ key: 'first-part-1', parts: [{ reference: one, amount: 1_000 }] })).status).toBe(
      200,
    );
    expect(factsOf(purchaseId)).toMatchObject({
      refunded: 1_000,
      payments: [{ refunded: 1_000 }, { refunded: 0 }],
      subscription: { status: 'active' },
    });
    expect(
      (await refund({ key: 'and-ends-1', parts: [{ reference: other, amount: 500 }], ends: true })).status,
    ).toBe(200);
    expect(factsOf(purchaseId)).toMatchObject({ refunded: 1_500, subscription: { status: 'canceled' } });
  });

  it('is proposed for the time that is not used yet, where the subscription ends with it', async () => {
    const visitor = await world.visit(agent);
    const { purchaseId } = await visitor.checkout();
    await pay(visitor, purchaseId);
    world.clock.advance(10 * dayMs);
    const { unused, payments } = await owner.get<{
      unused: { reference: string; amount: number; left: number; length: number } | null;
      payments: { reference: string }[];
    }>(`/api/payments/${purchaseId}`);
    expect(unused).toMatchObject({ reference: payments[0]?.reference, left: 20 * dayMs });
    expect(unused?.amount).toBe(Math.ceil((3_000 * 20 * dayMs) / (unused?.length ?? 1)));
    expect(
      (await owner.request('POST', `/api/payments/${purchaseId}/cancel`, { body: { isEnding: true } }))
        .status,
    ).toBe(200);
  });

  it('in part does not hide that the subscription is ending', async () => {
    const visitor = await world.visit(agent);
    const { purchaseId } = await visitor.checkout();
    await pay(visitor, purchaseId);
    expect(
      (await owner.request('POST', `/api/payments/${purchaseId}/cancel`, { body: { isEnding: true } }))
        .status,
    ).toBe(200);
    world.bank.refund(purchaseId, 500);
    await sync(purchaseId);
    expect(await purchase(purchaseId)).toMatchObject({ state: 'partly_refunded', isEnding: true });
  });
});

describe('opening what was bought on another device', () => {
  async function open(visitor: Visitor, email: string): Promise<void> {
    const mails = async () =>
      world.rows<{ text: string }>(
        sql`SELECT text_body AS text FROM outbox_mails WHERE kind = 'restore-code' AND recipient = ${email}
          ORDER BY created_at DESC, id DESC`,
      );
    const before = (await mails()).length;
    await visitor.ok(visitor.request('POST', '/api/visitor/restore', { email }));
    await expect.poll(async () => (await mails()).length).toBeGreaterThan(before);
    const code = /\b\d{6}\b/.exec((await mails())[0]?.text ?? '')?.[0];
    await visitor.ok(visitor.request('POST', '/api/visitor/restore/confirm', { email, code }));
  }

  it('after having paid there a second time opens it there, and on the one that bought first once it proves the address, too', async () => {
    const email = 'both@example.test';
    const [phone, laptop] = [await world.visit(agent), await world.visit(agent)];
    const first = await phone.checkout({ email });
    await pay(phone, first.purchaseId);
    const second = await laptop.checkout({ email });
    await pay(laptop, second.purchaseId);
    await carryOut(second.purchaseId, 'twice');
    await open(laptop, email);
    expect([(await laptop.balance()).state, (await phone.balance()).state]).toEqual([
      'subscription',
      'free_used',
    ]);
    await open(phone, email);
    expect([(await laptop.balance()).state, (await phone.balance()).state]).toEqual([
      'subscription',
      'subscription',
    ]);
  });

  it('makes one of two subscriptions: the longer stays, the rest of the other is given back', async () => {
    const [phone, laptop] = [await world.visit(agent), await world.visit(agent)];
    const first = await phone.checkout({ email: 'anna@example.test' });
    await pay(phone, first.purchaseId);
    world.clock.advance(2 * dayMs);
    const second = await laptop.checkout({ email: 'anna@work.test' });
    await pay(laptop, second.purchaseId);
    await open(laptop, 'anna@example.test');
    await carryOut(first.purchaseId, 'merged');
    expect(factsOf(first.purchaseId)?.subscription?.status).toBe('canceled');
    expect(factsOf(first.purchaseId)?.refunded).toBeGreaterThan(2_000);
    expect(factsOf(second.purchaseId)).toMatchObject({ refunded: 0, subscription: { status: 'active' } });
    expect((await laptop.balance()).state).toBe('subscription');
  });
});

describe('a trial', () => {
  const begin = async (visitor: Visitor, email: string): Promise<string> => {
    const { purchaseId } = await visitor.checkout({ email });
    const facts = factsOf(purchaseId);
    const periodEnd = new Date(world.clock.now().getTime() + 7 * dayMs);
    world.bank.change(purchaseId, {
      checkout: 'complete',
      references: {
        payment: null,
        checkout: facts?.references.checkout ?? '',
        customer: `cus_${purchaseId}`,
        subscription: `sub_${purchaseId}`,
      },
      subscription: { status: 'trialing', periodEnd, isEnding: false, canceledAt: null },
    });
    return purchaseId;
  };
  const end = async (id: string): Promise<void> => {
    world.bank.change(id, {
      subscription: {
        status: 'canceled',
        periodEnd: world.clock.now(),
        isEnding: true,
        canceledAt: world.clock.now(),
      },
    });
    world.clock.advance(8 * dayMs);
    await sync(id);
  };
  beforeEach(async () => {
    agent = await world.sellAgent(owner, { type: 'subscription', amount: 3_000, trialDays: 7 });
  });

  it('is offered once: afterwards the same person reads the price without it, and buys nothing that they did not read', async () => {
    const visitor = await world.visit(agent);
    const offer = (await visitor.wall()).offers[0];
    expect(offer?.trialDays).toBe(7);
    const id = await begin(visitor, 'try@example.test');
    expect(await visitor.state(id)).toMatchObject({ outcome: 'trial' });
    await end(id);
    expect((await visitor.wall()).offers[0]?.trialDays).toBe(0);
    const refused = await visitor.tryCheckout({ offer: offer?.id, email: 'other@example.test' });
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'payments.offer_changed', details: { offers: [{ trialDays: 0 }] } },
    });
  });

  it('that begins with the same address on another device is ended at once, and its buyer is told', async () => {
    const [phone, laptop] = [await world.visit(agent), await world.visit(agent)];
    const first = await begin(phone, 'try@example.test');
    await phone.state(first);
    await end(first);
    const second = await begin(laptop, 'try@example.test');
    expect(await laptop.state(second)).toMatchObject({
      status: 'paid',
      outcome: 'tried',
      balance: { state: 'free_used' },
    });
    await carryOut(second, 'twice');
    expect(factsOf(second)?.subscription?.status).toBe('canceled');
    // Somebody else has one of their own.
    const other = await world.visit(agent);
    expect(await other.state(await begin(other, 'somebody@example.test'))).toMatchObject({
      outcome: 'trial',
    });
  });
});

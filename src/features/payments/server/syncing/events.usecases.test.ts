import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PaymentError } from '#providers/payments/payments.port.ts';
import type { TestMember } from '#tests/support/app/test-services.ts';
import { brokenLots } from '#tests/support/payments/paywall-setup.ts';
import { purchaseEnd } from '#tests/support/payments/purchase-end.ts';
import { openSellingServices, type SellingServices } from '#tests/support/payments/selling-services.ts';

const dayMs = 86_400_000;
let world: SellingServices;
let owner: TestMember;
beforeAll(async () => {
  world = await openSellingServices();
});
beforeEach(async () => {
  owner = await world.server.member('Vera');
});
afterAll(() => world.close());

describe('when no event comes', () => {
  it('what was paid, refunded and disputed is found by asking, within the hour of a checkout and within days later', async () => {
    const visitor = await world.visit(await world.sell(owner, {}));
    const { purchaseId } = await visitor.checkout();
    world.bank.pay(purchaseId, world.server.clock.now());
    world.server.clock.advance(3 * 60_000);
    await world.server.payments.reconcile.askDue();
    expect((await visitor.balance()).packLeft).toBe(10);
    world.bank.refund(purchaseId, 500);
    world.server.clock.advance(dayMs);
    await world.server.payments.reconcile.askDue();
    expect((await visitor.balance()).packLeft).toBe(5);
    world.bank.change(purchaseId, { dispute: 'open' });
    world.server.clock.advance(2 * dayMs);
    await world.server.payments.reconcile.askDue();
    expect(await visitor.balance()).toMatchObject({ packLeft: 0, isFrozen: true });
    world.bank.change(purchaseId, { dispute: 'won' });
    world.server.clock.advance(7 * dayMs);
    await world.server.payments.reconcile.askDue();
    expect(await visitor.balance()).toMatchObject({ packLeft: 5, isFrozen: false });
  });

  it('a subscription is renewed, has its grace when a renewal fails, and ends', async () => {
    const visitor = await world.visit(await world.sell(owner, { type: 'subscription', graceDays: 3 }));
    const { purchaseId } = await visitor.checkout();
    const paidAt = world.server.clock.now();
    const after = (days: number): Date => new Date(paidAt.getTime() + days * dayMs);
    world.bank.pay(purchaseId, paidAt, { periodEnd: after(30) });
    expect((await visitor.state(purchaseId)).balance.state).toBe('subscription');
    world.server.clock.advance(30 * dayMs + 180_000);
    world.bank.addPayment(purchaseId, 1_000, world.server.clock.now());
    world.bank.change(purchaseId, {
      subscription: { status: 'active', periodEnd: after(60), isEnding: false, canceledAt: null },
    });
    await world.server.payments.reconcile.askDue();
    expect((await visitor.balance()).state).toBe('subscription');
    world.server.clock.advance(30 * dayMs);
    world.bank.change(purchaseId, {
      subscription: { status: 'past_due', periodEnd: after(60), isEnding: false, canceledAt: null },
    });
    await world.server.payments.reconcile.askDue();
    // No payment is announced for the day on which its time runs out.
    expect(await visitor.balance()).toMatchObject({
      state: 'subscription',
      until: after(63).toISOString(),
      isEnding: true,
    });
    world.server.clock.advance(3 * dayMs);
    expect((await visitor.balance()).state).toBe('free_used');
  });

  it("a subscriber keeps their access while the vendor is silent at the period's end, and the owner sees that it is", async () => {
    const visitor = await world.visit(await world.sell(owner, { type: 'subscription', graceDays: 3 }));
    const { purchaseId } = await visitor.checkout();
    world.bank.pay(purchaseId, world.server.clock.now());
    await visitor.state(purchaseId);
    world.server.clock.advance(30 * dayMs + 180_000);
    for (let at = 0; at < 3; at++) {
      world.bank.fault('facts', async () => {
        throw new PaymentError('payments.unreachable', 'Away');
      });
      await world.server.payments.syncing.sync(owner.user.accountId, purchaseId).catch(() => null);
    }
    world.server.clock.advance(dayMs);
    expect((await visitor.balance()).state).toBe('subscription');
    expect(await world.rows(sql`SELECT problem FROM purchases WHERE id = ${purchaseId}`)).toEqual([
      { problem: 'unreachable' },
    ]);
    await world.server.payments.syncing.sync(owner.user.accountId, purchaseId);
    expect(await world.rows(sql`SELECT problem FROM purchases WHERE id = ${purchaseId}`)).toEqual([
      { problem: '' },
    ]);
  });

  it('an answer that was on its way for long never overwrites what was asked later', async () => {
    const visitor = await world.visit(await world.sell(owner, {}));
    const { purchaseId } = await visitor.checkout();
    world.bank.pay(purchaseId, world.server.clock.now());
    await visitor.state(purchaseId);
    // Another process asked later, and knows of the refund.
    world.bank.fault('facts', async () => {
      world.bank.refund(purchaseId, 1_000);
      await world.rows(
        sql`UPDATE purchases SET asked_count = asked_count + 1, applied_count = asked_count + 1,
          refunded_amount = 1000 WHERE id = ${purchaseId}`,
      );
      world.bank.change(purchaseId, { refunded: 0 });
    });
    await world.server.payments.syncing.sync(owner.user.accountId, purchaseId);
    expect(
      await world.rows(sql`SELECT refunded_amount::int AS refunded FROM purchases WHERE id = ${purchaseId}`),
    ).toEqual([{ refunded: 1_000 }]);
  });
});

describe('five events of a subscription', () => {
  const orders = (items: readonly number[]): number[][] =>
    items.length < 2
      ? [[...items]]
      : items.flatMap((item, at) =>
          orders([...items.slice(0, at), ...items.slice(at + 1)]).map((rest) => [item, ...rest]),
        );
  const types = [
    'checkout.completed',
    'invoice.paid',
    'subscription.updated',
    'subscription.deleted',
    'charge.refunded',
  ];

  it('lead to one end in all 120 orders, whether they are late or come while it happens', async () => {
    const { server, bank } = world;
    const { accountId } = owner.user;
    const agent = await world.sell(owner, { type: 'subscription', amount: 900 });
    const now = server.clock.now();
    const [first, second] = [new Date(now.getTime() + 30 * dayMs), new Date(now.getTime() + 60 * dayMs)];
    const found = await server.paymentConnections.find(accountId, true);
    if (!found) throw new Error('Not connected');
    const ends = new Set<string>();
    for (const [number, order] of orders([0, 1, 2, 3, 4]).entries()) {
      await server.database.direct.execute(sql`DELETE FROM rate_limits`);
      const { purchaseId } = await (await world.visit(agent)).checkout();
      const subscription = { isEnding: true, canceledAt: now, periodEnd: second };
      const steps = [
        () => bank.pay(purchaseId, now, { periodEnd: first }),
        () => bank.addPayment(purchaseId, 900, now),
        () => bank.change(purchaseId, { subscription: { ...subscription, status: 'active' } }),
        () => bank.change(purchaseId, { subscription: { ...subscription, status: 'canceled' } }),
        () => bank.refund(purchaseId, 450),
      ];
      const isLate = number % 2 === 0;
      if (isLate) steps.forEach((step) => step());
      for (const [at, which] of order.entries()) {
        if (!isLate) steps[at]?.();
        const event = bank.event(found.connection, purchaseId, types[which] ?? '', now);
        await server.payments.events.receive(accountId, 'test', Buffer.from(event.body), event.headers);
      }
      ends.add(JSON.stringify(await purchaseEnd(server.database, purchaseId)));
    }
    expect([...ends].map((end) => JSON.parse(end) as unknown)).toEqual([
      [
        expect.objectContaining({
          status: 'paid',
          paid: 1_800,
          refunded: 450,
          subscription_status: 'canceled',
          payments: 2,
          revoked: false,
          frozen: false,
        }),
      ],
    ]);
    expect(await brokenLots(server.database)).toEqual([]);
  });
});

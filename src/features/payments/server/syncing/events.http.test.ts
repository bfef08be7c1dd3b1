import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PaymentError } from '#providers/payments/payments.port.ts';
import { brokenLots } from '#tests/support/payments/paywall-setup.ts';
import { openPaymentsWorld, type Owner, type PaymentsWorld } from '#tests/support/payments/payments-setup.ts';

const dayMs = 86_400_000;
let world: PaymentsWorld;
let owner: Owner;
let accountId: string;
beforeAll(async () => {
  world = await openPaymentsWorld();
  owner = await world.app.register('Vera');
  ({ accountId } = owner.user);
});
beforeEach(() => world.forgetLimits());
afterAll(() => world.close());

/** Everything about a purchase that must not depend on the way on which it came about. */
async function endOf(id: string): Promise<unknown> {
  return world.rows(sql`
    SELECT p.status, p.paid_amount::int AS paid, p.refunded_amount::int AS refunded, p.dispute,
      p.subscription_status, p.is_ending, p.problem, l.granted, l.used, l.remaining, l.expires_at,
      l.revoked_at IS NOT NULL AS revoked, l.frozen_at IS NOT NULL AS frozen,
      (SELECT count(*)::int FROM payments x WHERE x.purchase_id = p.id) AS payments,
        (SELECT coalesce(sum(e.amount), 0)::int FROM paywall_entries e WHERE e.lot_id = l.id) AS entries
    FROM purchases p LEFT JOIN paywall_lots l ON l.purchase_id = p.id WHERE p.id = ${id}`);
}
const everything = () =>
  world.rows(
    sql`SELECT (SELECT count(*)::int FROM payment_events) AS events,
      (SELECT count(*)::int FROM paywall_lots) AS lots,
      (SELECT md5(string_agg((to_jsonb(p) - 'asked_count')::text, '' ORDER BY id))
      FROM purchases p) AS purchases`,
  );

describe('an event', () => {
  it('that is not signed by the vendor for this account and mode now changes nothing', async () => {
    const visitor = await world.visit(await world.sellAgent(owner, {}));
    const { purchaseId } = await visitor.checkout();
    world.bank.pay(purchaseId, world.clock.now());
    const connection = await world.connectionOf(accountId, true);
    const other = await world.app.register('Olga');
    const now = world.clock.now();
    const good = world.bank.event(connection, purchaseId, 'checkout.completed', now);
    const before = await everything();
    const bad: [string, Promise<{ status: number }>][] = [
      [
        'unsigned',
        world.send(accountId, 'test', { body: good.body, headers: { 'content-type': 'application/json' } }),
      ],
      [
        'signed by somebody',
        world.send(
          accountId,
          'test',
          world.bank.event({ ...connection, webhookSecret: 'guess' }, purchaseId, 'checkout.completed', now),
        ),
      ],
      [
        'signed by an empty secret',
        world.send(
          accountId,
          'test',
          world.bank.event({ ...connection, webhookSecret: '' }, purchaseId, 'checkout.completed', now),
        ),
      ],
      [
        'signed by another account',
        world.send(
          accountId,
          'test',
          world.bank.event(
            await world.connectionOf(other.user.accountId, true),
            purchaseId,
            'checkout.completed',
            now,
          ),
        ),
      ],
      [
        'old',
        world.send(
          accountId,
          'test',
          world.bank.event(connection, purchaseId, 'checkout.completed', now, {
            at: new Date(now.getTime() - 600_000),
          }),
        ),
      ],
      [
        'of the future',
        world.send(
          accountId,
          'test',
          world.bank.event(connection, purchaseId, 'checkout.completed', now, {
            at: new Date(now.getTime() + 3_600_000),
          }),
        ),
      ],
      [
        'written anew',
        world.send(accountId, 'test', { ...good, body: JSON.stringify(JSON.parse(good.body), null, 1) }),
      ],
      [
        'of the other mode',
        world.send(
          accountId,
          'test',
          world.bank.event(connection, purchaseId, 'checkout.completed', now, { isTest: false }),
        ),
      ],
      ['at the address of the other mode', world.send(accountId, 'live', good)],
      ['at the address of another account', world.send(other.user.accountId, 'test', good)],
      ['at the address of nobody', world.send('acc_000000000000000000000000000000', 'test', good)],
      ['at an address that is none', world.send('x', 'test', good)],
      [
        'of a megabyte',
        world.send(accountId, 'test', { ...good, body: `${good.body}${' '.repeat(1_100_000)}` }),
      ],
      [
        'without anything',
        world.send(accountId, 'test', { body: '', headers: { 'content-type': 'application/json' } }),
      ],
    ];
    for (const [what, answer] of bad)
      expect({ what, status: (await answer).status }).toEqual({
        what,
        status: what === 'of a megabyte' ? 413 : 400,
      });
    expect(await everything()).toEqual(before);
    expect((await world.send(accountId, 'test', good)).status).toBe(200);
    expect((await visitor.balance()).packLeft).toBe(10);
  });

  it('of an account can not reach a purchase of another one, and one about something else is taken without effect', async () => {
    const other = await world.app.register('Olga');
    const visitor = await world.visit(await world.sellAgent(other, {}));
    const { purchaseId } = await visitor.checkout();
    world.bank.pay(purchaseId, world.clock.now());
    const connection = await world.connectionOf(accountId, true);
    expect(
      (
        await world.send(
          accountId,
          'test',
          world.bank.event(connection, purchaseId, 'checkout.completed', world.clock.now()),
        )
      ).status,
    ).toBe(200);
    expect(
      (
        await world.send(
          accountId,
          'test',
          world.bank.event(connection, null, 'invoice.paid', world.clock.now()),
        )
      ).status,
    ).toBe(200);
    expect(await visitor.balance()).toMatchObject({ packLeft: 0 });
    expect(await world.rows(sql`SELECT status FROM purchases WHERE id = ${purchaseId}`)).toEqual([
      { status: 'open' },
    ]);
  });

  it('may come fifty times at once and leaves what one leaves', async () => {
    const visitor = await world.visit(await world.sellAgent(owner, {}));
    const { purchaseId } = await visitor.checkout();
    world.bank.pay(purchaseId, world.clock.now());
    const event = world.bank.event(
      await world.connectionOf(accountId, true),
      purchaseId,
      'checkout.completed',
      world.clock.now(),
    );
    const answers = await Promise.all(Array.from({ length: 50 }, () => world.send(accountId, 'test', event)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await endOf(purchaseId)).toMatchObject([
      { status: 'paid', paid: 1_000, payments: 1, granted: 10, remaining: 10, entries: 10 },
    ]);
    expect(
      await world.rows(
        sql`SELECT count(*)::int AS events FROM payment_events WHERE purchase_id = ${purchaseId}`,
      ),
    ).toEqual([{ events: 1 }]);
    expect(
      await world.rows(
        sql`SELECT count(*)::int AS grants FROM paywall_entries e JOIN paywall_lots l ON l.id = e.lot_id
          WHERE l.purchase_id = ${purchaseId}`,
      ),
    ).toEqual([{ grants: 1 }]);
  });

  it('whose purchase can not be asked about now is refused, so that the vendor sends it again', async () => {
    const visitor = await world.visit(await world.sellAgent(owner, {}));
    const { purchaseId } = await visitor.checkout();
    world.bank.pay(purchaseId, world.clock.now());
    const event = world.bank.event(
      await world.connectionOf(accountId, true),
      purchaseId,
      'checkout.completed',
      world.clock.now(),
    );
    world.bank.fault('facts', async () => {
      throw new PaymentError('payments.unreachable', 'Away');
    });
    expect((await world.send(accountId, 'test', event)).status).toBe(503);
    expect((await world.send(accountId, 'test', event)).status).toBe(200);
    expect((await visitor.balance()).packLeft).toBe(10);
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
    const agent = await world.sellAgent(owner, { type: 'subscription', amount: 900 });
    const now = world.clock.now();
    const [first, second] = [new Date(now.getTime() + 30 * dayMs), new Date(now.getTime() + 60 * dayMs)];
    const connection = await world.connectionOf(accountId, true);
    const ends = new Set<string>();
    for (const [number, order] of orders([0, 1, 2, 3, 4]).entries()) {
      await world.forgetLimits();
      const { purchaseId } = await (await world.visit(agent)).checkout();
      const subscription = { isEnding: true, canceledAt: now, periodEnd: second };
      const steps = [
        () => world.bank.pay(purchaseId, now, { periodEnd: first }),
        () => world.bank.addPayment(purchaseId, 900, now),
        () => world.bank.change(purchaseId, { subscription: { ...subscription, status: 'active' } }),
        () => world.bank.change(purchaseId, { subscription: { ...subscription, status: 'canceled' } }),
        () => world.bank.refund(purchaseId, 450),
      ];
      const isLate = number % 2 === 0;
      if (isLate) steps.forEach((step) => step());
      for (const [at, which] of order.entries()) {
        if (!isLate) steps[at]?.();
        await world.services.payments.events.receive(
          accountId,
          'test',
          ...bytesOf(world.bank.event(connection, purchaseId, types[which] ?? '', now)),
        );
      }
      ends.add(JSON.stringify(await endOf(purchaseId)));
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
    expect(await brokenLots(world.app.database.database)).toEqual([]);
  });
  const bytesOf = ({
    body,
    headers,
  }: {
    body: string;
    headers: Record<string, string>;
  }): [Buffer, Record<string, string>] => [Buffer.from(body), headers];
});

describe('when no event comes', () => {
  // The clock goes on for months here, and nobody stays signed in so long.
  beforeEach(async () => {
    owner = await world.app.register('Vera');
    ({ accountId } = owner.user);
  });

  it('what was paid, refunded and disputed is found by asking, within the hour of a checkout and within days later', async () => {
    const visitor = await world.visit(await world.sellAgent(owner, {}));
    const { purchaseId } = await visitor.checkout();
    world.bank.pay(purchaseId, world.clock.now());
    world.clock.advance(3 * 60_000);
    await world.services.payments.reconcile.askDue();
    expect((await visitor.balance()).packLeft).toBe(10);
    world.bank.refund(purchaseId, 500);
    world.clock.advance(dayMs);
    await world.services.payments.reconcile.askDue();
    expect((await visitor.balance()).packLeft).toBe(5);
    world.bank.change(purchaseId, { dispute: 'open' });
    world.clock.advance(2 * dayMs);
    await world.services.payments.reconcile.askDue();
    expect(await visitor.balance()).toMatchObject({ packLeft: 0, isFrozen: true });
    world.bank.change(purchaseId, { dispute: 'won' });
    world.clock.advance(7 * dayMs);
    await world.services.payments.reconcile.askDue();
    expect(await visitor.balance()).toMatchObject({ packLeft: 5, isFrozen: false });
  });

  it('a subscription is renewed, has its grace when a renewal fails, and ends', async () => {
    const visitor = await world.visit(await world.sellAgent(owner, { type: 'subscription', graceDays: 3 }));
    const { purchaseId } = await visitor.checkout();
    const paidAt = world.clock.now();
    const after = (days: number): Date => new Date(paidAt.getTime() + days * dayMs);
    world.bank.pay(purchaseId, paidAt, { periodEnd: after(30) });
    expect((await visitor.state(purchaseId)).balance.state).toBe('subscription');
    world.clock.advance(30 * dayMs + 180_000);
    world.bank.addPayment(purchaseId, 1_000, world.clock.now());
    world.bank.change(purchaseId, {
      subscription: { status: 'active', periodEnd: after(60), isEnding: false, canceledAt: null },
    });
    await world.services.payments.reconcile.askDue();
    expect((await visitor.balance()).state).toBe('subscription');
    world.clock.advance(30 * dayMs);
    world.bank.change(purchaseId, {
      subscription: { status: 'past_due', periodEnd: after(60), isEnding: false, canceledAt: null },
    });
    await world.services.payments.reconcile.askDue();
    // No payment is announced for the day on which its time runs out.
    expect(await visitor.balance()).toMatchObject({
      state: 'subscription',
      until: after(63).toISOString(),
      isEnding: true,
    });
    world.clock.advance(3 * dayMs);
    expect((await visitor.balance()).state).toBe('free_used');
  });

  it("a subscriber keeps their access while the vendor is silent at the period's end, and the owner sees that it is", async () => {
    const visitor = await world.visit(await world.sellAgent(owner, { type: 'subscription', graceDays: 3 }));
    const { purchaseId } = await visitor.checkout();
    world.bank.pay(purchaseId, world.clock.now());
    await visitor.state(purchaseId);
    world.clock.advance(30 * dayMs + 180_000);
    for (let at = 0; at < 3; at++) {
      world.bank.fault('facts', async () => {
        throw new PaymentError('payments.unreachable', 'Away');
      });
      await world.services.payments.syncing.sync(accountId, purchaseId).catch(() => null);
    }
    world.clock.advance(dayMs);
    expect((await visitor.balance()).state).toBe('subscription');
    expect(await world.rows(sql`SELECT problem FROM purchases WHERE id = ${purchaseId}`)).toEqual([
      { problem: 'unreachable' },
    ]);
    await world.services.payments.syncing.sync(accountId, purchaseId);
    expect(await world.rows(sql`SELECT problem FROM purchases WHERE id = ${purchaseId}`)).toEqual([
      { problem: '' },
    ]);
  });

  it('an answer that was on its way for long never overwrites what was asked later', async () => {
    const visitor = await world.visit(await world.sellAgent(owner, {}));
    const { purchaseId } = await visitor.checkout();
    world.bank.pay(purchaseId, world.clock.now());
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
    await world.services.payments.syncing.sync(accountId, purchaseId);
    expect(
      await world.rows(sql`SELECT refunded_amount::int AS refunded FROM purchases WHERE id = ${purchaseId}`),
    ).toEqual([{ refunded: 1_000 }]);
  });
});

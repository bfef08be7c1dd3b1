import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PaymentError } from '#providers/payments/payments.port.ts';
import { untilQuiet } from '#tests/support/app/quiet.ts';
import { openPaymentsWorld, type Owner, type PaymentsWorld } from '#tests/support/payments/payments-setup.ts';

let world: PaymentsWorld;
let owner: Owner;
beforeAll(async () => {
  world = await openPaymentsWorld({ environment: { TRUST_PROXY: '127.0.0.1' } });
  owner = await world.app.register('Vera');
});
beforeEach(() => world.forgetLimits());
afterAll(() => world.close());

describe('a visitor who pays', () => {
  it('gets what was bought when the vendor says that it is paid, and not before', async () => {
    const visitor = await world.visit(await world.sellAgent(owner, { messagesPerPack: 25 }));
    expect((await visitor.wall()).offers).toMatchObject([
      { type: 'pack', total: 1_000, messages: 25, days: null },
    ]);
    const begun = await visitor.checkout();
    expect(begun).toMatchObject({
      status: 'open',
      url: `https://bank.example/cs_${begun.purchaseId}`,
      balance: { state: 'free_used', packLeft: 0 },
    });
    // The page of success is opened without paying; the vendor is asked and says no.
    expect(await visitor.state(begun.purchaseId)).toMatchObject({ status: 'open', balance: { packLeft: 0 } });
    world.bank.pay(begun.purchaseId, world.clock.now());
    expect(await visitor.state(begun.purchaseId)).toMatchObject({
      status: 'paid',
      url: null,
      balance: { state: 'pack', packLeft: 25, isTest: true },
    });
    expect(await visitor.state(begun.purchaseId)).toMatchObject({
      status: 'paid',
      balance: { packLeft: 25 },
    });
  });

  it('can not find out about, or profit from, the checkout of somebody else', async () => {
    const agent = await world.sellAgent(owner, {});
    const [anna, ben] = [await world.visit(agent), await world.visit(agent)];
    const { purchaseId } = await anna.checkout();
    world.bank.pay(purchaseId, world.clock.now());
    expect(await ben.request('GET', `/api/visitor/checkout/${purchaseId}`)).toMatchObject({
      status: 404,
      body: { code: 'payments.purchase_not_found' },
    });
    expect((await ben.balance()).packLeft).toBe(0);
    const elsewhere = await world.visit(await world.sellAgent(owner, {}));
    expect((await elsewhere.request('GET', `/api/visitor/checkout/${purchaseId}`)).status).toBe(404);
  });

  it('is asked for nothing but what the owner set, whatever the browser sends along', async () => {
    const visitor = await world.visit(
      await world.sellAgent(owner, { amount: 1_210, taxPercent: 21, taxBehaviour: 'inclusive' }),
    );
    for (const extra of [
      { amount: 1 },
      { currency: 'JPY' },
      { priceId: 'price_1' },
      { quantity: 9 },
      { messagesPerPack: 9_999 },
      { successUrl: 'https://evil.example' },
      { agentId: 'agt_x' },
    ]) {
      expect(await visitor.tryCheckout(extra)).toMatchObject({
        status: 400,
        body: { code: 'common.invalid_input' },
      });
    }
    const { purchaseId } = await visitor.checkout();
    const order = world.bank.order(purchaseId);
    expect(order).toMatchObject({
      currency: 'EUR',
      price: { base: 1_000, tax: 210, total: 1_210 },
      taxThousandths: 21_000,
      taxBehaviour: 'inclusive',
      interval: null,
      email: 'anna@example.test',
    });
    expect(order.successUrl).toBe(`${world.app.server.url}/subscription-success?purchase=${purchaseId}`);
    expect(order.cancelUrl).toBe(`${order.successUrl}&canceled=1`);
  });

  it('leads back to the chat that it was bought in, and to no other one', async () => {
    const agent = await world.sellAgent(owner, { type: 'subscription' });
    const chat = `href="/widgets/${agent.number}"`;
    for (const isEmbedded of [false, true]) {
      const visitor = await world.visit(agent);
      const email = `reader-${isEmbedded}@example.test`;
      const purchaseId = await world.buy(owner, visitor, { email, isEmbedded });
      const { pathname, search } = new URL(world.bank.order(purchaseId).successUrl);
      const page = await world.app.browser().request('GET', pathname + search);
      expect(page.text).toContain('Payment confirmed');
      expect(page.text.includes(chat)).toBe(!isEmbedded);
    }
  });
});

describe('coupons', () => {
  it('take their share off, count until their day and as often as the owner said', async () => {
    const coupons = [
      { code: 'SPRING', percentOff: 20, until: '2026-01-15', mostUses: 1, offers: [] },
      { code: 'LATE', percentOff: 50, until: '2026-01-14', mostUses: 0, offers: [] },
    ];
    const agent = await world.sellAgent(owner, { coupons });
    const [anna, ben] = [await world.visit(agent), await world.visit(agent)];
    expect((await anna.wall('spring')).offers).toMatchObject([{ total: 800, before: 1_000 }]);
    expect(await anna.request('GET', '/api/visitor/wall?coupon=LATE')).toMatchObject({
      status: 422,
      body: { code: 'payments.coupon_unknown' },
    });
    const tries = await Promise.all([
      anna.tryCheckout({ coupon: 'SPRING' }),
      ben.tryCheckout({ coupon: 'SPRING' }),
    ]);
    expect(tries.map(({ status }) => status).toSorted()).toEqual([200, 422]);
    // A checkout that nobody paid gives the coupon back.
    world.clock.advance(3_600_001);
    expect((await ben.tryCheckout({ coupon: 'SPRING' })).status).toBe(200);
    world.clock.advance(-3_600_001);
  });
});

describe('a vendor that fails', () => {
  const down = (code: ConstructorParameters<typeof PaymentError>[0]) => async (): Promise<void> => {
    throw new PaymentError(code, 'As the test wants');
  };

  it.each([
    ['payments.unreachable', 503, 'Payment system is not ready. Please try again.'],
    ['payments.rate_limited', 503, 'Payment system is not ready. Please try again.'],
    ['payments.bad_request', 502, 'Unable to initialize payment. Please try refreshing the page.'],
    ['payments.unauthorized', 409, 'Payment configuration is incomplete. Please contact the site owner.'],
  ] as const)(
    'with %s is told in the words of the specification, and the same wish goes on when it is back',
    async (code, status, words) => {
      const visitor = await world.visit(await world.sellAgent(owner, {}));
      const key = randomUUID();
      world.bank.fault('createCheckout', down(code));
      const answer = await visitor.tryCheckout({ key });
      expect(answer.status).toBe(status);
      expect((answer.body as { message: string }).message).toContain(words);
      const again = await visitor.checkout({ key });
      expect(again.status).toBe('open');
      expect(
        await world.rows(sql`SELECT count(*)::int AS purchases FROM purchases WHERE client_key = ${key}`),
      ).toEqual([{ purchases: 1 }]);
    },
  );

  it('opens one page for one wish although its first answer was lost', async () => {
    const visitor = await world.visit(await world.sellAgent(owner, {}));
    const key = randomUUID();
    const { vendor } = world.bank;
    const sessions = world.bank.sessions.size;
    world.bank.fault('createCheckout', async () => {
      const [row] = await world.rows<{ id: string; total: number }>(
        sql`SELECT id, total FROM purchases WHERE client_key = ${key}`,
      );
      // The page is made, and the answer never comes.
      await vendor.createCheckout(
        await world.connectionOf(owner.user.accountId, true),
        {
          ...sample,
          purchaseId: row?.id ?? '',
          price: { base: row?.total ?? 0, tax: 0, subtotal: row?.total ?? 0, total: row?.total ?? 0 },
        },
        row?.id ?? '',
      );
      throw new PaymentError('payments.unreachable', 'The answer was lost');
    });
    expect((await visitor.tryCheckout({ key })).status).toBe(503);
    const again = await visitor.checkout({ key });
    expect(world.bank.sessions.size).toBe(sessions + 1);
    world.bank.pay(again.purchaseId, world.clock.now());
    expect(await visitor.state(again.purchaseId)).toMatchObject({ status: 'paid' });
  });

  it('shows the visitor what is known while it can not be asked whether they paid', async () => {
    const visitor = await world.visit(await world.sellAgent(owner, {}));
    const { purchaseId } = await visitor.checkout();
    world.bank.pay(purchaseId, world.clock.now());
    world.bank.fault('facts', down('payments.unreachable'));
    expect(await visitor.state(purchaseId)).toMatchObject({ status: 'open' });
    expect(await visitor.state(purchaseId)).toMatchObject({ status: 'paid', balance: { packLeft: 10 } });
  });

  it('leaves an agent without a usable price or connection for its owner to finish', async () => {
    const agent = await world.sellAgent(owner, {});
    const visitor = await world.visit(agent, { preview: true });
    const { draft, draftRevision } = await owner.get<{ draft: { payment: object }; draftRevision: number }>(
      `/api/agents/${agent.id}`,
    );
    await owner.request('PUT', `/api/agents/${agent.id}/draft`, {
      body: {
        revision: draftRevision,
        configuration: { ...draft, payment: { ...draft.payment, enabled: false } },
      },
    });
    expect(await visitor.tryCheckout()).toMatchObject({ status: 409, body: { code: 'payments.free' } });
  });
});

describe('whoever tries out stolen cards', () => {
  it('can not begin fifty checkouts in a minute from one address, one visitor after the other', async () => {
    const agent = await world.sellAgent(owner, {});
    const statuses: number[] = [];
    for (let at = 0; at < 50; at++) {
      if (at % 4 === 0) await world.rows(sql`DELETE FROM rate_limits WHERE key NOT LIKE 'checkout-%'`);
      const visitor = await world.visit(agent);
      statuses.push(
        (
          await visitor.tryCheckout(
            { email: `person-${at}@example.test` },
            { 'x-forwarded-for': `2001:db8:1:1::${at.toString(16)}` },
          )
        ).status,
      );
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(12);
    expect(statuses.slice(12).every((status) => status === 429)).toBe(true);
    expect(
      (await (await world.visit(agent)).tryCheckout({}, { 'x-forwarded-for': '198.51.100.7' })).status,
    ).toBe(200);
  });

  it('can not go on as one visitor either, nor have mail sent to anybody without paying', async () => {
    const visitor = await world.visit(await world.sellAgent(owner, {}));
    await untilQuiet(world.app);
    const before = await world.rows(sql`SELECT count(*)::int AS mails FROM outbox_mails`);
    const statuses = [];
    for (let at = 0; at < 20; at++)
      statuses.push((await visitor.tryCheckout({ email: `person-${at}@example.test` })).status);
    expect(statuses.indexOf(429)).toBe(15);
    await untilQuiet(world.app);
    expect(await world.rows(sql`SELECT count(*)::int AS mails FROM outbox_mails`)).toEqual(before);
  });
});

const sample = {
  agentId: '',
  kind: 'once' as const,
  interval: null,
  trialDays: 0,
  currency: 'EUR' as const,
  taxBehaviour: 'exclusive' as const,
  taxThousandths: 0,
  title: '',
  description: '',
  email: 'anna@example.test',
  language: 'en' as const,
  successUrl: '',
  cancelUrl: '',
  expiresAt: new Date('2026-01-15T11:00:00.000Z'),
};

import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openPaymentsWorld, type Owner, type PaymentsWorld } from '#tests/support/payments/payments-setup.ts';
import type { Wall } from '../../payments-visitor.contract.ts';

const dayMs = 86_400_000;

describe('when the plan of an account ends', () => {
  let paid: PaymentsWorld;
  let vera: Owner;
  beforeAll(async () => {
    paid = await openPaymentsWorld({ withTestMoney: true, environment: { PLANS: 'paid' } });
    vera = await paid.app.register('Vera');
  });
  afterAll(() => paid.close());

  it('its visitors are not charged in that night, however the jobs fall, and are charged again when it is paid', async () => {
    const agent = await paid.sellAgent(vera, { type: 'subscription', amount: 3_000, trialDays: 7 });
    const visitors: { visitor: Awaited<ReturnType<PaymentsWorld['visit']>>; purchaseId: string }[] = [];
    for (let count = 0; count < 3; count++) {
      const visitor = await paid.visit(agent);
      const { purchaseId, url } = await visitor.checkout({ email: `b${count}@example.test` });
      await paid.services.testMoney.pages.checkout.act(url?.split('/').at(-1) ?? '', {
        step: 'pay',
        card: 'succeeds',
        number: '',
      });
      expect(await visitor.state(purchaseId)).toMatchObject({ outcome: 'trial' });
      visitors.push({ visitor, purchaseId });
    }
    const charged = async (): Promise<number> =>
      (await paid.rows<{ count: number }>(sql`SELECT count(*)::int AS count FROM test_money_payments`))[0]
        ?.count ?? -1;
    paid.clock.advance(6.5 * dayMs);
    await paid.services.payments.pauses.lookAfter();
    const paused = sql`SELECT count(*)::int AS count FROM purchases
      WHERE is_paused AND account_id = ${vera.user.accountId}`;
    // The server's own job may have taken some of them just before, so it is looked again as it is ten
    // minutes later.
    await expect
      .poll(async () => {
        await paid.rows(sql`UPDATE purchases SET care_due_at = NULL`);
        await paid.services.payments.pauses.lookAfter();
        return paid.rows(paused);
      })
      .toEqual([{ count: 3 }]);
    // The bank's job runs before ours.
    paid.clock.advance(1 * dayMs);
    await paid.services.testMoney.runDue();
    await paid.services.payments.pauses.lookAfter();
    expect(await charged()).toBe(0);
    const [first] = visitors;
    const wall = (await first?.visitor.request('POST', '/api/visitor/subscription', { isEnding: true }))
      ?.body as Wall;
    expect(wall.subscription).toMatchObject({ isEnding: true, isPaused: true });

    await paid.rows(
      sql`UPDATE accounts SET subscription_status = 'active', has_paid = true, active_until = NULL
        WHERE id = ${vera.user.accountId}`,
    );
    await paid.services.database.system((tx) =>
      paid.services.planStatuses.set(tx, vera.user.accountId, {
        subscriptionStatus: 'active',
        hasPaid: true,
        plan: 'pro',
        incompleteSince: null,
        activeUntil: null,
      }),
    );
    await paid.rows(sql`UPDATE purchases SET care_due_at = NULL`);
    await paid.services.payments.pauses.lookAfter();
    await paid.services.testMoney.runDue();
    expect(await charged()).toBe(0);
    // Three days' notice, and then two of them go on.
    paid.clock.advance(3 * dayMs);
    await paid.services.testMoney.runDue();
    expect(await charged()).toBe(2);
  });
});

describe('what buyers were promised to use up, when the plan of its owner ends', () => {
  let world: PaymentsWorld;
  let owner: Owner;
  beforeAll(async () => {
    world = await openPaymentsWorld({ environment: { PLANS: 'paid' } });
  });
  beforeEach(async () => {
    await world.forgetLimits();
    owner = await world.app.register('Vera');
  });
  afterAll(() => world.close());

  async function yearly() {
    const agent = await world.sellAgent(owner, { type: 'subscription', amount: 1_200, yearlyAmount: 12_000 });
    const visitor = await world.visit(agent);
    const offer = (await visitor.wall()).offers.find(({ interval }) => interval === 'year')?.id;
    const { purchaseId } = await visitor.checkout({ offer });
    const periodEnd = new Date(world.clock.now());
    periodEnd.setUTCFullYear(periodEnd.getUTCFullYear() + 1);
    world.bank.pay(purchaseId, world.clock.now(), { periodEnd });
    await visitor.state(purchaseId);
    const say = async (): Promise<number> =>
      (
        await visitor.request('POST', '/api/visitor/messages', {
          conversationId: null,
          clientMessageId: crypto.randomUUID(),
          text: 'Hello?',
        })
      ).status;
    const facts = () =>
      [...world.bank.sessions.values()].find(({ order }) => order.purchaseId === purchaseId)?.facts;
    const look = (): Promise<unknown> =>
      world.services.payments.pauses.lookAt(owner.user.accountId, purchaseId);
    return { agent, visitor, say, facts, look, periodEnd };
  }

  it.each(['paused', 'free'] as const)(
    'they are served for thirty days longer by a %s agent, and get back what is left of their year',
    async (how) => {
      const { agent, say, facts, look, periodEnd } = await yearly();
      if (how === 'free') await world.changePayment(owner, agent, { enabled: false });
      else await owner.post(`/api/agents/${agent.id}/status`, { status: 'paused', subscribers: 'period' });
      await look();
      expect(facts()?.subscription).toMatchObject({ isEnding: true, status: 'active' });
      // The trial of the plan lasts a week, and nothing is paid then.
      const planEnd = (await world.services.planStatuses.of(owner.user.accountId))?.endsAt ?? new Date(0);
      world.clock.advance(20 * dayMs);
      expect(await say()).toBe(200);
      await look();
      expect(facts()).toMatchObject({ refunded: 0, subscription: { status: 'active' } });
      world.clock.advance(19 * dayMs);
      expect(await say()).toBe(403);
      await look();
      const unservedFrom = planEnd.getTime() + 30 * dayMs;
      const refunded = Math.ceil((12_000 * (periodEnd.getTime() - unservedFrom)) / (365 * dayMs));
      expect(facts()).toMatchObject({ refunded, subscription: { status: 'canceled' } });
    },
  );

  it('they are not charged while it is suspended, and get back what is left from then on after thirty days', async () => {
    const { facts, look, say, periodEnd } = await yearly();
    const suspendedAt = world.clock.now();
    await world.rows(
      sql`UPDATE accounts SET suspended_at = ${suspendedAt.toISOString()} WHERE id = ${owner.user.accountId}`,
    );
    await world.services.database.system((tx) =>
      world.services.planStatuses.changed(tx, owner.user.accountId),
    );
    expect(await say()).toBe(403);
    await look();
    expect(facts()).toMatchObject({ refunded: 0, subscription: { status: 'active', isPaused: true } });
    world.clock.advance(31 * dayMs);
    await look();
    const refunded = Math.ceil((12_000 * (periodEnd.getTime() - suspendedAt.getTime())) / (365 * dayMs));
    expect(facts()).toMatchObject({ refunded, subscription: { status: 'canceled' } });
  });
});

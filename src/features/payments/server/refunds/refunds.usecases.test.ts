import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Agent } from '#features/agents/agents.contract.ts';
import { PaymentError, type PaymentErrorCode } from '#providers/payments/payments.port.ts';
import { oneIntervalBefore } from '#providers/payments/payments.timing.ts';
import type { TestMember } from '#tests/support/app/test-services.ts';
import { brokenLots } from '#tests/support/payments/paywall-setup.ts';
import { openSellingServices, type SellingServices } from '#tests/support/payments/selling-services.ts';
import { outcomeOf } from '#tests/support/visitors/visitor-of-services.ts';

const dayMs = 86_400_000;
const notRefundable = 'payments.not_refundable';
let world: SellingServices;
let owner: TestMember;
/** What the bank refuses to everybody who asks: this test, and the jobs that a change sent. */
const refusals = new Map<string, PaymentErrorCode>();
beforeAll(async () => {
  world = await openSellingServices();
  for (const method of ['subscription.cancel_now', 'subscription.end', 'refund', 'facts']) {
    const fault = async (): Promise<void> => {
      world.bank.fault(method, fault);
      const code = refusals.get(method);
      if (code) throw new PaymentError(code, 'Refused');
    };
    world.bank.fault(method, fault);
  }
});
beforeEach(async () => {
  refusals.clear();
  owner = await world.server.member('Vera');
});
afterAll(async () => {
  expect(await brokenLots(world.server.database)).toEqual([]);
  await world.close();
});

const advance = (days: number): void => world.server.clock.advance(days * dayMs);
const factsOf = (id: string) =>
  [...world.bank.sessions.values()].find(({ order }) => order.purchaseId === id)?.facts;
const refund = (id: string, input: { amount?: number; key: string }, by = owner) =>
  outcomeOf(world.refund(by, id, input));

describe('giving money back', () => {
  it('takes messages back in proportion, never below none, and two clicks give back once', async () => {
    const visitor = await world.visit(await world.sell(owner, { messagesPerPack: 10 }));
    const id = await world.buy(visitor);
    const clicks = await Promise.all(
      Array.from({ length: 6 }, () => refund(id, { amount: 350, key: 'first-click' })),
    );
    expect(clicks).toEqual(Array(6).fill('done'));
    // 350 of 1000 are 3.5 messages; halves stay with the visitor.
    expect(await visitor.balance()).toMatchObject({ packLeft: 7 });
    expect(await world.purchase(owner, id)).toMatchObject({
      state: 'partly_refunded',
      refunded: 350,
      messagesLeft: 7,
      can: { refund: true },
    });
    const rest = await Promise.all([refund(id, { key: 'another-1' }), refund(id, { key: 'another-2' })]);
    expect(rest.toSorted()).toEqual(['done', notRefundable]);
    expect(await world.purchase(owner, id)).toMatchObject({
      state: 'refunded',
      refunded: 1_000,
      messagesLeft: 0,
      can: { refund: false },
    });
    expect(await visitor.balance()).toMatchObject({ packLeft: 0, isFrozen: true });
    expect(await refund(id, { amount: 1, key: 'too-much-1' })).toBe(notRefundable);
  });

  it('is refused in a sum that no bank gives back in that currency', async () => {
    const id = await world.buy(
      await world.visit(await world.sell(owner, { currency: 'KWD', amount: 3_330 })),
    );
    expect(await refund(id, { amount: 333, key: 'no-step-1' })).toBe(notRefundable);
    expect(await refund(id, { amount: 330, key: 'a-step-1' })).toBe('done');
  });

  it('is refused while the bank of the buyer has the money, and possible again once it is won', async () => {
    const id = await world.buy(await world.visit(await world.sell(owner, {})));
    const reference = factsOf(id)?.payments[0]?.reference ?? '';
    const dispute = async (outcome: 'open' | 'won') => {
      world.bank.dispute(id, reference, outcome, world.server.clock.now());
      await world.server.payments.syncing.sync(owner.scope.accountId, id);
    };
    await dispute('open');
    expect(await refund(id, { amount: 100, key: 'disputed-1' })).toBe(notRefundable);
    await dispute('won');
    expect(await refund(id, { amount: 100, key: 'disputed-2' })).toBe('done');
  });

  it('before the purchase is known here at all ends in what is right', async () => {
    const visitor = await world.visit(await world.sell(owner, {}));
    const { purchaseId } = await visitor.checkout();
    world.bank.pay(purchaseId, world.server.clock.now());
    world.bank.refund(purchaseId, 1_000);
    expect(await visitor.state(purchaseId)).toMatchObject({ status: 'paid', balance: { packLeft: 0 } });
  });

  it('that the vendor did not answer is finished later, once', async () => {
    const visitor = await world.visit(await world.sell(owner, {}));
    const id = await world.buy(visitor);
    refusals.set('refund', 'payments.unreachable');
    expect(await refund(id, { amount: 500, key: 'lost-click' })).toBe('payments.not_ready');
    refusals.clear();
    // What is on its way is not given back a second time.
    expect(await refund(id, { amount: 600, key: 'impatient' })).toBe(notRefundable);
    world.server.clock.advance(180_000);
    for (let time = 0; time < 2; time++) await world.server.payments.refunds.finishLeftOver();
    expect(await world.purchase(owner, id)).toMatchObject({ refunded: 500 });
    expect(await visitor.balance()).toMatchObject({ packLeft: 5 });
  });

  it('is for purchases of one’s own account', async () => {
    const id = await world.buy(await world.visit(await world.sell(owner, {})));
    const other = await world.server.member('Olga');
    expect(await refund(id, { key: 'somebody-else' }, other)).toBe('payments.purchase_not_found');
  });

  it('of a whole subscription ends it at once; ending one leaves what is paid open', async () => {
    const { refunds, records, visitor: own } = world.server.payments;
    const agent = await world.sell(owner, { type: 'subscription' });
    const [anna, ben] = [await world.visit(agent), await world.visit(agent)];
    const [first, second] = [await world.buy(anna), await world.buy(ben, { email: 'ben@example.test' })];
    const ended = world.bank.count('subscription.cancel_now');
    expect(await refund(first, { key: 'all-of-it' })).toBe('done');
    expect((await anna.balance()).state).toBe('free_used');
    expect(world.bank.count('subscription.cancel_now')).toBe(ended + 1);
    await refunds.cancel(await records.find(owner.scope, second), true);
    expect(await world.purchase(owner, second)).toMatchObject({ state: 'ending', can: { cancel: true } });
    expect(await ben.balance()).toMatchObject({ state: 'subscription', isEnding: true });
    await own.manage(ben.identity, false);
    expect(await ben.balance()).toMatchObject({ state: 'subscription', isEnding: false });
    const stranger = await world.visit(agent);
    expect(await outcomeOf(own.manage(stranger.identity, true))).toBe('payments.no_subscription');
  });
});

describe('an order of a rule that the bank refuses', () => {
  let agent: Agent;
  beforeEach(async () => {
    agent = await world.sell(owner, { type: 'subscription', amount: 3_000 });
  });

  /** Somebody whose first period ends in some days. */
  async function subscriber(days = 30) {
    const visitor = await world.visit(agent);
    const { purchaseId } = await visitor.checkout();
    const periodEnd = new Date(world.server.clock.now().getTime() + days * dayMs);
    world.bank.pay(purchaseId, world.server.clock.now(), { periodEnd });
    await visitor.state(purchaseId);
    return { visitor, purchaseId };
  }
  const look = (id: string) =>
    world.server.payments.pauses.lookAt(owner.scope.accountId, id).catch(() => undefined);
  async function later(hours: number): Promise<void> {
    world.server.clock.advance(hours * 3_600_000);
    await world.server.payments.refunds.finishLeftOver();
  }
  const problemOf = async (id: string) => (await world.purchase(owner, id)).problem;
  /** What of the last period is not used from now on. */
  function unusedOf(id: string): number {
    const end = factsOf(id)?.subscription?.periodEnd ?? new Date(0);
    const length = end.getTime() - oneIntervalBefore(end, 'month').getTime();
    return Math.min(
      3_000,
      Math.ceil((3_000 * (end.getTime() - world.server.clock.now().getTime())) / length),
    );
  }
  const deleteAgent = () => world.server.agents.remove(owner.scope, agent.id, 'refund');

  it.each(['payments.unauthorized', 'payments.scope_missing'] as const)(
    'because of the key (%s) is carried out when the key is mended, and its owner sees that it waits',
    async (code) => {
      const { purchaseId } = await subscriber();
      advance(10);
      const unused = unusedOf(purchaseId);
      refusals.set('subscription.cancel_now', code);
      refusals.set('refund', code);
      await deleteAgent();
      await look(purchaseId);
      await later(1);
      expect(await problemOf(purchaseId)).toBe('not_ended');
      expect(factsOf(purchaseId)?.subscription?.status).toBe('active');
      const tries = world.bank.count('subscription.cancel_now');
      await later(0.01);
      expect(world.bank.count('subscription.cancel_now')).toBe(tries);
      refusals.delete('subscription.cancel_now');
      await later(3);
      expect(factsOf(purchaseId)?.subscription?.status).toBe('canceled');
      expect(await problemOf(purchaseId)).toBe('not_given_back');
      refusals.delete('refund');
      await later(3);
      expect(factsOf(purchaseId)).toMatchObject({ refunded: unused });
      expect(await problemOf(purchaseId)).toBeNull();
    },
  );

  it('in one part is ended all the same, and its owner sees what was not given back', async () => {
    const { purchaseId } = await subscriber();
    advance(10);
    refusals.set('refund', 'payments.bad_request');
    await deleteAgent();
    await look(purchaseId);
    expect(factsOf(purchaseId)).toMatchObject({ refunded: 0, subscription: { status: 'canceled' } });
    expect(await problemOf(purchaseId)).toBe('not_given_back');
    refusals.clear();
    const { paid } = await world.purchase(owner, purchaseId);
    expect(await refund(purchaseId, { amount: paid, key: 'by hand' })).toBe('done');
    expect(await problemOf(purchaseId)).toBeNull();
  });

  it('leaves a second subscription that its buyer can end with everything else', async () => {
    const { visitor: own } = world.server.payments;
    const first = await subscriber();
    refusals.set('subscription.cancel_now', 'payments.unauthorized');
    const second = await subscriber();
    await world.server.jobs.work().catch(() => undefined);
    expect(await world.rows(sql`SELECT id FROM purchases WHERE is_surplus`)).toContainEqual({
      id: second.purchaseId,
    });
    expect(factsOf(second.purchaseId)?.subscription?.status).toBe('active');
    for (const { visitor } of [first, second]) await own.manage(visitor.identity, true);
    expect(factsOf(second.purchaseId)?.subscription?.isEnding).toBe(true);
  });

  it('that is followed gives back a renewal that nobody here knew of yet', async () => {
    const { purchaseId } = await subscriber(10);
    advance(11);
    world.bank.addPayment(purchaseId, 3_000, new Date(world.server.clock.now().getTime() - dayMs));
    const known = factsOf(purchaseId)?.subscription;
    const periodEnd = new Date((known?.periodEnd.getTime() ?? 0) + 30 * dayMs);
    if (known) world.bank.change(purchaseId, { subscription: { ...known, periodEnd } });
    const unused = unusedOf(purchaseId);
    await deleteAgent();
    await look(purchaseId);
    expect(factsOf(purchaseId)).toMatchObject({
      refunded: unused,
      payments: [{ refunded: 0 }, { refunded: unused }],
    });
  });

  it('that is followed gives back nothing of a period that nobody has paid for yet', async () => {
    const { purchaseId } = await subscriber(10);
    world.server.clock.advance(10 * dayMs + 600_000);
    const known = factsOf(purchaseId)?.subscription;
    const paidUntil = known?.periodEnd ?? new Date(0);
    const periodEnd = new Date(paidUntil.getTime() + 30 * dayMs);
    // The vendor's hour between the period's end and the charge.
    if (known) world.bank.change(purchaseId, { subscription: { ...known, periodEnd, paidUntil } });
    await deleteAgent();
    await look(purchaseId);
    expect(factsOf(purchaseId)).toMatchObject({ refunded: 0, subscription: { status: 'canceled' } });
  });
});

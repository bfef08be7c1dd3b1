import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Agent } from '#features/agents/agents.contract.ts';
import { PaymentError, type PaymentErrorCode } from '#providers/payments/payments.port.ts';
import { oneIntervalBefore } from '#providers/payments/payments.timing.ts';
import { openPaymentsWorld, type Owner, type PaymentsWorld } from '#tests/support/payments/payments-setup.ts';
import type { Purchase } from '../../payments-purchases.contract.ts';

const dayMs = 86_400_000;
let world: PaymentsWorld;
let owner: Owner;
let agent: Agent;
/** What the bank refuses to everybody who asks: this test, and the jobs that a change sent. */
const refusals = new Map<string, PaymentErrorCode>();
beforeAll(async () => {
  world = await openPaymentsWorld();
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
  await world.forgetLimits();
  owner = await world.app.register('Vera');
  agent = await world.sellAgent(owner, { type: 'subscription', amount: 3_000 });
});
afterAll(() => world.close());

/** Somebody whose first period ends in some days. */
async function subscriber(days = 30) {
  const visitor = await world.visit(agent);
  const { purchaseId } = await visitor.checkout();
  const periodEnd = new Date(world.clock.now().getTime() + days * dayMs);
  world.bank.pay(purchaseId, world.clock.now(), { periodEnd });
  await visitor.state(purchaseId);
  return { visitor, purchaseId };
}
const factsOf = (id: string) =>
  [...world.bank.sessions.values()].find(({ order }) => order.purchaseId === id)?.facts;
const { look, later } = {
  look: (id: string) =>
    world.services.payments.pauses.lookAt(owner.user.accountId, id).catch(() => undefined),
  later: async (hours: number): Promise<void> => {
    world.clock.advance(hours * 3_600_000);
    await world.services.payments.refunds.finishLeftOver();
  },
};
const problemOf = async (id: string): Promise<Purchase['problem']> =>
  (await owner.get<{ purchase: Purchase }>(`/api/payments/${id}`)).purchase.problem;
/** What of the last period is not used from now on. */
const unusedOf = (id: string): number => {
  const end = factsOf(id)?.subscription?.periodEnd ?? new Date(0);
  const length = end.getTime() - oneIntervalBefore(end, 'month').getTime();
  return Math.min(3_000, Math.ceil((3_000 * (end.getTime() - world.clock.now().getTime())) / length));
};
const deleteAgent = () => owner.request('DELETE', `/api/agents/${agent.id}?subscribers=refund`);

describe('an order of a rule that the bank refuses', () => {
  it.each(['payments.unauthorized', 'payments.scope_missing'] as const)(
    'because of the key (%s) is carried out when the key is mended, and its owner sees that it waits',
    async (code) => {
      const { purchaseId } = await subscriber();
      world.clock.advance(10 * dayMs);
      const unused = unusedOf(purchaseId);
      refusals.set('subscription.cancel_now', code);
      refusals.set('refund', code);
      expect((await deleteAgent()).status).toBe(200);
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
    world.clock.advance(10 * dayMs);
    refusals.set('refund', 'payments.bad_request');
    expect((await deleteAgent()).status).toBe(200);
    await look(purchaseId);
    expect(factsOf(purchaseId)).toMatchObject({ refunded: 0, subscription: { status: 'canceled' } });
    expect(await problemOf(purchaseId)).toBe('not_given_back');
    refusals.clear();
    const left = (await owner.get<{ purchase: Purchase }>(`/api/payments/${purchaseId}`)).purchase.paid;
    await owner.post(`/api/payments/${purchaseId}/refund`, { amount: left, key: crypto.randomUUID() });
    expect(await problemOf(purchaseId)).toBeNull();
  });

  it('leaves a second subscription that its buyer can end with everything else', async () => {
    const first = await subscriber();
    refusals.set('subscription.cancel_now', 'payments.unauthorized');
    const second = await subscriber();
    expect(await world.rows(sql`SELECT id FROM purchases WHERE is_surplus`)).toContainEqual({
      id: second.purchaseId,
    });
    expect(factsOf(second.purchaseId)?.subscription?.status).toBe('active');
    await first.visitor.ok(first.visitor.request('POST', '/api/visitor/subscription', { isEnding: true }));
    await second.visitor.ok(second.visitor.request('POST', '/api/visitor/subscription', { isEnding: true }));
    expect(factsOf(second.purchaseId)?.subscription?.isEnding).toBe(true);
  });
});

describe('ending a subscription', () => {
  it('gives back a renewal that nobody here knew of yet', async () => {
    const { purchaseId } = await subscriber(10);
    world.clock.advance(11 * dayMs);
    const renewed = new Date(world.clock.now().getTime() - dayMs);
    world.bank.addPayment(purchaseId, 3_000, renewed);
    const known = factsOf(purchaseId)?.subscription;
    const periodEnd = new Date((known?.periodEnd.getTime() ?? 0) + 30 * dayMs);
    if (known) world.bank.change(purchaseId, { subscription: { ...known, periodEnd } });
    const unused = unusedOf(purchaseId);
    expect((await deleteAgent()).status).toBe(200);
    await look(purchaseId);
    expect(factsOf(purchaseId)).toMatchObject({
      refunded: unused,
      payments: [{ refunded: 0 }, { refunded: unused }],
    });
  });

  it('gives back nothing of a period that nobody has paid for yet', async () => {
    const { purchaseId } = await subscriber(10);
    world.clock.advance(10 * dayMs + 600_000);
    const known = factsOf(purchaseId)?.subscription;
    const paidUntil = known?.periodEnd ?? new Date(0);
    const periodEnd = new Date(paidUntil.getTime() + 30 * dayMs);
    // The vendor's hour between the period's end and the charge.
    if (known) world.bank.change(purchaseId, { subscription: { ...known, periodEnd, paidUntil } });
    expect((await deleteAgent()).status).toBe(200);
    await look(purchaseId);
    expect(factsOf(purchaseId)).toMatchObject({ refunded: 0, subscription: { status: 'canceled' } });
  });
});

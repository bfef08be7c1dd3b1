import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { UsageLine } from '#features/paywall/paywall.contract.ts';
import { openPaymentsWorld, type Owner, type PaymentsWorld } from '#tests/support/payments/payments-setup.ts';

const dayMs = 86_400_000;
let world: PaymentsWorld;
let owner: Owner;
beforeAll(async () => {
  world = await openPaymentsWorld();
  owner = await world.app.register('Vera');
});
afterAll(() => world.close());
const sync = (id: string) => world.services.payments.syncing.sync(owner.user.accountId, id);
async function reasonsOf(id: string): Promise<string[]> {
  await owner.post('/api/login', { email: owner.email, password: owner.password });
  const { lines } = await owner.get<{ lines: UsageLine[] }>(`/api/payments/${id}`);
  return lines.map(({ reason }) => reason);
}

describe('a subscription that is over', () => {
  it('because its renewals failed did not go on after all', async () => {
    const visitor = await world.visit(await world.sellAgent(owner, { type: 'subscription', graceDays: 3 }));
    const id = await world.buy(owner, visitor);
    const end = new Date(world.clock.now().getTime() + 30 * dayMs);
    const ended = { periodEnd: end, isEnding: false };
    world.clock.advance(30 * dayMs);
    world.bank.change(id, { subscription: { status: 'past_due', canceledAt: null, ...ended } });
    await sync(id);
    world.clock.advance(15 * dayMs);
    world.bank.change(id, { subscription: { status: 'canceled', canceledAt: world.clock.now(), ...ended } });
    await sync(id);
    expect(await reasonsOf(id)).toEqual(['ended', 'grace', 'bought']);
  });

  it('before the end of what is paid stays open until then, and announces no payment for that day', async () => {
    const visitor = await world.visit(await world.sellAgent(owner, { type: 'subscription' }));
    const id = await world.buy(owner, visitor);
    const periodEnd = new Date(world.clock.now().getTime() + 30 * dayMs);
    world.bank.change(id, {
      subscription: { status: 'canceled', periodEnd, isEnding: false, canceledAt: world.clock.now() },
    });
    await sync(id);
    expect(await visitor.balance()).toMatchObject({
      state: 'subscription',
      until: periodEnd.toISOString(),
      isEnding: true,
    });
    expect(await reasonsOf(id)).toEqual(['canceled', 'bought']);
  });
});

describe('a subscription that is not collected', () => {
  it('announces no payment while it rests, and says that it rests and goes on', async () => {
    const agent = await world.sellAgent(owner, { type: 'subscription' });
    const visitor = await world.visit(agent);
    const id = await world.buy(owner, visitor);
    await owner.post(`/api/agents/${agent.id}/status`, { status: 'paused', subscribers: 'pause' });
    await world.services.payments.pauses.lookAt(owner.user.accountId, id);
    expect(await visitor.wall()).toMatchObject({
      balance: { state: 'subscription', isEnding: true },
      subscription: { isPaused: true },
    });
    await owner.post(`/api/agents/${agent.id}/status`, { status: 'live' });
    await world.services.payments.pauses.lookAt(owner.user.accountId, id);
    expect(await visitor.wall()).toMatchObject({
      balance: { isEnding: false },
      subscription: { isPaused: false },
    });
    expect(await reasonsOf(id)).toEqual(['resumed', 'paused', 'bought']);
  });

  it('is a trial until it is paid for the first time', async () => {
    const visitor = await world.visit(await world.sellAgent(owner, { type: 'subscription', trialDays: 7 }));
    const { purchaseId } = await visitor.checkout();
    const end = (days: number): Date => new Date(world.clock.now().getTime() + days * dayMs);
    const trial = { isEnding: false, canceledAt: null };
    world.bank.change(purchaseId, {
      checkout: 'complete',
      subscription: { status: 'trialing', periodEnd: end(7), ...trial },
    });
    await sync(purchaseId);
    world.clock.advance(7 * dayMs);
    world.bank.pay(purchaseId, world.clock.now(), { periodEnd: end(30) });
    await sync(purchaseId);
    expect(await reasonsOf(purchaseId)).toEqual(['bought', 'trial']);
  });
});

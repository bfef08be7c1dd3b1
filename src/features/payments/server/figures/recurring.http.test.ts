import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPaymentsWorld, type Owner, type PaymentsWorld } from '#tests/support/payments/payments-setup.ts';
import type { Revenue } from '../../payments-figures.contract.ts';
import type { Affected } from '../../payments-subscribers.contract.ts';

const dayMs = 86_400_000;
let world: PaymentsWorld;
let owner: Owner;
beforeAll(async () => {
  world = await openPaymentsWorld();
  owner = await world.app.register('Vera');
});
afterAll(() => world.close());
const sync = (id: string) => world.services.payments.syncing.sync(owner.user.accountId, id);

it('counts subscriptions once for each person, and by the month what those bring that are paid and go on', async () => {
  const agent = await world.sellAgent(owner, {
    type: 'subscription',
    amount: 1_210,
    yearlyAmount: 12_100,
    taxPercent: 21,
    taxBehaviour: 'inclusive',
  });
  const buy = async (email: string, interval: 'month' | 'year' = 'month'): Promise<string> => {
    const visitor = await world.visit(agent);
    const offer = (await visitor.wall()).offers.find((one) => one.interval === interval)?.id;
    return world.buy(owner, visitor, { email, offer });
  };
  const anna = await buy('anna@example.test');
  await buy('ben@example.test', 'year');
  const ending = await buy('cleo@example.test');
  const revoked = await buy('dan@example.test');
  const over = await buy('eva@example.test');
  const running = { periodEnd: new Date(world.clock.now().getTime() + 30 * dayMs), canceledAt: null };
  world.bank.change(ending, { subscription: { status: 'active', isEnding: true, ...running } });
  world.bank.refund(revoked, 1_210, world.clock.now());
  world.bank.change(over, {
    subscription: {
      status: 'active',
      isEnding: true,
      canceledAt: null,
      periodEnd: new Date(world.clock.now().getTime() - dayMs),
    },
  });
  for (const id of [anna, ending, revoked, over]) await sync(id);
  expect(await owner.get<Revenue>('/api/payments/revenue')).toMatchObject({
    activeSubscriptions: 3,
    // 10.00 of Anna, and a twelfth of 100.00 of Ben.
    subscriptions: {
      active: 3,
      trialing: 0,
      ending: 1,
      pastDue: 0,
      monthly: [{ currency: 'EUR', amount: 1_833 }],
    },
  });
  // Anna pays another price from the next month on, which holds a fifth more of tax, too.
  world.bank.change(anna, {
    subscription: {
      status: 'active',
      isEnding: false,
      ...running,
      price: { label: null, amount: 2_420, interval: 'month' },
    },
  });
  await sync(anna);
  expect(await owner.get<Revenue>('/api/payments/revenue')).toMatchObject({
    subscriptions: { monthly: [{ currency: 'EUR', amount: 2_833 }] },
  });
  expect(await owner.get<Affected>(`/api/subscribers?agents=${agent.id}`)).toMatchObject({
    people: expect.arrayContaining([
      expect.objectContaining({ email: 'anna@example.test', total: 2_420 }),
    ]) as unknown,
  });
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { claimServer } from '#tests/support/app/superadmin.ts';
import {
  openBillingWorld,
  type BillingWorld,
  type PlanOwner,
} from '#tests/support/payments/billing-setup.ts';

let world: BillingWorld;
let operator: PlanOwner;
beforeAll(async () => {
  world = await openBillingWorld('stripe');
  operator = await world.app.register('Olga Operator');
  await claimServer(world.app, operator);
});
afterAll(() => world.close());

test('the plan of an account that is suspended renews no more, even where Stripe is silent at first', async () => {
  const [owner, other] = [await world.app.register(), await world.app.register()];
  const [id, others] = [await world.subscribe(owner), await world.subscribe(other)];
  const atStripe = async (one: string) =>
    world.stripe?.state.get('subscription', (await world.referencesOf(one)).subscription);
  world.stripe?.fail(/POST \/v1\/subscriptions/, 500, 500, 500);
  await operator.post(`/api/superadmin/accounts/${owner.user.accountId}/suspend`, { reason: 'Sends spam' });
  await world.sale.reconcile.askDue();
  for (let tries = 0; tries < 5; tries += 1) {
    world.clock.advance(600_000);
    await world.sale.reconcile.askDue();
  }
  expect(await atStripe(id)).toMatchObject({ status: 'active', cancel_at_period_end: true });
  expect(await atStripe(others)).toMatchObject({ cancel_at_period_end: false });
  // Whoever is let in again decides whether it goes on.
  await operator.post(`/api/superadmin/accounts/${owner.user.accountId}/restore`);
  await world.signIn(owner);
  expect(await owner.post('/api/billing/resume')).toMatchObject({ plan: 'pro', endsAt: null });
  await world.sale.reconcile.askDue();
  expect(await atStripe(id)).toMatchObject({ cancel_at_period_end: false });
});

import { sql } from 'drizzle-orm';
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
  world = await openBillingWorld('stripe', { PLANS: '' });
  operator = await world.app.register('Olga Operator');
  await claimServer(world.app, operator);
});
afterAll(() => world.close());

const setPlans = (plans: 'free' | 'paid') =>
  operator.request('PUT', '/api/superadmin/settings', { body: { plans } });
const referenceOf = async (id: string) => (await world.referencesOf(id)).subscription;
const atStripe = (reference: string) => world.stripe?.state.get('subscription', reference);

test('plans become free only once nobody is charged real money for one any more', async () => {
  const owner = await world.app.register();
  const id = await world.subscribe(owner);
  await world.rows(sql`UPDATE plan_subscriptions SET is_test = false WHERE id = ${id}`);
  const answer = await setPlans('free');
  expect(answer).toMatchObject({ status: 409, body: { code: 'operator-settings.plans_running' } });
  expect((answer.body as { message: string }).message).toContain(': 1.');
  expect(await world.billing(owner)).not.toMatchObject({ plan: 'free' });
  // What ends with what is paid charges nobody again.
  await world.rows(sql`UPDATE plan_subscriptions SET is_ending = true WHERE id = ${id}`);
  expect((await setPlans('free')).status).toBe(200);
  expect((await setPlans('paid')).status).toBe(200);
  await world.rows(sql`UPDATE plan_subscriptions SET is_test = true WHERE id = ${id}`);
});

test('a subscription that goes on though plans are free is heard of, seen, and ended', async () => {
  const [owner, leaver, other] = [
    await world.app.register(),
    await world.app.register(),
    await world.app.register(),
  ];
  const id = await world.subscribe(owner);
  const left = await referenceOf(await world.subscribe(leaver));
  expect((await setPlans('free')).status).toBe(200);
  expect(await world.billing(other)).toMatchObject({ plan: 'free' });
  expect(await world.billing(owner)).toMatchObject({
    plan: 'pro',
    offers: [],
    nextBillingAt: expect.any(String) as unknown,
  });
  expect(await world.tryCheckout(other, { plan: 'pro', interval: 'month' })).toMatchObject({
    status: 409,
    body: { code: 'billing.free' },
  });
  const { email: confirmation, password } = leaver;
  await leaver.post('/api/account/delete', { confirmation, password });
  expect(atStripe(left)).toMatchObject({ status: 'canceled' });

  await world.endPeriod(id, 'paid');
  await world.hear();
  await world.signIn(owner);
  expect((await owner.get<{ items: object[] }>('/api/billing/invoices')).items).toHaveLength(2);
  expect(await owner.post('/api/billing/cancel')).toMatchObject({ plan: 'free' });
  expect(atStripe(await referenceOf(id))).toMatchObject({ cancel_at_period_end: true });
});

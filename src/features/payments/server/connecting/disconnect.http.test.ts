import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { openPaymentsWorld, type Owner, type PaymentsWorld } from '#tests/support/payments/payments-setup.ts';

let world: PaymentsWorld;
let owner: Owner;
beforeAll(async () => {
  world = await openPaymentsWorld();
});
beforeEach(async () => {
  await world.forgetLimits();
  owner = await world.app.register('Vera');
});
afterAll(() => world.close());

/** Somebody who subscribed for real money. */
async function subscribed(): Promise<string> {
  await world.goLive(owner);
  const agent = await world.sellAgent(owner, { type: 'subscription', amount: 3_000 });
  const visitor = await world.visit(agent);
  const { purchaseId } = await visitor.checkout();
  world.live.pay(purchaseId, world.clock.now());
  await visitor.state(purchaseId);
  return purchaseId;
}
const disconnect = () => owner.request('DELETE', '/api/payments/setup/live');

it('Stripe is not disconnected while subscriptions are charged through it, which says how many and what to do', async () => {
  const purchaseId = await subscribed();
  const refused = await disconnect();
  expect(refused).toMatchObject({
    status: 409,
    body: { code: 'payments.subscriptions_running', details: { count: 1 } },
  });
  expect((refused.body as { message: string }).message).toMatch(/: 1\..*End them first/);
  expect(await world.services.paymentConnections.find(owner.user.accountId, false)).not.toBeNull();
  // What is not charged again keeps nobody.
  expect(
    (await owner.request('POST', `/api/payments/${purchaseId}/cancel`, { body: { isEnding: true } })).status,
  ).toBe(200);
  expect((await disconnect()).status).toBe(200);
});

it('another Stripe account does not take its place meanwhile', async () => {
  await subscribed();
  const refused = await owner.request('PUT', '/api/payments/setup/live', {
    body: { secretKey: 'rk_live_anotheraccount' },
  });
  expect(refused).toMatchObject({ status: 409, body: { code: 'payments.subscriptions_running' } });
  expect((await world.connectionOf(owner.user.accountId, false)).references.account).toBe('acct_live');
});

it('a connection that Stripe no longer accepts can be left', async () => {
  await subscribed();
  const { connection } = (await world.services.paymentConnections.find(owner.user.accountId, false)) ?? {};
  if (!connection) throw new Error('Not connected');
  const checks = [{ name: 'key' as const, isReady: false, detail: 'refused' }];
  await world.services.database.account(owner.user.accountId, (tx) =>
    world.services.paymentConnections.setChecks(tx, owner.user.accountId, false, checks),
  );
  expect((await disconnect()).status).toBe(200);
});

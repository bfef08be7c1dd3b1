import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { openPaymentsWorld, type Owner, type PaymentsWorld } from '#tests/support/payments/payments-setup.ts';
import type { Agent } from '#features/agents/agents.contract.ts';

const dayMs = 86_400_000;
let world: PaymentsWorld;
let owner: Owner;
let agent: Agent;
beforeAll(async () => {
  world = await openPaymentsWorld();
});
beforeEach(async () => {
  await world.forgetLimits();
  owner = await world.app.register('Vera');
  agent = await world.sellAgent(owner, { type: 'subscription', amount: 3_000, trialDays: 7 });
});
afterAll(() => world.close());

type Visitor = Awaited<ReturnType<PaymentsWorld['visit']>>;
const factsOf = (id: string) =>
  [...world.bank.sessions.values()].find(({ order }) => order.purchaseId === id)?.facts;
const sync = (id: string) => world.services.payments.syncing.sync(owner.user.accountId, id);
const carryOut = (id: string, key: string) =>
  world.services.payments.refunds.goOn({ accountId: owner.user.accountId, purchaseId: id, key });
const lotOf = (id: string) => world.rows(sql`SELECT id FROM paywall_lots WHERE purchase_id = ${id}`);

/** The visitor gives a card on the vendor's page, and the trial begins. */
function beginTrial(id: string, fingerprint: string | null = null): void {
  const facts = factsOf(id);
  if (!facts) throw new Error('No such page');
  world.bank.change(id, {
    checkout: 'complete',
    card: { brand: 'visa', lastFour: '4242', expiryMonth: 1, expiryYear: 2030, fingerprint },
    references: { ...facts.references, customer: `cus_${id}`, subscription: `sub_${id}` },
    subscription: {
      status: 'trialing',
      periodEnd: new Date(world.clock.now().getTime() + 7 * dayMs),
      isEnding: false,
      canceledAt: null,
    },
  });
}
/** Somebody who had the trial and ended it. */
async function tried(visitor: Visitor, email: string, fingerprint: string | null = null): Promise<string> {
  const { purchaseId } = await visitor.checkout({ email });
  beginTrial(purchaseId, fingerprint);
  await visitor.state(purchaseId);
  expect((await visitor.balance()).state).toBe('subscription');
  await world.bank.vendor.changeSubscription(
    await world.connectionOf(owner.user.accountId, true),
    `sub_${purchaseId}`,
    'cancel_now',
    `end-${purchaseId}`,
  );
  world.clock.advance(8 * dayMs);
  await sync(purchaseId);
  await world.forgetLimits();
  return purchaseId;
}

it('is shown to its visitor as over: what they are offered begins with the payment, and says why', async () => {
  const visitor = await world.visit(agent);
  expect((await visitor.wall()).offers).toMatchObject([{ trialDays: 7 }]);
  await tried(visitor, 'anna@example.test');
  const { offers } = await visitor.wall();
  expect(offers).toMatchObject([{ trialDays: 0, hadTrial: true }]);
  const { purchaseId } = await visitor.checkout({ email: 'another@example.test', offer: offers[0]?.id });
  expect(world.bank.order(purchaseId).trialDays).toBe(0);
});

it('leaves its visitor a customer who has not paid yet', async () => {
  const visitor = await world.visit(agent);
  const { purchaseId } = await visitor.checkout({ email: 'anna@example.test' });
  beginTrial(purchaseId);
  await visitor.state(purchaseId);
  expect(await owner.get('/api/payments/customers')).toMatchObject({
    customers: [{ email: 'anna@example.test', isSubscribed: true, lastAt: null, money: [] }],
  });
});

it('is not given again to the same mailbox written otherwise: the second one ends at once and opens nothing', async () => {
  await tried(await world.visit(agent), 'anna.nova@gmail.com');
  const other = await world.visit(agent);
  const { purchaseId } = await other.checkout({ email: 'AnnaNova+shop@gmail.com' });
  beginTrial(purchaseId);
  expect(await other.state(purchaseId)).toMatchObject({ outcome: 'tried' });
  await carryOut(purchaseId, 'twice');
  expect(factsOf(purchaseId)).toMatchObject({ paid: 0, subscription: { status: 'canceled' } });
  expect(await lotOf(purchaseId)).toEqual([]);
  // Whoever typed somebody's address has lost nothing of their own.
  expect((await other.wall()).offers).toMatchObject([{ trialDays: 7 }]);
});

it('is not given again to the same card: the second subscription ends at once, opens nothing, costs nothing, and is told', async () => {
  await tried(await world.visit(agent), 'anna@example.test', 'fp_anna');
  const other = await world.visit(agent);
  const { purchaseId } = await other.checkout({ email: 'new@example.test' });
  beginTrial(purchaseId, 'fp_anna');
  await other.state(purchaseId);
  await carryOut(purchaseId, 'twice');
  expect(factsOf(purchaseId)).toMatchObject({ paid: 0, subscription: { status: 'canceled' } });
  expect(await lotOf(purchaseId)).toEqual([]);
  const mails = () =>
    world.rows<{ kind: string }>(
      sql`SELECT kind FROM outbox_mails WHERE recipient = 'new@example.test' AND kind = 'trial-used'`,
    );
  await expect.poll(async () => (await mails()).length, { timeout: 20_000 }).toBe(1);
  // They read the price of today, and are not sent to a trial that would end again.
  expect((await other.wall()).offers).toMatchObject([{ trialDays: 0, hadTrial: true }]);
  // Another card is another person.
  const third = await world.visit(agent);
  const begun = await third.checkout({ email: 'third@example.test' });
  beginTrial(begun.purchaseId, 'fp_third');
  await third.state(begun.purchaseId);
  expect((await third.balance()).state).toBe('subscription');
});

it('is given once, however many pages were opened before the first of them was used', async () => {
  const visitors = await Promise.all(Array.from({ length: 3 }, () => world.visit(agent)));
  const begun = await Promise.all(
    visitors.map((visitor, at) => visitor.checkout({ email: `anna+${at}@example.test` })),
  );
  const ids = begun.map(({ purchaseId }) => purchaseId);
  for (const id of ids) beginTrial(id);
  await Promise.all(ids.map((id) => sync(id)));
  for (const id of ids) await carryOut(id, 'twice');
  expect(ids.filter((id) => factsOf(id)?.subscription?.status === 'trialing').length).toBe(1);
  expect((await Promise.all(ids.map(lotOf))).flat().length).toBe(1);
});

it('of another agent is another trial', async () => {
  await tried(await world.visit(agent), 'anna@example.test', 'fp_anna');
  const second = await world.sellAgent(owner, { type: 'subscription', amount: 3_000, trialDays: 7 });
  const visitor = await world.visit(second);
  const { purchaseId } = await visitor.checkout();
  expect(world.bank.order(purchaseId).trialDays).toBe(7);
});

it('is not called paid by the page behind its mails, which says what follows', async () => {
  const visitor = await world.visit(agent);
  const { purchaseId } = await visitor.checkout({ email: 'page@example.test' });
  beginTrial(purchaseId);
  await visitor.state(purchaseId);
  const address = world.services.payments.links.addressOf({
    accountId: owner.user.accountId,
    id: purchaseId,
  });
  const { text } = await world.app.browser().request('GET', new URL(address).pathname);
  expect(text).toContain('the first payment is taken then');
  expect(text).not.toContain('what is paid stays yours');
});

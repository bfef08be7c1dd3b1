import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openPaymentsWorld, type Owner, type PaymentsWorld } from '#tests/support/payments/payments-setup.ts';
import type { TestPurchase } from '../test-money.contract.ts';

let world: PaymentsWorld;
let owner: Owner;
beforeAll(async () => {
  world = await openPaymentsWorld({ withTestMoney: true });
  owner = await world.app.register('Vera');
});
beforeEach(() => world.forgetLimits());
afterAll(() => world.close());

type Visitor = Awaited<ReturnType<PaymentsWorld['visit']>>;
const patient = { timeout: 30_000, interval: 100 };

/** Clicks on the bank's page; where it leads, or null when it stays. */
async function click(url: string, fields: Record<string, string>): Promise<string | null> {
  const { headers } = await world.app.browser().request('POST', new URL(url).pathname, {
    raw: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  return headers.get('location');
}
async function pay(visitor: Visitor, card = 'succeeds'): Promise<string> {
  const { purchaseId, url } = await visitor.checkout();
  expect(await click(url ?? '', { step: 'pay', card })).toContain(
    `/subscription-success?purchase=${purchaseId}`,
  );
  return purchaseId;
}
/** Waits for what the bank's events alone bring: nobody comes back to the chat. */
const becomes = (visitor: Visitor, balance: object): Promise<void> =>
  expect.poll(() => visitor.balance(), patient).toMatchObject(balance);

describe('who pays with test money and closes the page at once', () => {
  test.each([
    ['a pack', { type: 'pack', messagesPerPack: 25 }, { state: 'pack', packLeft: 25, isTest: true }],
    ['a one-time access', { type: 'once', passDays: 7 }, { state: 'once', isTest: true }],
    ['a subscription', { type: 'subscription' }, { state: 'subscription', isEnding: false, isTest: true }],
    ['a trial', { type: 'subscription', trialDays: 7 }, { state: 'subscription', isTest: true }],
  ] as const)('has %s all the same, because the bank tells of it', async (_what, payment, balance) => {
    const visitor = await world.visit(await world.sellAgent(owner, payment));
    expect((await visitor.wall()).readiness).toBe('ready');
    await pay(visitor);
    await becomes(visitor, balance);
  });

  test('has nothing when the card is declined', async () => {
    const visitor = await world.visit(await world.sellAgent(owner, {}));
    const { purchaseId, url } = await visitor.checkout();
    expect(await click(url ?? '', { step: 'pay', card: 'declined' })).toBeNull();
    expect(await visitor.state(purchaseId)).toMatchObject({ status: 'open', balance: { packLeft: 0 } });
  });
});

describe('what is bought with test money', () => {
  test("is frozen by a dispute, comes back when it is won, and goes with a refund, all by the bank's word", async () => {
    const visitor = await world.visit(await world.sellAgent(owner, { messagesPerPack: 10 }));
    const purchaseId = await pay(visitor);
    await becomes(visitor, { packLeft: 10 });
    await owner.post(`/api/test-money/${purchaseId}/dispute`, { state: 'open' });
    await becomes(visitor, { isFrozen: true });
    await owner.post(`/api/test-money/${purchaseId}/dispute`, { state: 'won' });
    await becomes(visitor, { packLeft: 10, isFrozen: false });
    await owner.post(`/api/payments/${purchaseId}/refund`, { key: 'refund-of-all-1' });
    await becomes(visitor, { packLeft: 0 });
    expect(await owner.get<TestPurchase>(`/api/test-money/${purchaseId}`)).toMatchObject({
      dispute: 'won',
      can: { openDispute: false, decideDispute: false },
    });
  });

  test('again and again is renewed, has its grace when a renewal fails, and ends when the visitor wants it to', async () => {
    const visitor = await world.visit(await world.sellAgent(owner, { type: 'subscription', graceDays: 3 }));
    const purchaseId = await pay(visitor);
    await becomes(visitor, { state: 'subscription' });
    const status = async (): Promise<string | undefined> => (await visitor.wall()).subscription?.status;
    await owner.post(`/api/test-money/${purchaseId}/renew`, { outcome: 'failed' });
    await expect.poll(status, patient).toBe('past_due');
    expect((await visitor.balance()).state).toBe('subscription');
    const { url } = await visitor.ok<{ url: string }>(
      visitor.request('POST', '/api/visitor/subscription/portal', {}),
    );
    expect((await world.app.browser().request('GET', new URL(url).pathname)).text).toContain(
      'The last renewal failed',
    );
    await click(url, { step: 'card', card: 'confirms' });
    await expect.poll(status, patient).toBe('active');
    await visitor.ok(visitor.request('POST', '/api/visitor/subscription', { isEnding: true }));
    expect(await owner.get<TestPurchase>(`/api/test-money/${purchaseId}`)).toMatchObject({
      subscription: { status: 'active', isEnding: true },
    });
    await becomes(visitor, { state: 'subscription', isEnding: true });
    await owner.post(`/api/test-money/${purchaseId}/renew`, { outcome: 'paid' });
    await becomes(visitor, { state: 'free_used' });
  });
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  openBillingWorld,
  type BillingWorld,
  type PlanOwner,
  type PlanVendor,
} from '#tests/support/payments/billing-setup.ts';

const pro = { plan: 'pro', interval: 'month' } as const;
const yearly = { plan: 'pro', interval: 'year' } as const;
const whiteLabel = { plan: 'white_label', interval: 'month' } as const;

describe.each<PlanVendor>(['test-money', 'stripe'])('changes of plans sold through %s', (vendor) => {
  let world: BillingWorld;
  beforeAll(async () => {
    world = await openBillingWorld(vendor, {
      PLATFORM_SELLER_NAME: 'Linden GmbH',
      PLATFORM_SELLER_ADDRESS: 'Hauptstr. 1; 10115 Berlin',
    });
  });
  afterAll(() => world.close());

  const change = (owner: PlanOwner, body: object, key: string = crypto.randomUUID()) =>
    owner.request('POST', '/api/billing/change', { body: { ...body, key } });
  const codeOf = ({ status, body }: { status: number; body: unknown }) => [
    status,
    (body as { code?: string } | null)?.code,
  ];

  test('change at once to what was told before, and the same click again changes nothing more', async () => {
    const owner = await world.app.register();
    await world.subscribe(owner);
    expect(codeOf(await change(owner, pro))).toEqual([409, 'billing.same_plan']);
    world.days(10);
    const told = await owner.post<{ dueNow: number; amount: number; nextBillingAt: string }>(
      '/api/billing/change/preview',
      yearly,
    );
    expect(told.amount).toBe(29_900);
    expect(told.dueNow).toBeGreaterThan(29_900 - 2_900);
    expect(told.dueNow).toBeLessThan(29_900);
    const key = crypto.randomUUID();
    const [first, second] = [await change(owner, yearly, key), await change(owner, yearly, key)];
    expect(first.body).toMatchObject({
      plan: 'pro',
      interval: 'year',
      amount: 29_900,
      nextBillingAt: told.nextBillingAt,
    });
    expect(second.body).toEqual(first.body);
    expect((await owner.get<{ items: object[] }>('/api/billing/invoices')).items).toMatchObject([
      { amount: told.dueNow, interval: 'year' },
      { amount: 2_900, interval: 'month' },
    ]);
    world.days(1);
    expect((await change(owner, whiteLabel)).body).toMatchObject({
      plan: 'white_label',
      interval: 'month',
      amount: 19_900,
    });
    expect((await change(owner, yearly)).body).toMatchObject({ plan: 'pro', interval: 'year' });
  });

  test('become less when the paid period ends if the person says so, once, and stay as they are until then', async () => {
    const owner = await world.app.register();
    const id = await world.subscribe(owner, whiteLabel);
    const { nextBillingAt } = await world.billing(owner);
    const told = await owner.post<{ dueNow: number; waitsUntil: string | null }>(
      '/api/billing/change/preview',
      pro,
    );
    expect(told.dueNow).toBeLessThan(0);
    expect(told.waitsUntil).toBe(nextBillingAt);
    const key = crypto.randomUUID();
    const later = { ...pro, when: 'period_end' };
    const [first, second] = [await change(owner, later, key), await change(owner, later, key)];
    const waits = {
      plan: 'white_label',
      amount: 19_900,
      nextBillingAt,
      waiting: { plan: 'pro', interval: 'month', amount: 2_900, at: nextBillingAt },
    };
    expect(first.body).toMatchObject(waits);
    expect(second.body).toEqual(first.body);
    expect(codeOf(await change(owner, pro))).toEqual([409, 'billing.change_waits']);
    expect((await owner.get<{ items: object[] }>('/api/billing/invoices')).items).toHaveLength(1);
    // The vendor renews before anything of ours has looked.
    await world.endPeriod(id, 'paid');
    await world.hear();
    await world.sale.reconcile.askDue();
    await world.signIn(owner);
    expect(await world.billing(owner)).toMatchObject({
      plan: 'pro',
      interval: 'month',
      amount: 2_900,
      waiting: null,
      credit: 0,
      isActive: true,
    });
    expect((await owner.get<{ items: object[] }>('/api/billing/invoices')).items).toMatchObject([
      { amount: 2_900, plan: 'pro' },
      { amount: 19_900 },
    ]);
  });

  test('that are to become less go on as they were when that is taken back, and end when they are canceled', async () => {
    const owner = await world.app.register();
    const id = await world.subscribe(owner, yearly);
    expect(codeOf(await change(owner, { ...whiteLabel, when: 'period_end' }))).toEqual([
      409,
      'billing.cannot_wait',
    ]);
    expect((await change(owner, { ...pro, when: 'period_end' })).body).toMatchObject({
      interval: 'year',
      waiting: { interval: 'month' },
    });
    expect(await owner.post('/api/billing/change/withdraw')).toMatchObject({
      interval: 'year',
      waiting: null,
    });
    await world.endPeriod(id, 'paid');
    await world.hear();
    await world.signIn(owner);
    expect(await world.billing(owner)).toMatchObject({
      plan: 'pro',
      interval: 'year',
      amount: 29_900,
      waiting: null,
    });
    await change(owner, { ...pro, when: 'period_end' });
    expect(await owner.post('/api/billing/cancel')).toMatchObject({
      waiting: null,
      nextBillingAt: null,
      endsAt: expect.any(String) as unknown,
    });
  });

  test('say the credit that the vendor keeps for what was paid too much', async () => {
    const owner = await world.app.register();
    await world.subscribe(owner, whiteLabel);
    world.days(3);
    const { dueNow } = await owner.post<{ dueNow: number }>('/api/billing/change/preview', pro);
    const { credit } = (await change(owner, pro)).body as { credit: number };
    expect(Math.abs(credit + dueNow)).toBeLessThan(5);
  });

  test('stay as they are when the card is declined for a change', async () => {
    const owner = await world.app.register();
    const id = await world.subscribe(owner);
    await world.refuseCard(id);
    expect(codeOf(await change(owner, whiteLabel))).toEqual([402, 'billing.declined']);
    expect(await world.billing(owner)).toMatchObject({
      plan: 'pro',
      interval: 'month',
      status: 'active',
      isActive: true,
    });
  });
});

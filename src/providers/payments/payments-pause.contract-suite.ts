import { expect, test } from 'vitest';
import type { PaymentVendorActions, PaymentVendorWorld } from './payments-vendor.contract-suite.ts';

const dayMs = 86_400_000;

/** What every vendor must do when what a subscription collects is paused and resumed. */
export function testPauses(
  world: () => PaymentVendorWorld,
  { newKey, subscribed, factsBy, refused, daysUntil }: PaymentVendorActions,
): void {
  test('whose collection is paused is charged for no period that ends meanwhile, and the end of what is paid stays', async () => {
    const { checkout, subscription, facts } = await subscribed();
    await world().vendor.pauseCollection(world().connection, subscription, newKey());
    await world().vendor.pauseCollection(world().connection, subscription, newKey());
    const { periodEnd } = facts.subscription ?? {};
    expect((await factsBy({ checkout })).subscription).toMatchObject({
      status: 'active',
      isPaused: true,
      periodEnd,
    });
    for (let periods = 0; periods < 2; periods++) await world().endPeriod(subscription, 'paid');
    const later = await factsBy({ checkout });
    expect(later).toMatchObject({ paid: 1_209, subscription: { isPaused: true, periodEnd } });
    expect(later.payments.length).toBe(1);
    await refused(world().vendor.pauseCollection(world().foreign, subscription, newKey()));
  });

  test('that is collected again is charged next on the day that is named, and never for the gap', async () => {
    const { checkout, subscription } = await subscribed();
    await world().vendor.pauseCollection(world().connection, subscription, newKey());
    await world().endPeriod(subscription, 'paid');
    const next = new Date(Math.ceil(world().now().getTime() / 1_000) * 1_000 + 5 * dayMs);
    const key = newKey();
    await world().vendor.resumeCollection(world().connection, subscription, next, key);
    await world().vendor.resumeCollection(world().connection, subscription, next, key);
    const resumed = { status: 'active', isPaused: false, isEnding: false, periodEnd: next };
    expect(await factsBy({ checkout })).toMatchObject({ paid: 1_209, subscription: resumed });
    await world().endPeriod(subscription, 'paid');
    const charged = await factsBy({ checkout });
    expect(charged.payments.map(({ amount }) => amount)).toEqual([1_209, 1_209]);
    expect(daysUntil(charged.subscription?.periodEnd)).toBeGreaterThan(27);
  });

  test('that was paused for a moment goes on as if nothing had been', async () => {
    const { checkout, subscription, facts } = await subscribed();
    await world().vendor.pauseCollection(world().connection, subscription, newKey());
    await world().vendor.resumeCollection(world().connection, subscription, null, newKey());
    expect(await factsBy({ checkout })).toEqual(facts);
    await world().endPeriod(subscription, 'paid');
    expect(await factsBy({ checkout })).toMatchObject({ paid: 2_418 });
  });

  test('whose trial is paused is a trial until the day that is named', async () => {
    const { checkout, subscription } = await subscribed({ trialDays: 14 });
    await world().vendor.pauseCollection(world().connection, subscription, newKey());
    await world().endPeriod(subscription, 'paid');
    expect(await factsBy({ checkout })).toMatchObject({ paid: 0, subscription: { isPaused: true } });
    const next = new Date(Math.ceil(world().now().getTime() / 1_000) * 1_000 + 5 * dayMs);
    await world().vendor.resumeCollection(world().connection, subscription, next, newKey());
    expect(await factsBy({ checkout })).toMatchObject({
      paid: 0,
      subscription: { status: 'trialing', periodEnd: next },
    });
  });

  test('that is paused ends all the same when that is wished', async () => {
    const { checkout, subscription } = await subscribed();
    await world().vendor.pauseCollection(world().connection, subscription, newKey());
    await world().vendor.changeSubscription(world().connection, subscription, 'end', newKey());
    expect((await factsBy({ checkout })).subscription).toMatchObject({ isPaused: true, isEnding: true });
    await world().endPeriod(subscription, 'paid');
    expect(await factsBy({ checkout })).toMatchObject({ paid: 1_209, subscription: { status: 'canceled' } });
    await refused(world().vendor.resumeCollection(world().connection, subscription, null, newKey()));
  });
}

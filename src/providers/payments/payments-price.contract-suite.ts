import { describe, expect, test } from 'vitest';
import { breakDown } from '#shared/money/money.ts';
import type { PaymentVendorActions, PaymentVendorWorld } from './payments-vendor.contract-suite.ts';
import type { SubscriptionPrice } from './payments.port.ts';

/** What every vendor must do when the price of a running subscription is changed. */
export function testPriceChanges(
  world: () => PaymentVendorWorld,
  { newKey, subscribed, factsBy, refused, daysUntil }: PaymentVendorActions,
): void {
  describe('whose price is changed', () => {
    const price = (change: Partial<SubscriptionPrice> = {}): SubscriptionPrice => ({
      label: 'large',
      title: 'The large one',
      currency: 'EUR',
      amount: 12_000,
      interval: 'month',
      ...change,
    });
    const small = { taxThousandths: 0, price: breakDown(2_000, 'EUR', 0, 'exclusive') };
    const preview = (subscription: string, to: SubscriptionPrice) =>
      world().vendor.previewPrice(world().connection, subscription, to);
    const later = (subscription: string, to: SubscriptionPrice | null, key = newKey()) =>
      world().vendor.changePriceLater(world().connection, subscription, to, key);
    const change = (subscription: string, to: SubscriptionPrice, key = newKey()) =>
      world().vendor.changePrice(world().connection, subscription, to, key);

    test('in the middle of its period pays the difference for the time that is left, exactly as it was told, and keeps its date', async () => {
      const { checkout, subscription, facts } = await subscribed(small);
      expect(facts.subscription?.price).toEqual({ label: null, amount: 2_000, interval: 'month' });
      await world().leaveOfPeriod(subscription, 0.5);
      const told = await preview(subscription, price());
      expect(Math.abs(told.dueNow - 5_000)).toBeLessThanOrEqual(1);
      expect(told).toMatchObject({ currency: 'EUR', periodEnd: facts.subscription?.periodEnd });
      expect((await factsBy({ checkout })).paid).toBe(2_000);
      await world().events();
      const key = newKey();
      await change(subscription, price(), key);
      await change(subscription, price(), key);
      const after = await factsBy({ checkout });
      expect(after).toMatchObject({
        paid: 2_000 + told.dueNow,
        subscription: {
          status: 'active',
          price: { label: 'large', amount: 12_000, interval: 'month' },
          periodEnd: facts.subscription?.periodEnd,
        },
      });
      expect((await world().events()).length).toBeGreaterThan(0);
      await world().endPeriod(subscription, 'paid');
      expect((await factsBy({ checkout })).payments.map(({ amount }) => amount)).toEqual([
        2_000,
        told.dueNow,
        12_000,
      ]);
    });

    test('to another interval begins a new period now, less by what is left of the old one', async () => {
      const { checkout, subscription } = await subscribed(small);
      await world().leaveOfPeriod(subscription, 0.25);
      const yearly = price({ label: 'small', amount: 20_000, interval: 'year' });
      const told = await preview(subscription, yearly);
      expect(Math.abs(told.dueNow - 19_500)).toBeLessThanOrEqual(1);
      expect(daysUntil(told.periodEnd)).toBeGreaterThan(364);
      await change(subscription, yearly);
      const after = await factsBy({ checkout });
      expect(after).toMatchObject({
        paid: 2_000 + told.dueNow,
        subscription: { price: { label: 'small', amount: 20_000, interval: 'year' } },
      });
      expect(Math.abs(daysUntil(after.subscription?.periodEnd) - daysUntil(told.periodEnd))).toBeLessThan(
        0.01,
      );
    });

    test('to less keeps what was paid too much for the next payments, and takes nothing now', async () => {
      const { checkout, subscription } = await subscribed({
        taxThousandths: 0,
        price: breakDown(12_000, 'EUR', 0, 'exclusive'),
      });
      await world().leaveOfPeriod(subscription, 0.5);
      const less = price({ label: 'small', amount: 2_000 });
      const told = await preview(subscription, less);
      expect(Math.abs(told.dueNow + 5_000)).toBeLessThanOrEqual(1);
      await change(subscription, less);
      expect(await factsBy({ checkout })).toMatchObject({ paid: 12_000, refunded: 0 });
      for (let months = 0; months < 3; months++) await world().endPeriod(subscription, 'paid');
      // 5,000 cover two months and half of the third.
      expect((await factsBy({ checkout })).paid - 12_000).toBe(6_000 + told.dueNow);
    });

    test('goes on although it was to end', async () => {
      const { checkout, subscription } = await subscribed(small);
      await world().vendor.changeSubscription(world().connection, subscription, 'end', newKey());
      await change(subscription, price());
      expect((await factsBy({ checkout })).subscription).toMatchObject({ status: 'active', isEnding: false });
    });

    test('with a card that is declined stays what it was', async () => {
      const { checkout, subscription, facts } = await subscribed(small);
      await world().refuseCard(subscription);
      expect(await change(subscription, price()).catch((error: unknown) => error)).toMatchObject({
        code: 'payments.declined',
      });
      expect(await factsBy({ checkout })).toMatchObject({ paid: 2_000, subscription: facts.subscription });
    });

    test('when the period ends is renewed at the new price by the vendor itself, and costs nothing before', async () => {
      const { checkout, subscription, facts } = await subscribed({
        taxThousandths: 0,
        price: breakDown(12_000, 'EUR', 0, 'exclusive'),
      });
      await world().leaveOfPeriod(subscription, 0.5);
      const less = price({ label: 'small', amount: 2_000 });
      const key = newKey();
      await later(subscription, less, key);
      await later(subscription, less, key);
      const waiting = await factsBy({ checkout });
      expect(waiting).toMatchObject({
        paid: 12_000,
        subscription: {
          status: 'active',
          price: { amount: 12_000, interval: 'month' },
          next: { label: 'small', amount: 2_000, interval: 'month' },
          periodEnd: facts.subscription?.periodEnd,
        },
      });
      for (let months = 0; months < 2; months++) await world().endPeriod(subscription, 'paid');
      const after = await factsBy({ checkout });
      expect(after.payments.map(({ amount }) => amount)).toEqual([12_000, 2_000, 2_000]);
      expect(after.subscription).toMatchObject({ price: { label: 'small', amount: 2_000 }, next: null });
      expect(await world().vendor.creditOf(world().connection, subscription)).toBe(0);
    });

    test('when the period ends may be in another interval, which begins then', async () => {
      const { checkout, subscription } = await subscribed({
        interval: 'year',
        taxThousandths: 0,
        price: breakDown(20_000, 'EUR', 0, 'exclusive'),
      });
      await later(subscription, price({ label: 'small', amount: 2_000 }));
      expect(daysUntil((await factsBy({ checkout })).subscription?.periodEnd)).toBeGreaterThan(364);
      await world().endPeriod(subscription, 'paid');
      const after = await factsBy({ checkout });
      expect(after.payments.map(({ amount }) => amount)).toEqual([20_000, 2_000]);
      expect(after.subscription?.price).toEqual({ label: 'small', amount: 2_000, interval: 'month' });
      expect(daysUntil(after.subscription?.periodEnd)).toBeLessThan(32);
    });

    test('when the period ends stays as it is if that is taken back, or if it is to end', async () => {
      const { checkout, subscription } = await subscribed(small);
      await later(subscription, price({ amount: 1_000 }));
      await later(subscription, null);
      await later(subscription, null);
      expect((await factsBy({ checkout })).subscription?.next ?? null).toBeNull();
      await later(subscription, price({ amount: 1_000 }));
      await world().vendor.changeSubscription(world().connection, subscription, 'end', newKey());
      expect((await factsBy({ checkout })).subscription).toMatchObject({ isEnding: true, next: null });
      await later(subscription, price({ amount: 1_500 }));
      expect((await factsBy({ checkout })).subscription).toMatchObject({
        isEnding: false,
        next: { amount: 1_500 },
      });
      await refused(change(subscription, price()));
      await later(subscription, null);
      await world().endPeriod(subscription, 'paid');
      expect((await factsBy({ checkout })).payments.map(({ amount }) => amount)).toEqual([2_000, 2_000]);
    });

    test('says what was paid too much', async () => {
      const { subscription } = await subscribed({
        taxThousandths: 0,
        price: breakDown(12_000, 'EUR', 0, 'exclusive'),
      });
      await world().leaveOfPeriod(subscription, 0.5);
      const less = price({ label: 'small', amount: 2_000 });
      const { dueNow } = await preview(subscription, less);
      await change(subscription, less);
      expect(await world().vendor.creditOf(world().connection, subscription)).toBe(-dueNow);
    });

    test('must be running, and of this account', async () => {
      const { subscription } = await subscribed(small);
      await refused(world().vendor.changePrice(world().foreign, subscription, price(), newKey()));
      await world().vendor.changeSubscription(world().connection, subscription, 'cancel_now', newKey());
      await refused(change(subscription, price()));
      await refused(later(subscription, price()));
      await refused(preview(subscription, price()));
    });
  });
}

import { describe, expect, test } from 'vitest';
import { testPauses } from './payments-pause.contract-suite.ts';
import { testPriceChanges } from './payments-price.contract-suite.ts';
import type { PaymentVendorActions, PaymentVendorWorld } from './payments-vendor.contract-suite.ts';

/** What every vendor must do with what is paid again and again. */
export function testSubscriptions(world: () => PaymentVendorWorld, actions: PaymentVendorActions): void {
  const { newKey, orderOf, factsBy, paid, subscribed, refused, daysUntil } = actions;
  describe('a subscription', () => {
    test('is active for the period that was paid, and is found by its own name', async () => {
      const month = await subscribed();
      expect(month.facts).toMatchObject({
        checkout: 'complete',
        payment: 'paid',
        paid: 1_209,
        subscription: { status: 'active', isEnding: false, canceledAt: null },
      });
      expect(daysUntil(month.facts.subscription?.periodEnd)).toBeGreaterThan(27);
      expect(daysUntil(month.facts.subscription?.periodEnd)).toBeLessThan(32);
      expect(await factsBy({ subscription: month.subscription })).toEqual(month.facts);
      const year = await subscribed({ interval: 'year' });
      expect(daysUntil(year.facts.subscription?.periodEnd)).toBeGreaterThan(364);
      expect(daysUntil(year.facts.subscription?.periodEnd)).toBeLessThan(367);
    });

    test('with a trial begins without a payment, and is paid when the trial ends', async () => {
      const { checkout, subscription, facts } = await subscribed({ trialDays: 14 });
      expect(facts).toMatchObject({
        checkout: 'complete',
        payment: 'none',
        paid: 0,
        payments: [],
        subscription: { status: 'trialing' },
      });
      expect(daysUntil(facts.subscription?.periodEnd)).toBeGreaterThan(13.9);
      expect(daysUntil(facts.subscription?.periodEnd)).toBeLessThan(14.1);
      await world().endPeriod(subscription, 'paid');
      expect(await factsBy({ checkout })).toMatchObject({
        payment: 'paid',
        paid: 1_209,
        subscription: { status: 'active' },
      });
    });

    test('is paid again when a period ends, and each payment can be given back by itself', async () => {
      const { checkout, subscription, facts } = await subscribed();
      await world().endPeriod(subscription, 'paid');
      const renewed = await factsBy({ checkout });
      expect(renewed).toMatchObject({ paid: 2_418, subscription: { status: 'active' } });
      expect(renewed.payments.map(({ amount }) => amount)).toEqual([1_209, 1_209]);
      expect(renewed.subscription?.periodEnd.getTime()).toBeGreaterThan(world().now().getTime());
      expect(renewed.references.payment).toBe(facts.references.payment);
      const second = renewed.payments[1]?.reference ?? '';
      expect(await factsBy({ payment: second })).toEqual(renewed);
      await world().vendor.refund(world().connection, second, 1_209, newKey());
      expect((await factsBy({ checkout })).payments.map(({ refunded }) => refunded)).toEqual([0, 1_209]);
    });

    test('whose renewal fails is past due, and the end of what is paid does not move', async () => {
      const { checkout, subscription } = await subscribed();
      await world().endPeriod(subscription, 'failed');
      const facts = await factsBy({ checkout });
      expect(facts).toMatchObject({ payment: 'paid', paid: 1_209, subscription: { status: 'past_due' } });
      expect(daysUntil(facts.subscription?.periodEnd)).toBeLessThan(1);
      await world().endPeriod(subscription, 'paid');
      expect(await factsBy({ checkout })).toMatchObject({
        paid: 2_418,
        subscription: { status: 'active' },
      });
    });

    test('ends with its period when that is wished, and goes on when the wish is taken back', async () => {
      const { checkout, subscription, facts } = await subscribed();
      await world().vendor.changeSubscription(world().connection, subscription, 'end', newKey());
      expect((await factsBy({ checkout })).subscription).toMatchObject({
        status: 'active',
        isEnding: true,
        periodEnd: facts.subscription?.periodEnd,
      });
      await world().vendor.changeSubscription(world().connection, subscription, 'resume', newKey());
      expect((await factsBy({ checkout })).subscription).toMatchObject({
        status: 'active',
        isEnding: false,
      });
      await world().vendor.changeSubscription(world().connection, subscription, 'end', newKey());
      await world().endPeriod(subscription, 'paid');
      const ended = await factsBy({ checkout });
      expect(ended).toMatchObject({ paid: 1_209, subscription: { status: 'canceled' } });
      expect(ended.subscription?.canceledAt).toBeInstanceOf(Date);
    });

    test('that is ended at once is over, and nothing brings it back', async () => {
      const { checkout, subscription } = await subscribed();
      const key = newKey();
      await world().vendor.changeSubscription(world().connection, subscription, 'cancel_now', key);
      await world().vendor.changeSubscription(world().connection, subscription, 'cancel_now', key);
      await refused(world().vendor.changeSubscription(world().connection, subscription, 'resume', newKey()));
      expect((await factsBy({ checkout })).subscription).toMatchObject({ status: 'canceled' });
      await refused(world().vendor.changeSubscription(world().foreign, subscription, 'end', newKey()));
    });

    testPauses(world, actions);

    test('shows the card that it is paid from, never more of it than four digits', async () => {
      const { facts } = await subscribed();
      expect(facts.card).toMatchObject({
        lastFour: expect.stringMatching(/^\d{4}$/) as unknown,
        brand: expect.any(String) as unknown,
      });
      expect(facts.card?.expiryMonth).toBeGreaterThan(0);
      expect(facts.card?.expiryYear).toBeGreaterThan(2025);
      expect(facts.payments[0]?.url).toMatch(/^https?:\/\//);
      expect((await paid(orderOf())).facts.card).toBeNull();
    });

    testPriceChanges(world, actions);

    test('has a page for the customer', async () => {
      const { facts } = await subscribed();
      expect(
        await world().vendor.portalUrl(
          world().connection,
          facts.references.customer ?? '',
          'https://shop.example/back',
        ),
      ).toMatch(/^https?:\/\//);
    });
  });
}

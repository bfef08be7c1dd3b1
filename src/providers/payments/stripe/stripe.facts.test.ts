import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSafeFetch } from '#platform/safe-fetch/safe-fetch.ts';
import type { StripeStandIn } from '#tests/support/stripe/stripe-stand-in.ts';
import type { PaymentConnection, PaymentVendor } from '../payments.port.ts';
import { codeOf, order, startConnectedStripe } from './__fixtures__/connected-stripe.ts';

const outside = createSafeFetch({ allowPrivate: ['127.0.0.1'] });
const fetch = outside.asFetch({ timeoutMs: 25_000, maxRedirects: 0 });
let stripe: StripeStandIn;
let vendor: PaymentVendor;
let connection: PaymentConnection;

beforeEach(async () => {
  ({ stripe, vendor, connection } = await startConnectedStripe(fetch));
});
afterAll(() => outside.close());
afterEach(async () => {
  await stripe.close();
  expect(stripe.violations, 'requests that Stripe does not describe').toEqual([]);
});

const factsOf = (checkout: string) =>
  vendor.facts(connection, { checkout, payment: null, subscription: null });

describe('what Stripe says about a purchase', () => {
  it('follows a payment from the open page to part refunds', async () => {
    const { reference } = await vendor.createCheckout(connection, order(), 'pur_1');
    expect(await factsOf(reference)).toMatchObject({
      purchaseId: 'pur_1',
      isTest: true,
      checkout: 'open',
      payment: 'none',
      paid: 0,
      payments: [],
    });
    stripe.pay(reference, { email: 'other@example.com' });
    const paid = await factsOf(reference);
    expect(paid).toMatchObject({
      checkout: 'complete',
      payment: 'paid',
      currency: 'EUR',
      paid: 1_209,
      refunded: 0,
      dispute: 'none',
      email: 'other@example.com',
      subscription: null,
    });
    const payment = paid?.references.payment ?? '';
    await vendor.refund(connection, payment, 209, 'refund-1');
    await vendor.refund(connection, payment, 209, 'refund-1');
    expect(await vendor.facts(connection, { checkout: null, payment, subscription: null })).toMatchObject({
      purchaseId: 'pur_1',
      paid: 1_209,
      refunded: 209,
      payments: [{ reference: payment, amount: 1_209, refunded: 209 }],
    });
    expect(await codeOf(vendor.refund(connection, payment, 1_001, 'refund-2'))).toBe('payments.bad_request');
    await vendor.refund(connection, payment, 1_000, 'refund-3');
    expect(await codeOf(vendor.refund(connection, payment, 1, 'refund-4'))).toBe('payments.bad_request');
  });

  it("waits for a bank's debit, which may bounce", async () => {
    for (const [isPaid, then] of [
      [true, 'paid'],
      [false, 'failed'],
    ] as const) {
      const { reference } = await vendor.createCheckout(
        connection,
        order({ purchaseId: `pur_${then}` }),
        then,
      );
      stripe.pay(reference, { later: true });
      expect(await factsOf(reference)).toMatchObject({
        checkout: 'complete',
        payment: 'processing',
        paid: 0,
      });
      stripe.completePayment(reference, isPaid);
      expect(await factsOf(reference)).toMatchObject({ payment: then });
    }
  });

  it('follows a dispute, and lets an inquiry pass', async () => {
    const { reference } = await vendor.createCheckout(connection, order(), 'pur_1');
    stripe.pay(reference);
    const payment = (await factsOf(reference))?.references.payment ?? '';
    const asked = stripe.dispute(payment, 'warning_needs_response');
    expect((await factsOf(reference))?.dispute).toBe('none');
    stripe.decide(asked, 'warning_closed');
    const taken = stripe.dispute(payment);
    expect((await factsOf(reference))?.dispute).toBe('open');
    stripe.decide(taken, 'won');
    expect((await factsOf(reference))?.dispute).toBe('won');
    stripe.decide(taken, 'lost');
    expect((await factsOf(reference))?.dispute).toBe('lost');
  });

  it("knows every renewal of a subscription, beyond one page of Stripe's lists, and finds the purchase by any of them", async () => {
    const { reference } = await vendor.createCheckout(
      connection,
      order({ kind: 'subscription', interval: 'month' }),
      'pur_1',
    );
    stripe.pay(reference);
    const first = await factsOf(reference);
    const subscription = first?.references.subscription ?? '';
    expect(first).toMatchObject({
      payment: 'paid',
      paid: 1_209,
      subscription: { status: 'active', isEnding: false, canceledAt: null },
    });
    for (let month = 0; month < 120; month += 1) stripe.renew(subscription);
    const later = await vendor.facts(connection, { checkout: null, payment: null, subscription });
    expect(later).toMatchObject({ purchaseId: 'pur_1', paid: 121 * 1_209 });
    expect(new Set(later?.payments.map(({ reference: name }) => name)).size).toBe(121);
    const renewal =
      later?.payments.find(({ reference: name }) => name !== first?.references.payment)?.reference ?? '';
    expect(
      await vendor.facts(connection, { checkout: null, payment: renewal, subscription: null }),
    ).toMatchObject({ purchaseId: 'pur_1' });
    expect(later?.subscription?.periodEnd.getTime()).toBeGreaterThan(
      first?.subscription?.periodEnd.getTime() ?? 0,
    );
  });

  it('tells a trial, a failed renewal, an ending and an end apart', async () => {
    const { reference } = await vendor.createCheckout(
      connection,
      order({ kind: 'subscription', interval: 'year', trialDays: 14 }),
      'pur_1',
    );
    stripe.pay(reference);
    const trial = await factsOf(reference);
    expect(trial).toMatchObject({
      checkout: 'complete',
      payment: 'none',
      paid: 0,
      subscription: { status: 'trialing' },
    });
    const subscription = trial?.references.subscription ?? '';
    const state = async () => (await factsOf(reference))?.subscription;
    stripe.renew(subscription, { isPaid: false });
    expect(await state()).toMatchObject({ status: 'past_due' });
    stripe.renew(subscription);
    await vendor.changeSubscription(connection, subscription, 'end', 'end-1');
    expect(await state()).toMatchObject({ status: 'active', isEnding: true, canceledAt: null });
    await vendor.changeSubscription(connection, subscription, 'resume', 'resume-1');
    expect(await state()).toMatchObject({ status: 'active', isEnding: false });
    expect(
      await vendor.portalUrl(connection, trial?.references.customer ?? '', 'https://chat.example.com/'),
    ).toMatch(/^https:\/\/billing\.stripe\.com\//);
    await vendor.changeSubscription(connection, subscription, 'cancel_now', 'cancel-1');
    expect(await state()).toMatchObject({
      status: 'canceled',
      isEnding: false,
      canceledAt: expect.any(Date) as Date,
    });
    expect(await codeOf(vendor.changeSubscription(connection, 'sub_none', 'cancel_now', 'cancel-2'))).toBe(
      'payments.gone',
    );
  });

  it('knows until when it was paid in the hour in which the next invoice rests, and where a date was moved', async () => {
    const { reference } = await vendor.createCheckout(
      connection,
      order({ kind: 'subscription', interval: 'month' }),
      'pur_1',
    );
    stripe.pay(reference);
    const state = async () => (await factsOf(reference))?.subscription;
    const first = await state();
    expect(first?.paidUntil).toEqual(first?.periodEnd);
    const subscription = (await factsOf(reference))?.references.subscription ?? '';
    const moved = new Date((first?.periodEnd.getTime() ?? 0) + 9 * 86_400_000);
    await vendor.resumeCollection(connection, subscription, moved, 'resume-1');
    expect((await state())?.paidUntil).toEqual((await state())?.periodEnd);
    const before = await state();
    stripe.renew(subscription, { rests: true });
    const resting = await state();
    expect(resting?.status).toBe('active');
    expect(resting?.periodEnd.getTime()).toBeGreaterThan(before?.periodEnd.getTime() ?? 0);
    expect(resting?.paidUntil).toEqual(before?.periodEnd);
  });

  it('knows nothing of foreign ids', async () => {
    for (const references of [
      { checkout: 'cs_test_none', payment: null, subscription: null },
      { checkout: null, payment: 'pi_none', subscription: null },
      { checkout: null, payment: null, subscription: 'sub_none' },
      { checkout: null, payment: null, subscription: null },
    ]) {
      expect(await vendor.facts(connection, references)).toBe(null);
    }
    const { reference } = await vendor.createCheckout(connection, order(), 'pur_1');
    expect(
      await vendor.facts(
        { ...connection, isTest: false },
        { checkout: reference, payment: null, subscription: null },
      ),
    ).toBe(null);
  });
});

import { describe, expect, it } from 'vitest';
import type { PaymentFacts } from '#providers/payments/payments.port.ts';
import { accountPaid, currentOf, applyFacts, duplicateSubscriptionsOf } from './billing-states.models.ts';
import type { SubscriptionRow } from './billing.repository.ts';

const start = new Date('2026-03-01T10:00:00.000Z');
const after = (days: number): Date => new Date(start.getTime() + days * 86_400_000);

function row(given: Partial<SubscriptionRow> = {}): SubscriptionRow {
  return {
    id: 'bil_1',
    accountId: 'acc_1',
    vendor: 'stripe',
    isTest: false,
    orderedPlan: 'pro',
    orderedInterval: 'month',
    orderedAmount: 2_900,
    plan: 'pro',
    interval: 'month',
    amount: 2_900,
    currency: 'USD',
    status: 'open',
    paidAmount: 0,
    refundedAmount: 0,
    subscriptionStatus: null,
    periodEnd: null,
    isEnding: false,
    canceledAt: null,
    pastDueSince: null,
    isRevoked: false,
    isSurplus: false,
    waiting: null,
    credit: 0,
    card: null,
    checkoutRef: 'cs_1',
    checkoutUrl: '',
    paymentRef: null,
    customerRef: null,
    subscriptionRef: null,
    clientKey: 'key',
    changeKey: '',
    email: 'a@example.test',
    language: 'en',
    boughtBy: 'usr_1',
    createdAt: start,
    expiresAt: after(1),
    paidAt: null,
    problem: '',
    syncedAt: null,
    syncDueAt: null,
    syncFailures: 0,
    askedCount: 1,
    appliedCount: 0,
    ...given,
  };
}
const paid = (given: Partial<SubscriptionRow> = {}): SubscriptionRow =>
  row({
    status: 'paid',
    subscriptionStatus: 'active',
    periodEnd: after(31),
    paidAt: start,
    paidAmount: 2_900,
    ...given,
  });
const running = (
  given: Partial<NonNullable<PaymentFacts['subscription']>> = {},
): NonNullable<PaymentFacts['subscription']> => ({
  status: 'active',
  periodEnd: after(31),
  isEnding: false,
  isPaused: false,
  canceledAt: null,
  price: { label: null, amount: 2_900, interval: 'month' },
  ...given,
});
function facts(given: Partial<PaymentFacts> = {}): PaymentFacts {
  return {
    purchaseId: 'bil_1',
    isTest: false,
    checkout: 'complete',
    payment: 'paid',
    currency: 'USD',
    paid: 2_900,
    refunded: 0,
    dispute: 'none',
    disputes: [],
    email: null,
    paidAt: start,
    receiptUrl: null,
    references: { checkout: 'cs_1', payment: 'pi_1', customer: 'cus_1', subscription: 'sub_1' },
    subscription: running(),
    card: null,
    payments: [{ reference: 'pi_1', amount: 2_900, refunded: 0, paidAt: start, url: null }],
    ...given,
  };
}

describe('a subscription', () => {
  it('is what the vendor says, with the plan that was bought or changed to', () => {
    expect(applyFacts(row(), facts(), start)).toMatchObject({
      status: 'paid',
      plan: 'pro',
      interval: 'month',
      amount: 2_900,
      periodEnd: after(31),
      problem: '',
    });
    expect(
      applyFacts(
        row(),
        facts({
          subscription: running({ price: { label: 'white_label', amount: 19_900, interval: 'month' } }),
        }),
        start,
      ),
    ).toMatchObject({ plan: 'white_label', amount: 19_900 });
    // A price that the operator changed at the vendor is shown, and is no other plan.
    expect(
      applyFacts(
        row(),
        facts({ subscription: running({ price: { label: 'pro-2019', amount: 1_900, interval: 'month' } }) }),
        start,
      ),
    ).toMatchObject({ plan: 'pro', amount: 1_900 });
  });

  it.each<[string, Partial<PaymentFacts>, SubscriptionRow['status']]>([
    ['open', { checkout: 'open', payment: 'none' }, 'open'],
    ['expired', { checkout: 'expired', payment: 'none' }, 'expired'],
    ['processing', { payment: 'processing' }, 'processing'],
    ['failed', { payment: 'failed' }, 'failed'],
  ])('is %s while nothing was paid', (_what, given, status) => {
    expect(
      applyFacts(row(), facts({ paid: 0, payments: [], paidAt: null, subscription: null, ...given }), start),
    ).toMatchObject({ status });
  });

  it.each<[string, Partial<PaymentFacts>]>([
    [
      'another checkout',
      { references: { checkout: 'cs_2', payment: null, customer: null, subscription: null } },
    ],
    ['another subscription of ours', { purchaseId: 'bil_2' }],
    ['the other mode', { isTest: true }],
    ['another currency', { currency: 'JPY' }],
    [
      'less than was asked for',
      { paid: 100, payments: [{ reference: 'pi_1', amount: 100, refunded: 0, paidAt: start, url: null }] },
    ],
  ])('is not believed when the vendor tells of %s', (_what, given) => {
    const changed = applyFacts(row(), facts(given), start);
    expect(changed).toMatchObject({ status: 'processing', problem: 'mismatch' });
    expect(accountPaid([row(changed)])).toMatchObject({ subscriptionStatus: 'trialing', hasPaid: false });
  });

  it('counts a failed renewal from the end of what is paid, however late it is told', () => {
    const failed = applyFacts(
      paid(),
      facts({ subscription: running({ status: 'past_due', periodEnd: after(31) }) }),
      after(33),
    );
    expect(failed.pastDueSince).toEqual(after(31));
    expect(
      applyFacts(
        { ...paid(), ...failed },
        facts({ subscription: running({ status: 'past_due', periodEnd: after(31) }) }),
        after(36),
      ).pastDueSince,
    ).toEqual(after(31));
    expect(applyFacts({ ...paid(), ...failed }, facts(), after(36)).pastDueSince).toBeNull();
  });
});

describe('an account', () => {
  it('stays in its trial until something was paid', () => {
    expect(accountPaid([])).toMatchObject({ subscriptionStatus: 'trialing', hasPaid: false, plan: null });
    expect(accountPaid([row(), row({ id: 'bil_2', status: 'failed' })])).toMatchObject({
      subscriptionStatus: 'trialing',
    });
  });

  it('has paid while its subscription runs, and a week longer while nothing is heard of the renewal', () => {
    expect(accountPaid([paid({ plan: 'white_label' })])).toEqual({
      subscriptionStatus: 'active',
      hasPaid: true,
      plan: 'white_label',
      incompleteSince: null,
      activeUntil: after(38),
    });
    expect(accountPaid([paid({ isEnding: true })])).toMatchObject({
      subscriptionStatus: 'active',
      hasPaid: true,
      activeUntil: after(31),
    });
  });

  it('is incomplete from the moment that a renewal failed, and from the first payment that is on its way', () => {
    expect(accountPaid([paid({ subscriptionStatus: 'past_due', pastDueSince: after(31) })])).toEqual({
      subscriptionStatus: 'incomplete',
      hasPaid: false,
      plan: 'pro',
      incompleteSince: after(31),
      activeUntil: null,
    });
    expect(accountPaid([row({ status: 'processing' })])).toMatchObject({
      subscriptionStatus: 'incomplete',
      incompleteSince: start,
    });
  });

  it('gets no further week for each payment that bounces', () => {
    const tries = [
      row({ status: 'failed' }),
      row({ id: 'bil_2', status: 'processing', createdAt: after(6) }),
    ];
    expect(accountPaid(tries)).toMatchObject({ subscriptionStatus: 'incomplete', incompleteSince: start });
  });

  it.each<[string, Partial<SubscriptionRow>]>([
    ['ended', { subscriptionStatus: 'canceled', canceledAt: after(31) }],
    ['was given back', { isRevoked: true, syncedAt: after(31) }],
  ])('is over when its subscription %s, and goes on with the next one', (_what, given) => {
    const over = paid(given);
    expect(accountPaid([over])).toEqual({
      subscriptionStatus: 'canceled',
      hasPaid: false,
      plan: null,
      incompleteSince: null,
      activeUntil: after(31),
    });
    expect(accountPaid([over, paid({ id: 'bil_2', createdAt: after(40), paidAt: after(40) })])).toMatchObject(
      { subscriptionStatus: 'active', hasPaid: true },
    );
  });

  it('keeps the subscription that was paid first, in whatever order they became known', () => {
    const [first, second] = [
      paid({ id: 'bil_9', paidAt: start }),
      paid({ id: 'bil_2', paidAt: after(0.001), createdAt: after(-1) }),
    ];
    for (const rows of [
      [first, second],
      [second, first],
    ]) {
      expect(currentOf(rows)).toBe(first);
      expect(duplicateSubscriptionsOf(rows)).toEqual([second]);
    }
    expect(duplicateSubscriptionsOf([first, { ...second, isSurplus: true }])).toEqual([]);
    expect(duplicateSubscriptionsOf([first, row({ id: 'bil_3' })])).toEqual([]);
  });
});

import { expect, test } from 'vitest';
import { webhookEventData } from '#features/webhooks/webhooks-events.contract.ts';
import { after as daysAfter, purchase, start } from '#tests/support/payments/purchase-facts.ts';
import type { Movement } from '../movements/changes.models.ts';
import type { PurchaseRow } from '../syncing/purchase-state.models.ts';
import { moneyEventsOf } from './events.models.ts';

const movement = (kind: Movement['kind'], gross: number): Movement => ({
  kind,
  reference: `${kind} 1`,
  paymentRef: 'pi_1',
  at: start,
  currency: 'EUR',
  gross,
  tax: Math.round(gross / 10),
  fee: null,
  isEstimated: false,
});
const told = (before: Partial<PurchaseRow>, after: Partial<PurchaseRow>, ...moved: Movement[]): string[] => {
  const events = moneyEventsOf({ before: purchase(before), after: purchase({ ...before, ...after }), moved });
  for (const { type, data } of events) expect(webhookEventData[type].strict().parse(data)).toEqual(data);
  return events.map(({ type, data }) =>
    'payment' in data ? `${type} ${data.payment.amount} ${data.payment.tax}` : type,
  );
};

test('a pack that is paid, given back in part and disputed is told of each time, with positive amounts', () => {
  const paid = { status: 'paid' as const };
  expect(told({}, paid, movement('payment', 1_000))).toEqual(['payment.succeeded 1000 100']);
  expect(told(paid, paid, movement('refund', -400))).toEqual(['payment.refunded 400 40']);
  expect(told(paid, paid, movement('dispute_opened', -600))).toEqual(['payment.disputed 600 60']);
  expect(told(paid, paid, movement('fee', -30)), 'fees are the owner’s').toEqual([]);
  expect(told(paid, paid), 'the same facts again').toEqual([]);
});

test('a subscription is told of as it begins, is renewed, fails and ends', () => {
  const subscription = { kind: 'subscription' as const, periodEnd: daysAfter(30) };
  const running = { ...subscription, status: 'paid' as const, subscriptionStatus: 'active' as const };
  expect(told(subscription, running, movement('payment', 1_000))).toEqual([
    'payment.succeeded 1000 100',
    'subscription.started',
  ]);
  expect(
    told(subscription, { ...running, subscriptionStatus: 'trialing' }),
    'a trial begins without a payment',
  ).toEqual(['subscription.started']);
  expect(told(running, { periodEnd: daysAfter(60) }, movement('renewal', 1_000))).toEqual([
    'payment.succeeded 1000 100',
    'subscription.renewed',
  ]);
  expect(told(running, { subscriptionStatus: 'past_due' })).toEqual([
    'payment.failed',
    'subscription.past_due',
  ]);
  expect(told({ ...running, subscriptionStatus: 'past_due' }, { subscriptionStatus: 'canceled' })).toEqual([
    'subscription.canceled',
  ]);
});

test('what does not fit what was asked for is told to nobody', () => {
  expect(told({}, { status: 'paid', problem: 'mismatch' }, movement('payment', 1_000))).toEqual([]);
});

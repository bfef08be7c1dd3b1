import { describe, expect, test } from 'vitest';
import { plans, type Billing } from '../billing.contract.ts';
import { billingState, offerFor, planActionOf, yearlySaving, type Offer } from './billing-state.ts';

const billing: Billing = {
  plan: 'pro',
  status: 'active',
  isActive: true,
  isTest: false,
  interval: 'month',
  amount: plans.pro.month,
  currency: 'USD',
  trialEnd: null,
  nextBillingAt: '2026-12-22T00:00:00Z',
  endsAt: null,
  waiting: null,
  credit: 0,
  payUntil: null,
  card: null,
  hasPortal: true,
  offers: [],
  texts: {},
};
const offers: Offer[] = [
  { plan: 'pro', interval: 'month', amount: plans.pro.month, currency: 'USD' },
  { plan: 'pro', interval: 'year', amount: plans.pro.year, currency: 'USD' },
  { plan: 'white_label', interval: 'month', amount: plans.white_label.month, currency: 'USD' },
];
const [month, year, whiteLabel] = offers as [Offer, Offer, Offer];

describe('what an account is told about its plan', () => {
  test.each([
    ['a server without plans', { plan: 'free' }, 'free'],
    ['the account of whoever runs the server', { plan: 'included' }, 'included'],
    ['a running trial', { plan: 'trial', status: 'trialing' }, 'trial'],
    [
      'a trial that is over',
      { plan: 'none', status: 'trialing', isActive: false, trialEnd: '2026-11-21T00:00:00Z' },
      'trialOver',
    ],
    ['an account without a trial', { plan: 'none', status: 'trialing', isActive: false }, 'unbegun'],
    [
      'a payment that failed, with time to pay',
      { status: 'incomplete', payUntil: '2026-12-29T00:00:00Z' },
      'incomplete',
    ],
    [
      'a payment that failed, with no time left',
      { status: 'incomplete', isActive: false, payUntil: '2026-11-01T00:00:00Z' },
      'overdue',
    ],
    ['a paid plan', {}, 'active'],
    ['a canceled plan that runs on', { nextBillingAt: null, endsAt: '2026-12-22T00:00:00Z' }, 'ending'],
    [
      'a plan that is over',
      { plan: 'none', status: 'canceled', isActive: false, endsAt: '2026-11-01T00:00:00Z' },
      'canceled',
    ],
  ] satisfies [string, Partial<Billing>, string][])('%s', (_name, known, state) => {
    expect(billingState({ ...billing, ...known })).toBe(state);
  });
});

describe('the way to a plan', () => {
  test('is buying it after a trial and after the end', () => {
    expect(
      offers.map((offer) =>
        planActionOf(offer, { ...billing, plan: 'trial', status: 'trialing', interval: null }),
      ),
    ).toEqual(['subscribe', 'subscribe', 'subscribe']);
    expect(
      planActionOf(month, { ...billing, plan: 'none', status: 'canceled', isActive: false, interval: null }),
    ).toBe('subscribe');
  });
  test('is a change for whoever pays already, and nothing for what they have', () => {
    expect(offers.map((offer) => planActionOf(offer, billing))).toEqual(['none', 'switch', 'change']);
    expect(offers.map((offer) => planActionOf(offer, { ...billing, plan: 'white_label' }))).toEqual([
      'change',
      'change',
      'none',
    ]);
  });
  test('waits while another change waits for the end of the period', () => {
    const waiting = {
      plan: 'pro',
      interval: 'month',
      amount: plans.pro.month,
      at: '2026-12-22T00:00:00Z',
    } as const;
    expect(offers.map((offer) => planActionOf(offer, { ...billing, interval: 'year', waiting }))).toEqual([
      'none',
      'none',
      'none',
    ]);
  });
  test('waits while a payment is missing or a cancellation stands', () => {
    expect(planActionOf(year, { ...billing, status: 'incomplete' })).toBe('none');
    expect(planActionOf(whiteLabel, { ...billing, endsAt: '2026-12-22T00:00:00Z' })).toBe('none');
  });
});

test('a year of Pro costs $49 less than twelve months, and what has no yearly price saves nothing', () => {
  expect(yearlySaving(offers, 'pro')).toEqual({ before: 34_800, saved: 4_900 });
  expect(yearlySaving(offers, 'white_label')).toBeNull();
  expect(offerFor(offers, 'white_label', 'year')).toEqual(whiteLabel);
  expect(offerFor([], 'pro', 'month')).toBeNull();
});

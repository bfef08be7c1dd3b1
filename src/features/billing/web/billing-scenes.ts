import { planNames, plans, type Billing } from '../billing.contract.ts';
import type { Offer } from './billing-state.ts';

export type BillingScene = {
  billing: Billing;
  mayManage: boolean;
};

const day = 86_400_000;
const offers: Offer[] = planNames.flatMap((plan) =>
  (['month', 'year'] as const).flatMap((interval) => {
    const amount = plans[plan][interval];
    return amount === null ? [] : [{ plan, interval, amount, currency: 'USD' }];
  }),
);
const card = { brand: 'visa', lastFour: '4242', expiryMonth: 8, expiryYear: 2030 };

/**
 * Every way in which an account can stand with the platform, each ready to be drawn by the screen's own
 * parts.
 */
export const billingScenes = {
  planFree: (now) => scene(now, { plan: 'free', offers: [] }),
  planIncluded: (now) => scene(now, { plan: 'included', offers: [] }),
  planTrial: (now) => scene(now, { plan: 'trial', status: 'trialing', trialEnd: at(now, 5) }),
  planTrialOver: (now) =>
    scene(now, { plan: 'none', status: 'trialing', isActive: false, trialEnd: at(now, -1) }),
  planUnbegun: (now) => scene(now, { plan: 'none', status: 'trialing', isActive: false }),
  planPayment: (now) =>
    scene(now, { ...pro, status: 'incomplete', card, hasPortal: true, payUntil: at(now, 5) }),
  planOverdue: (now) =>
    scene(now, {
      ...pro,
      status: 'incomplete',
      isActive: false,
      card,
      hasPortal: true,
      payUntil: at(now, -1),
    }),
  planActive: (now) => scene(now, { ...pro, card, hasPortal: true, nextBillingAt: at(now, 24) }),
  planWhiteLabel: (now) =>
    scene(now, {
      plan: 'white_label',
      interval: 'month',
      amount: plans.white_label.month,
      card,
      hasPortal: true,
      nextBillingAt: at(now, 24),
    }),
  planWaiting: (now) =>
    scene(now, {
      plan: 'white_label',
      interval: 'month',
      amount: plans.white_label.month,
      card,
      hasPortal: true,
      nextBillingAt: at(now, 24),
      waiting: { plan: 'pro', interval: 'month', amount: plans.pro.month, at: at(now, 24) },
      credit: 1_240,
    }),
  planEnding: (now) => scene(now, { ...pro, card, hasPortal: true, endsAt: at(now, 24) }),
  planCanceled: (now) => scene(now, { plan: 'none', status: 'canceled', isActive: false, hasPortal: true }),
  planMember: (now) => ({
    ...scene(now, { ...pro, isTest: true, card, hasPortal: true, nextBillingAt: at(now, 24) }),
    mayManage: false,
  }),
} as const satisfies Record<string, (now: number) => BillingScene>;

const pro = { plan: 'pro', interval: 'month', amount: plans.pro.month } as const;

function at(now: number, days: number): string {
  return new Date(now + days * day).toISOString();
}

function scene(now: number, known: Partial<Billing>): BillingScene {
  const nothing: Billing = {
    plan: 'none',
    status: 'active',
    isActive: true,
    isTest: false,
    interval: null,
    amount: null,
    currency: 'USD',
    trialEnd: null,
    nextBillingAt: null,
    endsAt: null,
    waiting: null,
    credit: 0,
    payUntil: null,
    card: null,
    hasPortal: false,
    offers,
    texts: {},
  };
  return { billing: { ...nothing, ...known }, mayManage: true };
}

import { plans, type Billing, type OfferChoice, type Plan } from '../billing.contract.ts';

/**
 * Where an account stands, as its screen tells it: `incomplete` has time left to pay, `overdue` has none;
 * `ending` was canceled and runs on, `canceled` is over, `unbegun` never had a trial.
 */
export type BillingState =
  | 'free'
  | 'included'
  | 'trial'
  | 'trialOver'
  | 'unbegun'
  | 'incomplete'
  | 'overdue'
  | 'active'
  | 'ending'
  | 'canceled';

type Known = Pick<Billing, 'plan' | 'status' | 'isActive' | 'endsAt' | 'trialEnd'>;

/** Reads the state off what the server says; the clock of the browser decides nothing. */
export function billingState({ plan, status, isActive, endsAt, trialEnd }: Known): BillingState {
  // A client's plan is its agency's affair; the screen says so before it comes here.
  if (plan === 'client') return 'included';
  if (plan === 'free' || plan === 'included') return plan;
  if (status === 'trialing') return isActive ? 'trial' : trialEnd === null ? 'unbegun' : 'trialOver';
  if (status === 'incomplete') return isActive ? 'incomplete' : 'overdue';
  if (status === 'canceled') return 'canceled';
  return endsAt !== null ? 'ending' : 'active';
}

/** Whether the account has everything without a plan, so that there is nothing to tell of money. */
export function isForNothing(state: BillingState): boolean {
  return state === 'free' || state === 'included';
}

/** The plan that is paid for, or null. */
export function paidPlan({ plan }: Pick<Billing, 'plan'>): Plan | null {
  return plan === 'pro' || plan === 'white_label' ? plan : null;
}

export type Interval = OfferChoice['interval'];
export type Offer = Billing['offers'][number];

/** What is on offer for a plan: by the wanted interval where there is one, else by what there is. */
export function offerFor(offers: readonly Offer[], plan: Plan, interval: Interval): Offer | null {
  const ofPlan = offers.filter((offer) => offer.plan === plan);
  return ofPlan.find((offer) => offer.interval === interval) ?? ofPlan[0] ?? null;
}

/** What a year costs by the month, and what is saved by paying for it at once; null where nothing is. */
export function yearlySaving(offers: readonly Offer[], plan: Plan): { before: number; saved: number } | null {
  const [month, year] = (['month', 'year'] as const).map((interval) =>
    offers.find((offer) => offer.plan === plan && offer.interval === interval),
  );
  if (!month || !year) return null;
  const before = month.amount * 12;
  return before > year.amount ? { before, saved: before - year.amount } : null;
}

/**
 * How many percent less a year costs, rounded down; null: as the product says it of its usual prices, or nothing is
 * saved.
 */
export function yearlyPercent(offers: readonly Offer[]): number | null {
  const saving = yearlySaving(offers, 'pro');
  const isUsual = offers.every(({ plan, interval, amount }) => plans[plan][interval] === amount);
  return saving && !isUsual ? Math.floor((saving.saved / saving.before) * 100) : null;
}

export type Step = 'subscribe' | 'switch' | 'change' | 'none';

/**
 * What the button of an offer does: buy, pay in another rhythm, take another plan; or there is none, because
 * it is what the account has or cannot be had now.
 */
export function planActionOf(
  offer: Pick<Offer, 'plan' | 'interval'>,
  billing: Known & Pick<Billing, 'interval' | 'waiting'>,
): Step {
  const state = billingState(billing);
  const plan = paidPlan(billing);
  if (state === 'trial' || state === 'trialOver' || state === 'unbegun' || state === 'canceled')
    return 'subscribe';
  // A change that waits is taken back before there is another one.
  if (state !== 'active' || plan === null || billing.waiting !== null) return 'none';
  if (offer.plan !== plan) return 'change';
  return offer.interval === billing.interval ? 'none' : 'switch';
}

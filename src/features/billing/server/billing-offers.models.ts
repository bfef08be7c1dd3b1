import type { PlanPrices } from '#shared/money/plan-offer.ts';
import { planNames, type Billing, type OfferChoice, type Plan } from '../billing.contract.ts';

/** Plans are sold in dollars. */
export const platformCurrency = 'USD';

/** How plans are sold now: what they cost, and what the operator says of them. */
export type PlanSale = {
  prices: PlanPrices;
  texts: Billing['texts'];
};

/** What an offer costs, in cents; null when there is no such offer. */
export function offerOf({ plan, interval }: OfferChoice, prices: PlanPrices): number | null {
  if (plan === 'pro') return interval === 'month' ? prices.proMonth : prices.proYear;
  return interval === 'month' ? prices.whiteLabelMonth : null;
}

/**
 * Whether an offer is less than what an account has, so that it may wait for the end of what is paid: a
 * smaller plan, or paid more often.
 */
export function isDowngrade(from: OfferChoice, to: OfferChoice): boolean {
  const step = planNames.indexOf(to.plan) - planNames.indexOf(from.plan);
  return step < 0 || (step === 0 && from.interval === 'year' && to.interval === 'month');
}

/** Everything that can be bought. */
export function offers(
  prices: PlanPrices,
): { plan: Plan; interval: 'month' | 'year'; amount: number; currency: string }[] {
  return planNames.flatMap((plan) =>
    (['month', 'year'] as const).flatMap((interval) => {
      const amount = offerOf({ plan, interval }, prices);
      return amount === null ? [] : [{ plan, interval, amount, currency: platformCurrency }];
    }),
  );
}

/** The key of a plan's name as the payment page shows it. */
export const titleKey = (plan: Plan): string => `plans:${plan}.title`;

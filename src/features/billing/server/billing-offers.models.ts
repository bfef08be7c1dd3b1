import { planNames, plans, type OfferChoice, type Plan } from '../billing.contract.ts';

/** Plans are sold in dollars. */
export const platformCurrency = 'USD';

/** What an offer costs, in cents; null when there is no such offer. */
export function offerOf({ plan, interval }: OfferChoice): number | null {
  return plans[plan][interval];
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
export function offers(): { plan: Plan; interval: 'month' | 'year'; amount: number; currency: string }[] {
  return planNames.flatMap((plan) =>
    (['month', 'year'] as const).flatMap((interval) => {
      const amount = plans[plan][interval];
      return amount === null ? [] : [{ plan, interval, amount, currency: platformCurrency }];
    }),
  );
}

/** The key of a plan's name as the payment page shows it. */
export const titleKey = (plan: Plan): string => `plans:${plan}.title`;

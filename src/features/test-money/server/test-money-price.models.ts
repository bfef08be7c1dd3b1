import type { PriceChange, SubscriptionPrice } from '#providers/payments/payments.port.ts';
import { periodEnd } from './test-money-periods.models.ts';
import type { SubscriptionRow } from './test-money.repository.ts';
import type { TestMoneyTerms } from './test-money.table.ts';

type Priced = Pick<SubscriptionRow, 'status' | 'anchorAt' | 'periods' | 'periodEnd' | 'price' | 'credit'>;

/** What a subscription costs each interval, tax included. */
export function priceOf(
  { price }: Pick<SubscriptionRow, 'price'>,
  terms: Pick<TestMoneyTerms, 'price' | 'interval' | 'currency'>,
): { amount: number; interval: 'month' | 'year'; currency: string } {
  return (
    price ?? { amount: terms.price.total, interval: terms.interval ?? 'month', currency: terms.currency }
  );
}

/** What is charged for an amount when something was paid too much before, and what stays of that. */
export function applyCredit(amount: number, credit: number): { due: number; credit: number } {
  return { due: Math.max(0, amount - credit), credit: Math.max(0, credit - amount) };
}

/**
 * What changing to another price comes to. The same interval goes on: the difference is charged for the time
 * that is left. Another interval begins now: its first payment is less by what is left of the old one. A
 * trial was not paid for.
 */
export function priceChange(
  held: Priced,
  terms: Pick<TestMoneyTerms, 'price' | 'interval' | 'currency'>,
  wanted: SubscriptionPrice,
  now: Date,
): PriceChange & { change: Partial<SubscriptionRow> } {
  const old = priceOf(held, terms);
  const isTrial = held.status === 'trialing';
  const goesOn = isTrial || old.interval === wanted.interval;
  const begin = held.periods <= 0 ? held.anchorAt : periodEnd(held.anchorAt, held.periods - 1, old.interval);
  const left = isTrial
    ? 0
    : Math.min(
        1,
        Math.max(
          0,
          (held.periodEnd.getTime() - now.getTime()) /
            Math.max(1, held.periodEnd.getTime() - begin.getTime()),
        ),
      );
  const total = goesOn
    ? Math.round(wanted.amount * left) - Math.round(old.amount * left)
    : wanted.amount - Math.round(old.amount * left);
  const { due, credit } =
    total < 0 ? { due: 0, credit: held.credit - total } : applyCredit(total, held.credit);
  const end = goesOn ? held.periodEnd : periodEnd(now, 1, wanted.interval);
  return {
    dueNow: total < 0 ? total : due,
    currency: old.currency,
    periodEnd: end,
    change: {
      price: wanted,
      credit,
      isEnding: false,
      ...(goesOn ? {} : { anchorAt: now, periods: 1, periodEnd: end, dueAt: end }),
    },
  };
}

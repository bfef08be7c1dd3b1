import { currencies, type Currency } from '#shared/money/money.ts';
import { mostAmount, type PaymentSection } from '#features/paywall/paywall.contract.ts';

/** Digits behind the point of a percentage. */
export const taxDigits = 3;

/** A price in another currency: the same number, brought to what its digits, steps and least amount allow. */
function movedAmount(amount: number, from: Currency, to: Currency): number {
  const { digits, step, least } = currencies[to];
  const moved = (amount / 10 ** currencies[from].digits) * 10 ** digits;
  return Math.min(mostAmount, Math.max(least, Math.round(moved / step) * step));
}

/**
 * The section with another currency. Prices keep their number where the currency allows it, and the tax
 * follows the habit of the currency's countries unless the owner had chosen otherwise.
 */
export function withCurrency(payment: PaymentSection, currency: Currency): PaymentSection {
  const habit = (code: Currency) => (currencies[code].taxInside ? 'inclusive' : 'exclusive');
  return {
    ...payment,
    currency,
    amount: movedAmount(payment.amount, payment.currency, currency),
    offers: payment.offers.map((offer) => ({
      ...offer,
      amount: movedAmount(offer.amount, payment.currency, currency),
    })),
    yearlyAmount:
      payment.yearlyAmount === 0 ? 0 : movedAmount(payment.yearlyAmount, payment.currency, currency),
    taxBehaviour: payment.taxBehaviour === habit(payment.currency) ? habit(currency) : payment.taxBehaviour,
  };
}

/** How much a year costs less than twelve months, in whole percent; 0 when it saves nothing. */
export function yearlySaving({
  amount,
  yearlyAmount,
}: Pick<PaymentSection, 'amount' | 'yearlyAmount'>): number {
  return amount > 0 && yearlyAmount > 0
    ? Math.max(0, Math.floor(100 - (yearlyAmount / (amount * 12)) * 100))
    : 0;
}

/** The first of `SAVE10`, `SAVE10-2`, … that is free. */
export function freeCouponCode(codes: readonly string[]): string {
  const taken = new Set(codes);
  for (let at = 1; ; at++) {
    const code = at === 1 ? 'SAVE10' : `SAVE10-${at}`;
    if (!taken.has(code)) return code;
  }
}

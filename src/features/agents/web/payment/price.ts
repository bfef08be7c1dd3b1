import { currencies, type Currency } from '#shared/money/money.ts';
import { mostAmount, paymentSection, type PaymentSection } from '#features/paywall/paywall.contract.ts';

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

const zoneCurrencies: readonly [RegExp, Currency][] = [
  [/^Europe\/(?:London|Belfast|Jersey|Guernsey|Isle_of_Man)$/, 'GBP'],
  [/^Europe\/Prague$/, 'CZK'],
  [/^Europe\/(?:Zurich|Vaduz)$/, 'CHF'],
  [/^Europe\/Warsaw$/, 'PLN'],
  [/^Europe\/Stockholm$/, 'SEK'],
  [/^Europe\/Copenhagen$/, 'DKK'],
  [/^Europe\/Oslo$/, 'NOK'],
  [/^Europe\/Budapest$/, 'HUF'],
  [/^Europe\//, 'EUR'],
  [/^Australia\//, 'AUD'],
  [/^America\/(?:Toronto|Vancouver|Edmonton|Winnipeg|Halifax|Montreal|Regina|St_Johns)$/, 'CAD'],
  [/^America\/(?:Sao_Paulo|Bahia|Fortaleza|Recife|Manaus|Belem|Cuiaba|Campo_Grande)$/, 'BRL'],
];
const languageCurrencies: Readonly<Record<string, Currency>> = {
  nl: 'EUR',
  fr: 'EUR',
  es: 'EUR',
  cs: 'CZK',
  pt: 'BRL',
};
/** A first price where the usual 9.99 would be next to nothing. */
const firstAmounts: Partial<Record<Currency, number>> = {
  CZK: 24_900,
  BRL: 4_990,
  PLN: 3_990,
  SEK: 9_900,
  DKK: 6_900,
  NOK: 9_900,
  HUF: 349_000,
};

/** The currency in which somebody is likely to be paid: that of where they are, else of their language. */
export const likelyCurrency = (language: string, timeZone: string): Currency =>
  zoneCurrencies.find(([zone]) => zone.test(timeZone))?.[1] ??
  (/^(?:America|US)\//.test(timeZone) ? 'USD' : (languageCurrencies[language] ?? 'USD'));

/** Payment as it begins when it is turned on: in the likely currency, as long as nobody has set a price yet. */
export function begunPayment(payment: PaymentSection, language: string, timeZone: string): PaymentSection {
  const begun = { ...payment, enabled: true };
  const { amount, currency: usual } = paymentSection.parse({});
  const isUntouched =
    payment.amount === amount &&
    payment.currency === usual &&
    payment.yearlyAmount === 0 &&
    payment.offers.length === 0;
  if (!isUntouched) return begun;
  const currency = likelyCurrency(language, timeZone);
  const moved = withCurrency(begun, currency);
  return { ...moved, amount: firstAmounts[currency] ?? moved.amount };
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

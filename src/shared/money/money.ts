/**
 * A currency that visitors can pay in. Amounts are whole numbers of its smallest unit, as the payment
 * providers count them.
 */
export type CurrencyFacts = {
  /** Digits behind the point of a whole: 2 for cents, 0 for yen. */
  digits: 0 | 2 | 3;
  /** The smallest amount that providers charge, in the smallest unit (Stripe's published minimum amounts). */
  least: number;
  /**
   * Charged amounts are multiples of this: three-digit currencies end in 0 (Stripe's published special case).
   */
  step: 1 | 10;
  /** Whether prices are usually shown with the tax in them where the currency is used. */
  taxInside: boolean;
};

const facts = (digits: 0 | 2 | 3, least: number, taxInside: boolean, step: 1 | 10 = 1): CurrencyFacts => ({
  digits,
  least,
  step,
  taxInside,
});

export const currencies = {
  USD: facts(2, 50, false),
  EUR: facts(2, 50, true),
  GBP: facts(2, 30, true),
  CZK: facts(2, 1_500, true),
  CAD: facts(2, 50, false),
  AUD: facts(2, 50, true),
  CHF: facts(2, 50, true),
  BRL: facts(2, 50, true),
  MXN: facts(2, 1_000, true),
  PLN: facts(2, 200, true),
  SEK: facts(2, 300, true),
  DKK: facts(2, 250, true),
  NOK: facts(2, 300, true),
  HUF: facts(2, 17_500, true),
  JPY: facts(0, 50, true),
  KWD: facts(3, 200, true, 10),
} as const satisfies Record<string, CurrencyFacts>;
export type Currency = keyof typeof currencies;
export const currencyCodes = Object.keys(currencies) as [Currency, ...Currency[]];

/**
 * The largest amount of one payment, in the smallest unit: providers take eight digits (Stripe's published
 * maximum).
 */
export const mostCharged = 99_999_999;

export const taxBehaviours = ['inclusive', 'exclusive'] as const;
export type TaxBehaviour = (typeof taxBehaviours)[number];

/**
 * What a price is made of, in the currency's smallest unit. `base + tax` is always `total`, and `subtotal` is
 * `base`.
 */
export type PriceBreakdown = {
  base: number;
  tax: number;
  subtotal: number;
  total: number;
};

/**
 * Nearest multiple of `step`, halves up; both are whole and positive, so that nothing is lost to floating
 * point.
 */
function nearest(numerator: bigint, denominator: bigint, step: bigint): number {
  const unit = denominator * step;
  return Number(((numerator * 2n + unit) / (unit * 2n)) * step);
}

/**
 * Splits a price into base and tax. `thousandths` is the rate in thousandths of a percent (21 % is 21,000).
 * Rounded once, halves up:
 * with the tax on top `tax = round(price × rate)`; with the tax inside `base = round(price ÷ (1 + rate))`.
 * A sum that providers can't charge (see `step`) is avoided by rounding the total to the step; the tax is then
 * what stands in that total, so that a paper's tax is its rate of its base to the smallest unit.
 */
export function breakDown(
  amount: number,
  currency: Currency,
  thousandths: number,
  behaviour: TaxBehaviour,
): PriceBreakdown {
  const step = BigInt(currencies[currency].step);
  const [price, rate, whole] = [BigInt(amount), BigInt(thousandths), 100_000n];
  if (behaviour === 'inclusive') {
    const base = nearest(price * whole, whole + rate, 1n);
    return { base, tax: amount - base, subtotal: base, total: amount };
  }
  if (step === 1n || rate === 0n) {
    const tax = nearest(price * rate, whole, 1n);
    return { base: amount, tax, subtotal: amount, total: amount + tax };
  }
  const rounded = nearest(price * (whole + rate), whole, step);
  // A price that is no multiple of the step is not rounded below itself.
  const total = rounded < amount ? rounded + Number(step) : rounded;
  return breakDown(total, currency, thousandths, 'inclusive');
}

/** A price after so many percent off, halves up and never below what can be charged. */
export function discounted(amount: number, currency: Currency, percentOff: number): number {
  const { least, step } = currencies[currency];
  return Math.max(least, nearest(BigInt(amount) * BigInt(100 - percentOff), 100n, BigInt(step)));
}

/** What is known of a currency that may be none of ours any more; null for such a one. */
const factsOf = (currency: string): CurrencyFacts | null =>
  Object.hasOwn(currencies, currency) ? currencies[currency as Currency] : null;

/** How many digits stand behind the point of a currency's amounts. */
export const digitsOf = (currency: string): number => factsOf(currency)?.digits ?? 2;

/** What amounts that are charged or given back are multiples of, in the smallest unit. */
export const stepOf = (currency: string): number => factsOf(currency)?.step ?? 1;

/** An amount of the smallest unit as people of a language write it: `€ 12,09`, `¥500`. */
export function formatMoney(amount: number, currency: string, language: string): string {
  const digits = digitsOf(currency);
  return new Intl.NumberFormat(language, {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(amount / 10 ** digits);
}

/** An amount as a price tag says it, without cents where there are none: `$29`, `$29.50`. */
export function formatPrice(amount: number, currency: string, language: string): string {
  const whole = 10 ** digitsOf(currency);
  if (amount % whole !== 0) return formatMoney(amount, currency, language);
  return new Intl.NumberFormat(language, { style: 'currency', currency, maximumFractionDigits: 0 }).format(
    amount / whole,
  );
}

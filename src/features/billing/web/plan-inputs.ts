import { minorOf, typedOf } from '#shared/money/amounts.ts';
import { currencies } from '#shared/money/money.ts';
import { planPriceBounds } from '#features/operator-settings/operator-settings.contract.ts';

const { digits } = currencies.USD;

/** A price as it stands in its field, in dollars: `29`, `29.50`. */
export const typedPrice = (cents: number, language: string): string => typedOf(cents, digits, language);

/** What was typed, in cents; null where plans can't cost that. */
export function centsOf(typed: string, language: string): number | null {
  const cents = minorOf(typed, digits, planPriceBounds.most, language);
  return cents !== null && cents >= planPriceBounds.least ? cents : null;
}

/** Lines that say something, each once. */
export const linesOf = (text: string): string[] => [
  ...new Set(
    text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  ),
];

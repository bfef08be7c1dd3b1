import { planPriceBounds } from '#features/operator-settings/operator-settings.contract.ts';

/** A price as it is typed, in dollars: `29`, `29.50`. */
export const typedPrice = (cents: number): string =>
  cents % 100 === 0 ? String(cents / 100) : (cents / 100).toFixed(2);

/** What was typed, in cents; null where plans can't cost that. */
export function centsOf(typed: string): number | null {
  const text = typed.trim().replace(',', '.');
  if (!/^\d{1,6}(\.\d{1,2})?$/.test(text)) return null;
  const cents = Math.round(Number(text) * 100);
  return cents >= planPriceBounds.least && cents <= planPriceBounds.most ? cents : null;
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

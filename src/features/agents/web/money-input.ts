/**
 * An amount in its currency's smallest unit out of what people type: `12.50`, `12,5`, `1 000`, `1,000`; null when it is none.
 * `digits` is how many stand behind the point (0 for yen, 3 for dinars). Never more than `most`.
 */
export function minorOf(typed: string, digits: number, most: number): number | null {
  const text = typed.replace(/[\s\u00a0\u202f']/g, '');
  if (!/^[\d.,]+$/.test(text) || !/\d/.test(text)) return null;
  // The last point or comma with no more digits behind it than the currency has parts off the fraction; all others part thousands.
  const [, whole = text, fraction = ''] = (digits > 0 && new RegExp(`^([\\d.,]*)[.,](\\d{0,${digits}})$`).exec(text)) || [];
  return Math.min(most, Number(whole.replace(/[.,]/g, '') || '0') * 10 ** digits + Number(fraction.padEnd(digits, '0') || '0'));
}

/** An amount as it stands in its field: without currency, and without a fraction that is zero. */
export function typedOf(minor: number, digits: number, language: string): string {
  const isWhole = minor % 10 ** digits === 0;
  return new Intl.NumberFormat(language, { useGrouping: false, minimumFractionDigits: isWhole ? 0 : digits, maximumFractionDigits: digits }).format(minor / 10 ** digits);
}

/** Cents out of an amount of dollars as people type it. */
export function centsOf(typed: string, most: number): number | null {
  return minorOf(typed, 2, most);
}

/** An amount of dollars as it stands in its field. */
export function dollarsOf(cents: number, language: string): string {
  return typedOf(cents, 2, language);
}

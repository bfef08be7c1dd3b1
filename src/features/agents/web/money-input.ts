/** Cents out of an amount as people type it: `12.50`, `12,5`, `1 000`, `1,000`; null when it is none. Never more than `most` cents. */
export function centsOf(typed: string, most: number): number | null {
  const text = typed.replace(/[\s\u00a0\u202f']/g, '');
  // The last point or comma with one or two digits behind it parts the cents; all others part thousands.
  const parts = /^([\d.,]*?)(?:[.,](\d{0,2}))?$/.exec(text);
  if (!parts || !/\d/.test(text)) return null;
  const whole = Number((parts[1] ?? '').replace(/[.,]/g, '') || '0');
  return Math.min(most, whole * 100 + Number((parts[2] ?? '').padEnd(2, '0')));
}

/** An amount as it stands in its field: without currency and without needless cents. */
export function dollarsOf(cents: number, language: string): string {
  return new Intl.NumberFormat(language, { useGrouping: false, minimumFractionDigits: cents % 100 === 0 ? 0 : 2, maximumFractionDigits: 2 }).format(cents / 100);
}

/** A number as it was typed: what stands before and behind its decimal sign, in plain digits. */
export type Decimal = {
  whole: string;
  fraction: string;
};

/** Where people write `1,234.50`; in our other languages it is `1.234,50` or `1 234,50`. */
const pointLanguages = new Set(['en']);
const spaces = /[\u00a0\u202f']/g;

/**
 * Reads a number as people of a language type it, and nothing that could mean another one: thousands are
 * parted by threes, there is one decimal sign, no sign before it, no exponent, and digits are 0 to 9. The
 * sign of other languages is taken where it can be nothing else (`12.50` in Dutch). Without a language, what
 * two of them read differently (`1,234`) is refused. Null for what it can't read.
 */
export function readDecimal(typed: string, language: string | null): Decimal | null {
  const text = typed.trim().replace(spaces, ' ');
  if (text.length > 40) return null;
  if (/^\d+$/.test(text)) return { whole: text, fraction: '' };
  const [, whole = '', sign = '', fraction = ''] = /^(.*?)(?:([.,])(\d*))?$/.exec(text) ?? [];
  const own = language === null ? null : pointLanguages.has(language) ? '.' : ',';
  const isPlain = /^\d*$/.test(whole) && (whole !== '' || fraction !== '');
  if (sign !== '' && isPlain) {
    const isGroup = /^[1-9]\d{0,2}$/.test(whole) && fraction.length === 3;
    // One sign with three digits behind it: thousands in some languages, a fraction in others.
    if (isGroup && own === null) return null;
    return isGroup && sign !== own
      ? { whole: whole + fraction, fraction: '' }
      : { whole: whole || '0', fraction };
  }
  // Parted by threes, all by the same sign, which is not the decimal one.
  const everything = sign !== '' && new RegExp(`^[1-9]\\d{0,2}(\\${sign}\\d{3})+$`).test(text) ? text : null;
  if (everything !== null)
    return sign === own ? null : { whole: everything.replaceAll(sign, ''), fraction: '' };
  const group = sign === '.' ? '[ ,]' : sign === ',' ? '[ .]' : '[ .,]';
  if (!new RegExp(`^[1-9]\\d{0,2}(${group})\\d{3}(?:\\1\\d{3})*$`).test(whole)) return null;
  return { whole: whole.replace(/\D/g, ''), fraction };
}

/**
 * An amount in the smallest unit of its currency out of what people type; null for what is none, has more
 * digits behind the point than the currency (`digits`: 0 for yen, 3 for dinars), or is more than `most`.
 * Nothing is rounded, cut or guessed.
 */
export function minorOf(typed: string, digits: number, most: number, language: string): number | null {
  const read = readDecimal(typed, language);
  if (!read || read.fraction.length > digits || read.whole.length > 13) return null;
  // Where a currency has three digits, `1,234` in the other language's way could be either.
  if (digits === 3 && read.fraction === '' && /^\s*\d{1,3}[.,]\d{3}\s*$/.test(typed)) return null;
  const amount = Number(read.whole) * 10 ** digits + Number(read.fraction.padEnd(digits, '0') || '0');
  return amount <= most ? amount : null;
}

/** An amount as it stands in its field: without currency, and without a fraction that is zero. */
export function typedOf(minor: number, digits: number, language: string): string {
  const isWhole = minor % 10 ** digits === 0;
  return new Intl.NumberFormat(language, {
    useGrouping: false,
    minimumFractionDigits: isWhole ? 0 : digits,
    maximumFractionDigits: digits,
  }).format(minor / 10 ** digits);
}

/** How an amount is written, for somebody who wrote it otherwise: `1,234.50`. */
export const exampleOf = (digits: number, language: string): string =>
  new Intl.NumberFormat(language, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(
    digits === 0 ? 1_234 : 1_234.5,
  );

/** The most that is taken for a plain number of a form, either side of zero. */
const mostPlain = 1_000_000_000;

/**
 * A plain number, also below zero, out of what people type in a language; null for what is none. Nothing is
 * rounded or guessed.
 */
export function numberOf(typed: string, language: string): number | null {
  const text = typed.trim();
  const isNegative = /^[-−]/.test(text);
  const read = readDecimal(isNegative ? text.slice(1) : text, language);
  if (!read || read.fraction.length > 6) return null;
  const size = Number(`${read.whole}.${read.fraction || '0'}`);
  if (size > mostPlain) return null;
  return isNegative && size !== 0 ? -size : size;
}

/** A plain number as it stands in its field. */
export const typedNumber = (value: number, language: string): string =>
  new Intl.NumberFormat(language, { useGrouping: false, maximumFractionDigits: 6 }).format(value);

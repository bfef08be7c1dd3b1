import { readDecimal } from '../money/amounts.ts';
import { languages } from '../languages.ts';
import { plainText } from '../text/plain-text.ts';

/**
 * Days and numbers as the files of a country write them. Browser and import read alike, so that what the
 * mapping step shows is what is written.
 */
export const dateOrders = ['dmy', 'mdy', 'ymd'] as const;
/** In which order day, month and year stand. */
export type DateOrder = (typeof dateOrders)[number];
export const decimalSigns = ['comma', 'point'] as const;
/** What stands before the fraction of a number. */
export type DecimalSign = (typeof decimalSigns)[number];

/** The longest cell that may be a day or a number. */
const longest = 40;
/** Years of two digits that are further ahead than this are of the last century. */
const yearsAhead = 10;

let known: Map<string, number> | null = null;
/** Months by their names in our languages, without accents: long, short, and as they stand within a date. */
function months(): Map<string, number> {
  if (known) return known;
  known = new Map();
  for (const language of languages)
    for (const month of ['long', 'short'] as const)
      for (const options of [{ month }, { month, day: 'numeric' }] as const) {
        const format = new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' });
        for (let at = 0; at < 12; at++) {
          const name = format
            .formatToParts(Date.UTC(2026, at, 1))
            .find(({ type }) => type === 'month')
            ?.value.replace(/\.$/, '');
          if (name !== undefined && !/\d/.test(name)) known.set(plainText(name), at + 1);
        }
      }
  return known;
}

/** The parts of a day as they stand in a cell, first to third, with the time behind it. */
export function dateParts(
  text: string,
): { parts: [string, string, string]; named: number | null; time: string } | null {
  const cell = text.trim();
  if (cell.length > longest) return null;
  const digits = /^(\d{1,4})([./-])\s?(\d{1,2})\2\s?(\d{1,4})\.?(?:,?[T ]+(\S.*))?$/.exec(cell);
  if (digits)
    return { parts: [digits[1] ?? '', digits[3] ?? '', digits[4] ?? ''], named: null, time: digits[5] ?? '' };
  const dayFirst =
    /^(\d{1,2})(?:\.|er|\.?º)?[ -](?:de )?([\p{L}]{3,12})\.?,?[ -](?:de )?(\d{4})(?: +(\d\S.*))?$/u;
  const monthFirst = /^([\p{L}]{3,12})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})(?:,? +(\d\S.*))?$/u;
  const [first, second] = [dayFirst.exec(cell), monthFirst.exec(cell)];
  const [day, name, year, time] = first
    ? [first[1], first[2], first[3], first[4]]
    : [second?.[2], second?.[1], second?.[3], second?.[4]];
  const named = name === undefined ? undefined : months().get(plainText(name));
  return day === undefined || named === undefined || year === undefined
    ? null
    : { parts: [day, String(named), year], named, time: time ?? '' };
}

/** `14:30`, `14:30:05` or `2:30 PM` as `14:30:05`; null for what is none. */
function timeOf(text: string): string | null {
  const [, hours = '', minutes = '', seconds = '00', half = ''] =
    /^(\d{1,2})[:.](\d{2})(?:[:.](\d{2})(?:\.\d{1,6})?)?\s?([ap]\.?m\.?)?$/i.exec(text.trim()) ?? [];
  if (hours === '') return null;
  const isHalf = half !== '';
  const hour = isHalf ? (Number(hours) % 12) + (/^p/i.test(half) ? 12 : 0) : Number(hours);
  if (hour > 23 || Number(minutes) > 59 || Number(seconds) > 59 || (isHalf && Number(hours) > 12))
    return null;
  return `${String(hour).padStart(2, '0')}:${minutes}:${seconds}`;
}

/**
 * A day of a file as `2026-01-31`, with a time as `2026-01-31T14:30:00`; null for what is none. A year of four
 * digits at the beginning says its order itself. `thisYear` decides which century two digits are of.
 */
export function readFileDate(text: string, order: DateOrder, thisYear: number): string | null {
  const found = dateParts(text);
  if (!found) return null;
  const [first, second, third] = found.parts;
  const isYearFirst = first.length >= 3 || (order === 'ymd' && found.named === null);
  const [year, month, day] =
    found.named !== null
      ? [third, second, first]
      : isYearFirst
        ? [first, second, third]
        : order === 'mdy'
          ? [third, first, second]
          : [third, second, first];
  if ((year.length !== 4 && year.length !== 2) || day.length > 2) return null;
  const century = Math.floor(thisYear / 100) * 100;
  const short = century + Number(year);
  const full = year.length === 4 ? Number(year) : short > thisYear + yearsAhead ? short - 100 : short;
  const date = new Date(Date.UTC(full, Number(month) - 1, Number(day)));
  date.setUTCFullYear(full);
  if (date.getUTCMonth() !== Number(month) - 1 || date.getUTCDate() !== Number(day) || full < 1) return null;
  const written = `${String(full).padStart(4, '0')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  if (found.time === '') return written;
  const time = timeOf(found.time);
  return time === null ? null : `${written}T${time}`;
}

/** A number of a file without its currency, grouping and percent sign: `-1234.5`; null for what is none. */
export function readFileNumber(text: string, sign: DecimalSign): string | null {
  const cell = text.trim();
  if (cell.length > longest) return null;
  const isNegative = /^[-\u2212]|^\(.*\)$/.test(cell);
  const bare = cell
    .replace(/^\((.*)\)$/, '$1')
    .replace(/^[+\-\u2212]\s?/, '')
    .replace(/^(?:\p{Sc}|[A-Z]{3})\s?/u, '')
    .replace(/\s?(?:%|\p{Sc}|[A-Z]{3}|Kč|kr\.?|zł)$/u, '');
  const read = readDecimal(bare, sign === 'point' ? 'en' : 'nl');
  if (!read) return null;
  // The other sign alone before a fraction is no number of this file.
  if (read.fraction !== '' && !bare.includes(sign === 'point' ? '.' : ',')) return null;
  return `${isNegative ? '-' : ''}${read.whole}${read.fraction === '' ? '' : `.${read.fraction}`}`;
}

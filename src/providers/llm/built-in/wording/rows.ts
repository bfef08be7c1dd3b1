import { readable } from './readable.ts';

/** A name with a colon and what it is. */
type Property = {
  name: string;
  value: string;
};

/** A row of two cells whose first is a name with a colon; it names no columns. */
export function propertyOf(row: string): Property | null {
  const [first = '', ...rest] = cellsOf(row).filter(Boolean);
  if (rest.length !== 1 || !/^[^:]{2,40}\s?:$/u.test(first)) return null;
  return { name: first.replace(/\s?:$/u, ''), value: rest[0] ?? '' };
}

/** Whether the very next line is a row, or the rule below a head. */
export const isFollowedByRow = (text: string, end: number): boolean =>
  /^[^\n]*\n[^\n]*[|\t]/.test(text.slice(end, end + 2_000));

/** Whether another row comes within the next lines. */
export function followedByRow(text: string, end: number): boolean {
  const next = text
    .slice(end, end + 2_000)
    .split('\n')
    .find((line, index) => index > 0 && /\p{L}|\d/u.test(line));
  return next !== undefined && (next.includes('|') || next.includes('\t'));
}

/** The cells of a row, as a person reads them. */
export function cellsOf(row: string): string[] {
  return row
    .replace(/^\s*\|/, '')
    .replace(/\|\s*$/, '')
    .split(/\||\t/)
    .map((cell) => readable(cell));
}

/** "Default: 5", or only what it is where the name says no more than that. */
export const readableProperty = ({ name, value }: Property, describes: boolean): string =>
  describes ? value : `${name}: ${value}`;

import { shownLine, shownWords } from '#shared/text/shown-words.ts';

/** One argument of a call as people read it who decide. */
export type RequestDetail = {
  name: string;
  value: string;
};

const mostDetails = 12;
const longestName = 64;
const longestValue = 300;
/** Leaves room for how much is missing. */
const cutAt = 280;

/**
 * The arguments of a call as somebody reads them who decides about it: at most twelve of up to 300 characters,
 * without signs that hide what stands there. What is missing is counted, so that nobody says yes to less than
 * they take it for.
 */
export function detailsOf(input: unknown): RequestDetail[] {
  if (typeof input !== 'object' || input === null) return [];
  const entries = Object.entries(input);
  const isCut = entries.length > mostDetails;
  const shown = isCut ? entries.slice(0, mostDetails - 1) : entries;
  const details = shown.map(([name, value]) => ({
    name: shownLine(name, longestName),
    value: shownValue(value),
  }));
  return isCut ? [...details, { name: '…', value: `+${entries.length - shown.length}` }] : details;
}

function shownValue(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  const whole = shownWords(text, Infinity);
  if (whole.length <= longestValue) return whole;
  const beginning = shownWords(whole, cutAt);
  return `${beginning} (+${whole.length - beginning.length + 1})`;
}

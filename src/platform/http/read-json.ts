import { AppError, commonErrors } from '#shared/errors.ts';
import { storableText } from '#platform/database/json-column.ts';

/** How many values a body may hold; the largest form that can be built has some 45,000. */
export const mostJsonValues = 60_000;
/** How many names one object of it may hold; the most that a contract takes are 500 texts of a language. */
export const mostJsonNames = 1_000;

const [quote, backslash, comma, colon, bracket, open, close] = [34, 92, 44, 58, 91, 123, 125];

/**
 * What a JSON body says. PostgreSQL stores neither U+0000 nor half a surrogate pair, and no form of ours
 * needs them.
 * @throws AppError `tooLarge` for a body of too many values. @throws SyntaxError for what is no JSON.
 */
export function readJson(text: string): unknown {
  if (hasTooMany(text, mostJsonValues)) throw new AppError(commonErrors.tooLarge);
  // What is mended or left out can only be spelled with an escape, or by its name.
  if (!text.includes('\\u') && !text.includes('__proto__')) return JSON.parse(text);
  return JSON.parse(text, (key, value: unknown) => {
    if (key === '__proto__') return undefined;
    return typeof value === 'string' ? storableText(value) : value;
  });
}

/**
 * Whether a JSON text holds more than so many values, or an object of more than a thousand names. Reading each
 * of many small values holds up everybody else, and so does refusing each of many names, so they are counted
 * first, in one pass over the text: every value but the first of a list stands behind a comma, every list and
 * object begins with a bracket, and a colon stands behind each name.
 */
export function hasTooMany(text: string, mostValues: number): boolean {
  let values = 0;
  let names = 0;
  const around: number[] = [];
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charCodeAt(at);
    if (isQuoted && sign === backslash) at += 1;
    else if (sign === quote) isQuoted = !isQuoted;
    if (isQuoted) continue;
    if (sign === comma || sign === bracket || sign === open) values += 1;
    if (sign === colon) names += 1;
    else if (sign === open) {
      around.push(names);
      names = 0;
    } else if (sign === close) names = around.pop() ?? 0;
    if (values > mostValues || names > mostJsonNames) return true;
  }
  return false;
}

import { AppError, commonErrors } from '#shared/errors.ts';
import { storableText } from '#platform/database/json-column.ts';

/** How many values a body may hold; the largest form that can be built has some 45,000. */
export const mostJsonValues = 60_000;

const [quote, backslash, comma, bracket, brace] = [34, 92, 44, 91, 123];

/**
 * What a JSON body says. PostgreSQL stores neither U+0000 nor half a surrogate pair, and no form of ours
 * needs them.
 * Reading each of many small values holds up everybody else, so they are counted first, in one pass over the
 * text.
 * @throws AppError `tooLarge` for a body of too many values. @throws SyntaxError for what is no JSON.
 */
export function readJson(text: string): unknown {
  if (hasTooMany(text)) throw new AppError(commonErrors.tooLarge);
  // What is mended or left out can only be spelled with an escape, or by its name.
  if (!text.includes('\\u') && !text.includes('__proto__')) return JSON.parse(text);
  return JSON.parse(text, (key, value: unknown) => {
    if (key === '__proto__') return undefined;
    return typeof value === 'string' ? storableText(value) : value;
  });
}

/**
 * Every value but the first of a list stands behind a comma, and every list and object begins with a bracket.
 */
function hasTooMany(text: string): boolean {
  let values = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charCodeAt(at);
    if (isQuoted && sign === backslash) at += 1;
    else if (sign === quote) isQuoted = !isQuoted;
    else if (!isQuoted && (sign === comma || sign === bracket || sign === brace)) values += 1;
    if (values > mostJsonValues) return true;
  }
  return false;
}

import { AppError, commonErrors } from '#shared/errors.ts';
import { hasTooManyValues } from '#shared/text/json-size.ts';
import { storableText } from '#platform/database/json-column.ts';

/** How many values a body may hold; the largest form that can be built has some 45,000. */
export const mostJsonValues = 60_000;
/**
 * What a JSON body says. PostgreSQL stores neither U+0000 nor half a surrogate pair, and no form of ours
 * needs them.
 * @throws AppError `tooLarge` for a body of too many values. @throws SyntaxError for what is no JSON.
 */
export function readJson(text: string): unknown {
  if (hasTooManyValues(text, mostJsonValues)) throw new AppError(commonErrors.tooLarge);
  // What is mended or left out can only be spelled with an escape, or by its name.
  if (!text.includes('\\u') && !text.includes('__proto__')) return JSON.parse(text);
  return JSON.parse(text, (key, value: unknown) => {
    if (key === '__proto__') return undefined;
    return typeof value === 'string' ? storableText(value) : value;
  });
}

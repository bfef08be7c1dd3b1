/** How many names one object of a JSON text may hold; the most that a contract takes are 500 texts. */
export const mostJsonNames = 1_000;

const [quote, backslash, comma, colon, bracket, open, close] = [34, 92, 44, 58, 91, 123, 125];

/**
 * Whether a JSON text holds more than so many values, or an object of more than a thousand names. Reading each
 * of many small values holds up everybody else, and so does refusing each of many names, so they are counted
 * first, in one pass over the text: every value but the first of a list stands behind a comma, every list and
 * object begins with a bracket, and a colon stands behind each name.
 */
export function hasTooManyValues(text: string, mostValues: number): boolean {
  let values = 0;
  let names = 0;
  const around: number[] = [];
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case quote:
        at = endOfQuoted(text, at + 1);
        break;
      case comma:
      case bracket:
        values += 1;
        break;
      case colon:
        names += 1;
        break;
      case open:
        values += 1;
        around.push(names);
        names = 0;
        break;
      case close:
        names = around.pop() ?? 0;
        break;
      default:
        continue;
    }
    if (values > mostValues || names > mostJsonNames) return true;
  }
  return false;
}

/** Where the quotation mark stands that ends a text; behind all where none does. */
function endOfQuoted(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    const sign = text.charCodeAt(at);
    if (sign === quote) return at;
    if (sign === backslash) at += 1;
  }
  return text.length;
}

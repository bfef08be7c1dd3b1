/** Signs that turn the direction of writing or can't be seen hide what a button says. */
const tricks = /(?![\n\t])[\p{Cc}\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu;

/**
 * What a model wrote as people read it: well-formed, without signs that hide or turn it, at most `longest`
 * characters with an ellipsis where something was cut. A number is written down; anything else is empty.
 */
export function shownWords(value: unknown, longest: number): string {
  const text =
    typeof value === 'string'
      ? value
      : typeof value === 'number' && Number.isFinite(value)
        ? String(value)
        : '';
  const clean = text.toWellFormed().replace(/\r\n?/g, '\n').replace(tricks, '').trim();
  return clean.length > longest
    ? `${clean
        .slice(0, longest - 1)
        .toWellFormed()
        .trimEnd()}…`
    : clean;
}

/** As `shownWords`, in one line. */
export const shownLine = (value: unknown, longest: number): string =>
  shownWords(value, longest).replace(/\s+/g, ' ');

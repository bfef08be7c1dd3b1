/* oxlint-disable no-control-regex -- taking them out is the point */
const hiddenCharacters =
  /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u200B\u2060\uFEFF\u202A-\u202E\u2066-\u2069\uFFFE\uFFFF]/g;
/* oxlint-enable no-control-regex */

/**
 * Makes text safe to store and search: no NUL or other control characters (PostgreSQL refuses U+0000), no
 * lone surrogates, no bidirectional overrides or zero-width marks that hide what a person reads, composed
 * accents, no runs of blank lines.
 */
export function cleanText(text: string): string {
  return text
    .replace(/\r\n?|\u2028|\u2029|\u0085/g, '\n')
    .replace(hiddenCharacters, '')
    .replace(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g, '')
    .replace(/[\u00A0\u2007\u202F]/g, ' ')
    .normalize('NFC')
    .replace(/(?<![ \t])[ \t]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** One line of plain text, for titles and headings. */
export function cleanLine(text: string, longest: number): string {
  const line = cleanText(text.slice(0, longest * 4))
    .replace(/\s+/g, ' ')
    .trim();
  return line.length > longest
    ? `${line
        .slice(0, longest - 1)
        .toWellFormed()
        .replace(/\uFFFD$/, '')
        .trimEnd()}…`
    : line;
}

/** Cuts at a character and, where one is near, at the end of a line. */
export function cutText(text: string, longest: number): { text: string; truncated: boolean } {
  if (text.length <= longest) return { text, truncated: false };
  const cut = text.slice(0, longest);
  const lineEnd = cut.lastIndexOf('\n');
  return { text: cleanText(lineEnd > longest * 0.9 ? cut.slice(0, lineEnd) : cut), truncated: true };
}

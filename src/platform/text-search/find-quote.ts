/** Signs that people and models write differently for the same thing. */
const sameSign: Record<string, string> = {
  '‘': "'",
  '’': "'",
  '‚': "'",
  '‛': "'",
  ʼ: "'",
  '´': "'",
  '`': "'",
  '“': '"',
  '”': '"',
  '„': '"',
  '‟': '"',
  '«': '"',
  '»': '"',
  '‹': "'",
  '›': "'",
  '–': '-',
  '—': '-',
  '‐': '-',
  '‑': '-',
  '−': '-',
  '…': '.',
  '\u00a0': ' ',
  '\u202f': ' ',
  '\u2009': ' ',
};
const ignored = /[\u00ad\u200b-\u200f\u2060\ufeff*_`#|]/u;

/**
 * Where a quoted span stands in a passage, or null when it is not there. White space, kinds of quote marks
 * and dashes, markup signs and invisible characters may differ; the words may not.
 */
export function findQuote(passage: string, quote: string): { start: number; end: number } | null {
  const sought = plain(quote).text.trim();
  if (sought.length < 2 || !/[\p{L}\p{N}]/u.test(sought)) return null;
  const { text, places } = plain(passage);
  const at = text.indexOf(sought);
  const lower = text.toLowerCase();
  // A few letters change their length in lower case; places would then be wrong.
  const found = at >= 0 || lower.length !== text.length ? at : lower.indexOf(sought.toLowerCase());
  if (found < 0) return null;
  const start = places[found];
  const last = places[found + sought.length - 1];
  if (start === undefined || last === undefined) return null;
  const lastCharacter = String.fromCodePoint(passage.codePointAt(last) ?? 32);
  return { start, end: last + lastCharacter.length };
}

/** The text with its differences levelled, and where each of its characters (UTF-16 units) came from. */
function plain(source: string): { text: string; places: number[] } {
  let text = '';
  const places: number[] = [];
  let place = 0;
  for (const character of source) {
    const at = place;
    place += character.length;
    if (ignored.test(character)) continue;
    const level = /\s/u.test(character) ? ' ' : (sameSign[character] ?? character.normalize('NFD'));
    if (level === ' ' && text.endsWith(' ')) continue;
    if (level === '.' && character === '…') {
      text += '...';
      places.push(at, at, at);
      continue;
    }
    text += level;
    for (let unit = 0; unit < level.length; unit++) places.push(at);
  }
  return { text, places };
}

/** A run of characters of a PDF page, as far as finding a passage needs it. */
export type TextRun = { str: string };

/** Letters and digits only, so that spaces, hyphens at line ends and bullets make no difference. */
const bare = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

/** At least so many characters in a row belong to the passage, or it is not marked. */
const leastMatch = 12;

/**
 * Which runs of a page belong to a passage of the stored text: the longest stretch of the passage, from its
 * beginning on or from a later word on, that stands on the page. A passage that crosses a page break is
 * marked as far as this page has it.
 */
export function runsOfPassage(runs: readonly TextRun[], passage: string): Set<number> {
  const owners: number[] = [];
  let page = '';
  for (const [index, { str }] of runs.entries()) {
    const text = bare(str);
    page += text;
    for (let at = 0; at < text.length; at++) owners.push(index);
  }
  const sought = bare(passage);
  const found = new Set<number>();
  const whole = page.indexOf(sought);
  if (sought.length >= 2 && whole >= 0) return mark(found, owners, whole, sought.length);
  // Headers between lines, columns and hyphens break a passage into stretches that are found one by one.
  for (let at = 0; at + leastMatch <= sought.length;) {
    const place = page.indexOf(sought.slice(at, at + leastMatch));
    if (place < 0) {
      at += 4;
      continue;
    }
    let length = leastMatch;
    while (at + length < sought.length && page[place + length] === sought[at + length]) length += 1;
    mark(found, owners, place, length);
    at += length;
  }
  return found;
}

function mark(found: Set<number>, owners: readonly number[], from: number, length: number): Set<number> {
  for (let at = from; at < from + length; at++) {
    const owner = owners[at];
    if (owner !== undefined) found.add(owner);
  }
  return found;
}

import type { PdfLine } from './pdf-lines.ts';

const longestRunning = 100;
const leastPages = 5;
const leastLeaders = 5;
/** In a short file, dots lead to prices. */
const shortestBook = 10;

/** `Introduction . . . . . 12`, with the numbers of the pages. */
const leader = /(?<!\.\s?)(?:\.\s?){4,}\s*((?:\d{1,4}|[ivxlc]{1,7})(?:,\s*\d{1,4})*)(?=\s|$)/g;

/**
 * Whether a page is a table of contents or an index: most of its lines lead by dots to numbers of pages. A
 * menu's dots lead to prices, which are no whole numbers within the book's pages, or stand in a short file.
 */
export function isDirectory(page: readonly PdfLine[], pageCount: number): boolean {
  if (pageCount < shortestBook) return false;
  let leaders = 0;
  for (const { text } of page) {
    const targets = [...text.matchAll(leader)].flatMap(([, numbers = '']) => numbers.split(/,\s*/));
    if (targets.length === 0) continue;
    if (targets.some((target) => Number(target) > pageCount)) return false;
    leaders += 1;
  }
  return leaders >= leastLeaders && leaders >= page.length * 0.4;
}

type Slot = {
  page: readonly PdfLine[];
  line: PdfLine;
  y: number;
};

/**
 * Running titles, whatever they say: the first or last line of a page, when such a line stands at the same
 * height on most pages and apart from the text. A title of a short chapter is met too seldom to be found by
 * its words.
 */
export function runningLines(pages: readonly (readonly PdfLine[])[]): Set<PdfLine> {
  const found = new Set<PdfLine>();
  for (const side of [1, -1]) {
    const slots = pages.flatMap((page) => slotOf(page, side));
    const heights = new Map<number, number>();
    for (const { y } of slots) heights.set(y, (heights.get(y) ?? 0) + 1);
    const [y, count] = [...heights].toSorted((a, b) => b[1] - a[1])[0] ?? [0, 0];
    if (count < Math.max(leastPages, pages.length * 0.5)) continue;
    for (const slot of slots)
      if (Math.abs(slot.y - y) <= 1)
        for (const line of slot.page) if (Math.abs(Math.round(line.y) - slot.y) <= 1) found.add(line);
  }
  return found;
}

/** The outermost line of a page on one side (1: top), when it is short and stands apart. */
function slotOf(page: readonly PdfLine[], side: number): Slot[] {
  const outwards = [...page].sort((a, b) => side * (b.y - a.y));
  const [line] = outwards;
  if (!line || !line.isEdge || line.text.length > longestRunning) return [];
  const next = outwards.find((one) => Math.abs(one.y - line.y) > 2);
  if (!next || Math.abs(next.y - line.y) < Math.max(line.height, next.height) * 1.9) return [];
  return [{ page, line, y: Math.round(line.y) }];
}

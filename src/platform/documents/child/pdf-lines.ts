import { isDirectory, runningLines } from './pdf-furniture.ts';

/** What pdf.js tells about a run of characters. */
export type PdfItem = {
  str: string;
  width: number;
  height: number;
  transform: number[];
  hasEOL: boolean;
};

export type PdfLine = {
  text: string;
  x: number;
  endX: number;
  y: number;
  height: number;
  isTabular: boolean;
  isEdge: boolean;
};

/**
 * Groups the runs of a page into lines, in the order of the file: that is where columns are kept apart.
 * `view` is the page's box.
 */
export function linesOfPage(items: readonly PdfItem[], view: readonly number[]): PdfLine[] {
  const bottom = view[1] ?? 0;
  const edge = ((view[3] ?? 0) - bottom) * 0.1;
  const lines: PdfLine[] = [];
  let line: PdfLine | null = null;
  let hasEnded = false;
  for (const item of items) {
    const x = item.transform[4] ?? 0;
    const y = item.transform[5] ?? 0;
    const height = item.height || Math.hypot(item.transform[2] ?? 0, item.transform[3] ?? 0) || 1;
    if (item.str.trim() === '') {
      if (line && item.str !== '') {
        if (item.width > height * 2.5) line.isTabular = true;
        line.text += item.width > height * 2.5 ? ' | ' : ' ';
        line.endX = Math.max(line.endX, x + item.width);
      }
      hasEnded ||= item.hasEOL;
      continue;
    }
    const isSameLine: boolean =
      line !== null &&
      Math.abs(y - line.y) <= Math.max(height, line.height) * 0.5 &&
      x >= line.endX - height * 2 &&
      !(hasEnded && x < line.endX);
    if (line && isSameLine) {
      const gap = x - line.endX;
      if (gap > Math.max(height, line.height) * 2.5 && !line.text.endsWith(' | ')) {
        line.text += ' | ';
        line.isTabular = true;
      } else if (gap > height * 0.2 && !/\s$/.test(line.text)) line.text += ' ';
      line.text += item.str;
      line.endX = x + item.width;
      if (item.str.trim().length > 2) line.height = Math.max(line.height, height);
    } else {
      line = {
        text: item.str,
        x,
        endX: x + item.width,
        y,
        height,
        isTabular: false,
        isEdge: y < bottom + edge || y > (view[3] ?? 0) - edge,
      };
      lines.push(line);
    }
    hasEnded = item.hasEOL;
  }
  return lines.flatMap((entry) => {
    const text = entry.text
      .replace(/\s+/g, ' ')
      .split(' | ')
      .map((cell) => cell.trim())
      .filter((cell) => cell !== '' && cell !== '|')
      .join(' | ');
    return text === '' ? [] : [{ ...entry, text, isTabular: entry.isTabular && text.includes(' | ') }];
  });
}

/** From this many times the size of the running text on, a short line is a heading. */
const headingRatio = 1.15;

function mostCommonHeight(pages: readonly (readonly PdfLine[])[]): number {
  const weights = new Map<number, number>();
  for (const page of pages)
    for (const line of page)
      weights.set(
        Math.round(line.height * 2) / 2,
        (weights.get(Math.round(line.height * 2) / 2) ?? 0) + line.text.length,
      );
  return [...weights].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 10;
}

/** Short lines at the upper and lower edge that return on most pages: running titles. */
function repeatedLines(pages: readonly (readonly PdfLine[])[]): Set<string> {
  const counts = new Map<string, number>();
  if (pages.length >= 4) {
    for (const page of pages)
      for (const text of new Set(page.filter(isAtEdge).map((line) => edgeKey(line.text))))
        counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return new Set(
    [...counts]
      .filter(([, count]) => count >= Math.max(3, Math.min(5, pages.length * 0.4)))
      .map(([text]) => text),
  );
}

export function isAtEdge(line: PdfLine): boolean {
  return line.isEdge && line.text.length <= 100;
}

/** A number alone, also a Roman one, or set apart from a running title. */
const pageNumber = /^[-–\s]*\d{1,4}[-–\s]*$|^[ivxlc]{1,7}$|^.{1,80} \| \d{1,4}$|^\d{1,4} \| /;

/** Page numbers differ from page to page, the words around them do not. */
function edgeKey(text: string): string {
  return text.length <= 40 ? text.replace(/\d+/g, '#') : text;
}

const listStart = /^(?:[•●▪◦‣⁃∙·–—*-]|\(?\d{1,3}[.)]|\(?[a-z][.)])\s/i;

function wordsOf(pages: readonly (readonly PdfLine[])[]): Set<string> {
  const words = new Set<string>();
  for (const page of pages)
    for (const line of page)
      for (const word of line.text.toLowerCase().match(/[\p{L}\d]+(?:-[\p{L}\d]+)*/gu) ?? []) words.add(word);
  return words;
}

/** No word that is divided at a line's end is longer. */
const longestWord = 100;

/** Joins two lines of a paragraph; a word divided at the line end becomes whole, a real hyphen stays. */
function join(before: string, after: string, words: ReadonlySet<string>): string {
  if (before.endsWith('\u00AD')) return before.slice(0, -1) + after;
  const head = /(?<![\p{L}\d])([\p{L}\d]+(?:-[\p{L}\d]+)*)[-‐]$/u.exec(before.slice(-longestWord))?.[1];
  const tail = /^[\p{L}\d]+/u.exec(after)?.[0];
  if (!head || !tail) return `${before} ${after}`;
  if (!/^\p{Ll}/u.test(tail)) return before + after;
  const isCompound = words.has(`${head}-${tail}`.toLowerCase()) && !words.has(`${head}${tail}`.toLowerCase());
  return (isCompound ? before : before.slice(0, -1)) + after;
}

/** Page texts with paragraphs, headings, lists and table rows. */
export function pagesToText(pages: readonly (readonly PdfLine[])[]): string[] {
  const body = mostCommonHeight(pages);
  const repeated = repeatedLines(pages);
  const running = runningLines(pages);
  const words = wordsOf(pages);
  return pages.map((page) => {
    if (isDirectory(page, pages.length)) return '';
    const lines = page.filter(
      (line) =>
        !running.has(line) &&
        !(isAtEdge(line) && (repeated.has(edgeKey(line.text)) || pageNumber.test(line.text))),
    );
    return pageToText(lines, body, words);
  });
}

function pageToText(lines: readonly PdfLine[], body: number, words: ReadonlySet<string>): string {
  const gaps = lines
    .slice(1)
    .map((line, index) => (lines[index]?.y ?? 0) - line.y)
    .filter((gap) => gap > 0 && gap < body * 4)
    .sort((a, b) => a - b);
  const leading = gaps[Math.floor(gaps.length / 2)] ?? body * 1.3;
  const right = Math.max(0, ...lines.map((line) => line.endX));
  const blocks: string[] = [];
  let block = '';
  let previous: PdfLine | null = null;
  let wasHeading = false;
  for (const line of lines) {
    const isHeading =
      line.height >= body * headingRatio &&
      line.text.length <= 150 &&
      /\p{L}/u.test(line.text) &&
      !line.isTabular;
    let glue: 'join' | 'line' | 'block' = 'block';
    if (previous) {
      const gap: number = previous.y - line.y;
      const isTerminal = /[.!?:;…]["'”»)]?$/.test(previous.text);
      const isShort = previous.endX < right - (right - previous.x) * 0.2;
      const jumps = gap < -previous.height || gap > Math.max(leading * 1.5, previous.height * 1.9);
      if (isHeading !== wasHeading || (isHeading && Math.abs(line.height - previous.height) > 0.5))
        glue = 'block';
      else if (jumps)
        glue =
          !isHeading &&
          gap < 0 &&
          !isTerminal &&
          /^\p{Ll}/u.test(line.text) &&
          !line.isTabular &&
          !previous.isTabular
            ? 'join'
            : 'block';
      else if (isHeading) glue = 'join';
      else if (line.isTabular || previous.isTabular || listStart.test(line.text)) glue = 'line';
      else if (isShort && isTerminal && previous.endX < right - (right - previous.x) * 0.35) glue = 'block';
      else if (isShort && !/^\p{Ll}/u.test(line.text) && !/[,-]$/.test(previous.text)) glue = 'line';
      else glue = 'join';
    }
    const text =
      isHeading && glue !== 'join' ? `${line.height >= body * 1.6 ? '#' : '##'} ${line.text}` : line.text;
    if (glue === 'join') block = join(block, text, words);
    else if (glue === 'line') block += `\n${text}`;
    else {
      if (block !== '') blocks.push(block);
      block = text;
    }
    previous = line;
    wasHeading = isHeading;
  }
  if (block !== '') blocks.push(block);
  return blocks.join('\n\n');
}

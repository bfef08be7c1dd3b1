import { fallbackLanguage, type Language } from '#shared/languages.ts';
import { isPlainHeading } from './plain-heading.ts';
import { type Sentence, sentences } from './sentences.ts';

/**
 * A document as its parser gives it; headings are lines that begin with `#`, `pages` are the offsets at which
 * its pages begin.
 */
export type ChunkableDocument = {
  text: string;
  pages?: readonly number[];
  language?: Language;
};

/**
 * A piece of a document: `text` is exactly what stands between `start` and `end`; `page` counts from 1, null
 * without pages.
 */
export type TextChunk = {
  text: string;
  start: number;
  end: number;
  headings: string[];
  page: number | null;
};

export type ChunkSettings = {
  size: number;
  overlap: number;
};
export const chunkDefaults: ChunkSettings = { size: 1_000, overlap: 150 };

/** Below all headings. */
const termLevel = 7;
const shortestExplanation = 50;

type Unit = {
  start: number;
  end: number;
  heading: { level: number; text: string } | null;
  paragraph: boolean;
  /** "Do this:" */
  announces?: boolean;
};

/**
 * Cuts a document into chunks of at most `size` characters, along headings, paragraphs, list items, table
 * rows and sentences, in that order of preference; only a sentence longer than a chunk is cut between words.
 * The next chunk begins up to `overlap` characters earlier, at the beginning of a sentence of the same
 * section.
 */
export function chunkText(document: ChunkableDocument, settings: Partial<ChunkSettings> = {}): TextChunk[] {
  const size = Math.max(50, settings.size ?? chunkDefaults.size);
  const overlap = Math.min(Math.max(0, settings.overlap ?? chunkDefaults.overlap), Math.floor(size / 2));
  const { text } = document;
  const isCode = codeFinder(text);
  const units = sentences(text, document.language ?? fallbackLanguage).flatMap((sentence, index, all) =>
    unitsOf(text, sentence, all[index - 1]?.end, size, isCode(sentence.start)),
  );
  const chunks: TextChunk[] = [];
  const path: { level: number; text: string }[] = [];
  const pageOf = pageFinder(document.pages);
  let first = 0;
  while (first < units.length) {
    const last = lastUnitOf(units, first, size);
    const [start, end] = [units[first]?.start ?? 0, units[last]?.end ?? 0];
    for (let index = leadingHeadings(units, first, chunks.at(-1)?.end ?? 0); index <= last; index++) {
      const heading = units[index]?.heading;
      if (!heading) break;
      enter(path, heading);
    }
    chunks.push({
      text: text.slice(start, end),
      start,
      end,
      headings: path.map((heading) => heading.text),
      page: pageOf(start),
    });
    for (let index = first; index <= last; index++) {
      const heading = units[index]?.heading;
      if (heading) enter(path, heading);
    }
    first = nextFirst(units, first, last, overlap);
  }
  return chunks;
}

/** Whether a place of a text is within a block of code; places are asked for from first to last. */
function codeFinder(text: string): (place: number) => boolean {
  const fences = [...text.matchAll(/^[ \t]*```/gm)].map(({ index }) => index);
  let before = 0;
  return (place) => {
    while ((fences[before] ?? Infinity) < place) before++;
    return before % 2 === 1;
  };
}

/**
 * The units of a chunk that begins at `first`: as many as fit, ended where a new section or, late in the
 * chunk, a new paragraph begins.
 */
function lastUnitOf(units: readonly Unit[], first: number, size: number): number {
  const start = units[first]?.start ?? 0;
  let last = first;
  let paragraphEnd = -1;
  let body = units[first]?.heading ? 0 : 1;
  for (let index = first + 1; index < units.length; index++) {
    const unit = units[index];
    if (!unit || unit.end - start > size) {
      const full = (units[last]?.end ?? 0) - start;
      const atParagraph = (units[paragraphEnd]?.end ?? 0) - start;
      if (paragraphEnd >= first && full > size * 0.8 && atParagraph > size * 0.6) last = paragraphEnd;
      break;
    }
    if (unit.heading && body > 0 && (units[last]?.end ?? 0) - start > size * 0.2) break;
    if (unit.paragraph) paragraphEnd = last;
    if (!unit.heading) body++;
    last = index;
  }
  if (last === units.length - 1) return last;
  // A heading belongs to what follows it, and so does what announces a list. Where there are only headings, they
  // belong together.
  let end = last;
  while (end > first && (units[end]?.heading || units[end]?.announces)) end--;
  return end === first && units[first]?.heading ? last : end;
}

/**
 * Where the next chunk begins: a little back, but never before a heading, and never at the beginning of the
 * chunk before.
 */
function nextFirst(units: readonly Unit[], first: number, last: number, overlap: number): number {
  let next = last + 1;
  if (next >= units.length || units[next]?.heading) return next;
  const end = units[last]?.end ?? 0;
  while (next - 1 > first && !units[next - 1]?.heading && end - (units[next - 1]?.start ?? 0) <= overlap)
    next--;
  return next;
}

function leadingHeadings(units: readonly Unit[], first: number, previousEnd: number): number {
  let index = first;
  while ((units[index]?.start ?? previousEnd) < previousEnd) index++;
  return index;
}

function enter(path: { level: number; text: string }[], heading: { level: number; text: string }): void {
  while (path.length > 0 && (path.at(-1)?.level ?? 0) >= heading.level) path.pop();
  path.push(heading);
}

function unitsOf(
  text: string,
  { start, end, kind }: Sentence,
  previousEnd: number | undefined,
  size: number,
  isCode: boolean,
): Unit[] {
  const paragraph =
    kind !== 'sentence' || /\n\s*\n/.test(text.slice(previousEnd ?? 0, start).slice(0, 1_000));
  // "# Keep seven days" is a comment where code stands, and no heading.
  if (kind === 'heading' && !isCode) {
    const marks = /^#+/.exec(text.slice(start, Math.min(end, start + 7)))?.[0].length ?? 1;
    const title = text
      .slice(start, Math.min(end, start + 200))
      .replace(/^#+\s*|\s*#+$/g, '')
      .trim();
    return [
      {
        start,
        end: Math.min(end, cut(text, start, start + size)),
        heading: { level: marks, text: title },
        paragraph: true,
      },
    ];
  }
  // A term has its explanation below, and every chunk of that is about the term.
  if (
    kind === 'sentence' &&
    !isCode &&
    /^[ \t]*\r?\n\s*\n/.test(text.slice(end, end + 20)) &&
    isPlainHeading(text, start, end, shortestExplanation)
  )
    return [
      { start, end, heading: { level: termLevel, text: text.slice(start, end).trim() }, paragraph: true },
    ];
  const units: Unit[] = [];
  for (let from = start; from < end;) {
    const to = end - from <= size ? end : cut(text, from, from + size);
    const announces = kind === 'sentence' && to === end && text[end - 1] === ':';
    units.push({ start: from, end: to, heading: null, paragraph: paragraph && from === start, announces });
    from = to;
    while (from < end && /\s/.test(text[from] ?? '')) from++;
  }
  return units;
}

/**
 * A place at or before `limit` to cut an overlong sentence: after a comma, else between words, else between
 * characters.
 */
function cut(text: string, from: number, limit: number): number {
  if (limit >= text.length) return text.length;
  const window = text.slice(from, limit);
  for (const pattern of [/[,;:—–)]\s(?=[^,;:—–)]*$)/u, /\s(?=\S*$)/u]) {
    const at = window.search(pattern);
    if (at > window.length / 2) return from + at + 1;
  }
  const code = text.charCodeAt(limit - 1);
  return code >= 0xd800 && code <= 0xdbff ? limit - 1 : limit;
}

function pageFinder(pages: readonly number[] | undefined): (offset: number) => number | null {
  if (!pages || pages.length === 0) return () => null;
  return (offset) => {
    let low = 0;
    let high = pages.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((pages[middle] ?? Infinity) <= offset) low = middle;
      else high = middle - 1;
    }
    return low + 1;
  };
}

import { createHash } from 'node:crypto';

/** A page as far as it matters for finding what repeats. */
export type RepeatingPage = {
  url: string;
  title: string;
  text: string;
};

/** A line that stands on many pages: its key, and the page that keeps it because it says something. */
export type RepeatedLine = readonly [key: string, keptAt: string | null];

/** Lines from the beginning and from the end of a page within which navigation is looked for. */
const edgeLines = 150;
const longParagraph = 80;
const leastPages = 3;
const mostRepeated = 3_000;
const forgetsEvery = 250;

/** A line as it is compared: without marks of lists and headings, in small letters. */
function keyOf(line: string): string | null {
  const words = line
    .replace(/^\s*(?:#{1,6}|[-*•]|\d{1,3}[.)])\s+/, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}@]+/gu, ' ')
    .trim();
  return words === '' ? null : createHash('sha1').update(words).digest('base64url').slice(0, 12);
}

const isHeading = (line: string): boolean => /^#{1,6}\s/.test(line);

/** Something that visitors may ask for: a number, an address, a whole sentence. */
const isFact = (line: string): boolean =>
  /\d|@/.test(line) || (/[.!?…]["'”»)]?$/.test(line.trim()) && line.trim().split(/\s+/).length >= 5);

const separators = /(?:(?<!\s)\s+)?(?:\||›|»|«|→|←|>{1,2}|<{1,2}|::|·|•)\s*|(?<!\s)\s+\/\s+/;
const titleSeparators = /(?<!\s)\s+[|·–—:»-]\s+/;

/**
 * How often a line must be met among so many pages to be one of the site's and not of the page. Reference
 * pages that are read one after the other share sentences that are worth knowing, so few pages prove little.
 */
function leastRepeats(pages: number): number {
  if (pages <= 30) return Math.max(leastPages, Math.ceil(pages * 0.5));
  return pages <= 200 ? Math.max(15, Math.ceil(pages * 0.3)) : Math.max(60, Math.ceil(pages * 0.1));
}

type Met = {
  count: number;
  firstAt: string;
  isFact: boolean;
};

/**
 * Finds by repetition what belongs to a site and not to its pages: lines at the beginning or end of many
 * pages, long paragraphs that stand on half of them, lines of navigation that consist of other pages' titles,
 * and the part that all titles share. `known` is what an earlier run found. The more pages it has seen, the
 * more it knows: what was cleaned early is worth a second look at the end.
 */
export function createBoilerplate(known: { lines: readonly RepeatedLine[]; titles: readonly string[] }) {
  const before = new Map<string, string | null>(known.lines);
  const edges = new Map<string, Met>();
  const paragraphs = new Map<string, Met>();
  const titles = new Set<string>();
  const titleParts = new Map<string, number>();
  let pages = 0;

  function learnTitle(title: string): void {
    const key = keyOf(title);
    if (key) titles.add(key);
    const parts = title.split(titleSeparators);
    if (parts.length < 2) return;
    for (const part of new Set([parts[0], parts.at(-1)])) {
      const partKey = keyOf(part ?? '');
      if (partKey) titleParts.set(partKey, (titleParts.get(partKey) ?? 0) + 1);
    }
    const bare = keyOf(parts.slice(0, -1).join(' - '));
    if (bare) titles.add(bare);
  }
  for (const title of known.titles) learnTitle(title);

  function count(map: typeof edges, key: string, line: string, url: string): void {
    const entry = map.get(key);
    if (entry) entry.count += 1;
    else map.set(key, { count: 1, firstAt: url, isFact: isFact(line) });
  }

  const isEdge = (index: number, total: number): boolean => index < edgeLines || index >= total - edgeLines;

  const leastParagraphs = (): number => Math.max(leastPages + 1, Math.ceil(pages * 0.5));

  /** The page that keeps a repeated line, or null when no page does; undefined when the line is no such one. */
  function keeperOf(key: string): string | null | undefined {
    const kept = before.get(key);
    if (kept !== undefined) return kept;
    const edge = edges.get(key);
    const paragraph = paragraphs.get(key);
    const met =
      edge && edge.count >= leastRepeats(pages)
        ? edge
        : paragraph && paragraph.count >= leastParagraphs()
          ? paragraph
          : undefined;
    return met && (met.isFact ? met.firstAt : null);
  }

  /** The titles of other pages and repeated words, set apart by signs: a breadcrumb, or a row of neighbours. */
  function isTrail(line: string): boolean {
    const parts = line.split(separators).filter((part) => /[\p{L}\p{N}]/u.test(part));
    if (parts.length < 2) return false;
    return parts.every((part) => {
      const key = keyOf(part);
      return key !== null && (titles.has(key) || keeperOf(key) !== undefined);
    });
  }

  return {
    /** Takes a page into account. */
    learn({ url, title, text }: RepeatingPage): void {
      pages += 1;
      learnTitle(title);
      const lines = text.split('\n').filter((line) => /[\p{L}\p{N}]/u.test(line));
      const seen = new Set<string>();
      for (const [index, line] of lines.entries()) {
        const isAtEdge = isEdge(index, lines.length);
        if (!isAtEdge && line.length < longParagraph) continue;
        const key = keyOf(line);
        if (key === null || seen.has(key)) continue;
        seen.add(key);
        if (isAtEdge) count(edges, key, line, url);
        if (line.length >= longParagraph && !isHeading(line)) count(paragraphs, key, line, url);
        for (const part of isAtEdge && line.length <= 300 ? line.split(separators) : []) {
          const partKey = part === line ? null : keyOf(part);
          if (partKey === null || seen.has(partKey)) continue;
          seen.add(partKey);
          count(edges, partKey, part, url);
        }
      }
      if (pages % forgetsEvery !== 0) return;
      for (const map of [edges, paragraphs])
        for (const [key, entry] of map) if (entry.count === 1) map.delete(key);
    },

    /** The page without what repeats; its own title stays. */
    clean({ url, title, text }: RepeatingPage): { title: string; text: string } {
      const lines = text.split('\n');
      const gone = new Set<number>();
      const own = keyOf(title);
      const isRepeated = (line: string): boolean => {
        const key = keyOf(line);
        if (key === null || key === own) return false;
        const keeper = keeperOf(key);
        return keeper !== undefined && keeper !== url;
      };
      const isLongRepeated = (line: string): boolean =>
        line.length >= longParagraph && !isHeading(line) && isRepeated(line);
      const isRemovable = (line: string): boolean => isRepeated(line) || isTrail(line);
      const order = lines.map((_, index) => index);
      for (const [sequence, isForward] of [
        [order, true],
        [order.toReversed(), false],
      ] as const) {
        // What lies between two removed lines goes with them; a heading only when all below it went.
        let waiting: number[] = [];
        for (const index of sequence) {
          const line = lines[index] ?? '';
          const isBare = keyOf(line) === null;
          const mayPass = isForward && isHeading(line) && !isRemovable(line) && waiting.length === 0;
          if (isBare || (isForward && isHeading(line) && isRemovable(line))) {
            waiting.push(index);
            continue;
          }
          if (isRemovable(line)) {
            for (const one of [...waiting, index]) gone.add(one);
            waiting = [];
            continue;
          }
          // The page's own title may stand above its navigation.
          if (mayPass && index <= 6) continue;
          break;
        }
      }
      for (const [index, line] of lines.entries()) if (isLongRepeated(line)) gone.add(index);
      const cleaned =
        gone.size === 0
          ? text
          : lines
              .filter((_, index) => !gone.has(index))
              .join('\n')
              .replace(/\n{3,}/g, '\n\n')
              .trim();
      return { title: this.cleanTitle(title), text: /[\p{L}\p{N}]/u.test(cleaned) ? cleaned : text };
    },

    /** A title without the part that it shares with most others. */
    cleanTitle(title: string): string {
      const parts = title.split(titleSeparators);
      if (parts.length < 2) return title;
      const isShared = (part: string | undefined): boolean => {
        const key = keyOf(part ?? '');
        return key !== null && (titleParts.get(key) ?? 0) >= Math.max(leastPages + 1, titles.size * 0.2);
      };
      const last = parts.at(-1) ?? '';
      if (isShared(last))
        return title.slice(0, title.lastIndexOf(last)).replace(/(?<!\s)\s+[|·–—:»-]\s+$/, '');
      const first = parts[0] ?? '';
      return isShared(first) ? title.slice(first.length).replace(/^\s+[|·–—:»-]\s+/, '') : title;
    },

    /** What was found, for the next run. */
    lines(): RepeatedLine[] {
      const keys = new Set([...before.keys(), ...edges.keys(), ...paragraphs.keys()]);
      return [...keys]
        .flatMap((key): RepeatedLine[] => {
          const keeper = keeperOf(key);
          return keeper === undefined ? [] : [[key, keeper]];
        })
        .slice(0, mostRepeated);
    },
  };
}

export type Boilerplate = ReturnType<typeof createBoilerplate>;

import type { Language } from '#shared/languages.ts';
import { detectLanguage } from '#platform/language/detect-language.ts';
import { weekDays } from '#platform/language/week-days.ts';
import { analyze } from '#platform/text-search/analyze.ts';
import { sentences, type Sentence } from '#platform/text-search/sentences.ts';
import { readable, readableRow } from './readable.ts';

/** A passage as the search found it. */
export type Passage = {
  number: number;
  title: string;
  heading: string;
  text: string;
  score: number;
};

/** A sentence, list item or table row that may be (part of) an answer. */
export type Candidate = {
  text: string;
  passage: Passage;
  language: Language;
  kind: 'sentence' | 'item' | 'row';
  /** Its place among all candidates of its passage. */
  place: number;
  /**
   * Items and rows that stand together share a list; the sentence that announces them has it as `announces`.
   */
  list: number | null;
  announces: number | null;
  headings: readonly string[];
  terms: ReadonlySet<string>;
  /** Of the heading right above, and of the title and the headings higher up. */
  headingTerms: ReadonlySet<string>;
  titleTerms: ReadonlySet<string>;
  days: ReadonlySet<number>;
};

/** Lines that stand on every page and say nothing. */
const boilerplate =
  /\bcookies?\b|all rights reserved|alle rechten voorbehouden|todos los derechos|todos os direitos|tous droits|všechna práva|©|\bcopyright\b|skip to (?:main )?content|read more|lees meer|leer más|ler mais|lire la suite|en savoir plus|číst dál|více informací$|privacy ?(?:policy|verklaring)|\bnewsletter\b.*\bsubscribe\b|subscribe to|javascript|log ?in|sign (?:in|up)\b/i;
const crumbs = /^(?:[^.!?›»>/|·•]{1,40}[›»>/|·•]){2,12}[^.!?›»>/|·•]{0,40}$/;

/** What the passages offer as answers, without navigation and boilerplate. */
export function candidatesOf(passages: readonly Passage[], hint: Language): Candidate[] {
  const seen = new Set<string>();
  let lists = 0;
  return passages.flatMap((passage) => {
    const language = detectLanguage(`${passage.heading}\n${passage.text}`.slice(0, 1_500), hint);
    const found: Candidate[] = [];
    let headings = [passage.title, ...passage.heading.split(' › ')].filter(Boolean);
    const rooted = headings;
    let tableHead: string[] | null = null;
    let before: Sentence | null = null;
    let open: { list: number; kind: Candidate['kind'] } | null = null;
    let asked: string | null = null;
    for (const piece of sentences(passage.text.slice(0, 8_000), language)) {
      const text = readable(piece.text);
      if (piece.kind === 'heading' || isPlainHeading(piece, text, passage.text)) {
        headings =
          piece.kind === 'heading' && /^#\s/.test(piece.text)
            ? [passage.title, text]
            : [...rooted.slice(0, 3), text];
        tableHead = null;
        open = null;
        asked = null;
        before = piece;
        continue;
      }
      const hasGap = before === null || /\n\s*\n/.test(passage.text.slice(before.end, piece.start));
      if (piece.kind !== 'row') tableHead = null;
      if (piece.kind === 'row' && tableHead === null) {
        const cells = cellsOf(piece.text);
        // The first row names the columns, when it holds no numbers.
        tableHead = cells;
        open = { list: lists++, kind: 'row' };
        before = piece;
        if (!/\d/.test(piece.text) && followedByRow(passage.text, piece.end)) continue;
        tableHead = [];
      }
      before = piece;
      if (text.length < 3 || isUseless(text)) continue;
      if (/\?["'”’»)\]]*$/.test(text) && piece.kind === 'sentence') {
        // A question in a text is the heading of what follows.
        asked = text;
        open = null;
        continue;
      }
      if (hasGap && asked !== null && found.length > 0 && found.at(-1)?.headings.includes(asked))
        asked = null;
      if (piece.kind === 'sentence') open = null;
      else if (open === null || open.kind !== piece.kind) open = { list: lists++, kind: piece.kind };
      const said = piece.kind === 'row' ? readableRow(cellsOf(piece.text), tableHead ?? []) : text;
      const key = said.toLowerCase();
      if (seen.has(key)) continue;
      seen.add(key);
      const context = asked === null ? headings : [...headings, asked];
      // The heading of a whole page says little about one of its sentences.
      const section =
        context.length > 1 && !passage.title.includes(context.at(-1) ?? '') ? (context.at(-1) ?? '') : '';
      const previous = found.at(-1);
      if (open && previous && previous.kind === 'sentence' && previous.text.endsWith(':'))
        previous.announces = open.list;
      found.push({
        text: said,
        passage,
        language,
        kind: piece.kind,
        place: found.length,
        list: open?.list ?? null,
        announces: null,
        headings: context,
        terms: termsOf(said, language),
        headingTerms: termsOf(section, language),
        titleTerms: termsOf(context.filter((heading) => heading !== section).join(' . '), language),
        days: weekDays(said),
      });
    }
    return found;
  });
}

/** A short line that stands alone and ends without a full stop, in a text that has lost its markup. */
function isPlainHeading(piece: Sentence, text: string, whole: string): boolean {
  if (
    piece.kind !== 'sentence' ||
    text.length > 60 ||
    text.length < 3 ||
    /[.!?:;,…]["'”’»)\]]*$/u.test(text) ||
    /\d/.test(text) ||
    /[@€$£]/.test(text)
  )
    return false;
  if (text.split(/\s+/).length > 7) return false;
  const startsLine =
    piece.start === 0 || /\n\s*$/.test(whole.slice(Math.max(0, piece.start - 40), piece.start));
  return (
    startsLine &&
    /^[ \t]*(?:\r?\n)/.test(whole.slice(piece.end, piece.end + 20)) &&
    /\S/.test(whole.slice(piece.end))
  );
}

function isUseless(text: string): boolean {
  if (boilerplate.test(text) && text.length < 220) return true;
  if (crumbs.test(text) && !/\d/.test(text)) return true;
  return !/\p{L}{2}|\d{2}/u.test(text);
}

function followedByRow(text: string, end: number): boolean {
  const next = text
    .slice(end, end + 2_000)
    .split('\n')
    .find((line, index) => index > 0 && /\p{L}|\d/u.test(line));
  return next !== undefined && (next.includes('|') || next.includes('\t'));
}

function cellsOf(row: string): string[] {
  return row
    .replace(/^\s*\|/, '')
    .replace(/\|\s*$/, '')
    .split(/\||\t/)
    .map((cell) => readable(cell));
}

function termsOf(text: string, language: Language): Set<string> {
  return new Set(analyze(text, language).map(({ term }) => term));
}

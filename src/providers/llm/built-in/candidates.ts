import { LRUCache } from 'lru-cache';
import type { Language } from '#shared/languages.ts';
import { detectLanguage } from '#platform/language/detect-language.ts';
import { wordsFor } from '#platform/language/everyday-concepts.ts';
import { anyLanguage, forEachLanguage } from '#platform/language/language-content.ts';
import { weekDays } from '#platform/language/week-days.ts';
import { isPlainHeading } from '#platform/text-search/plain-heading.ts';
import {
  isCodeName,
  isHollow,
  leadingNumber,
  namesBelow,
  namesOf,
  pointsAway,
} from '#platform/text-search/entry-names.ts';
import { toldPieces } from './captions.ts';
import { ownWords, partsOf, termsOf } from './words/own-words.ts';
import type { Piece } from './pieces.ts';
import { isUsage, readable, readableRow } from './wording/readable.ts';
import { cellsOf, followedByRow, isFollowedByRow, propertyOf, readableProperty } from './wording/rows.ts';

/** A passage as the search found it. */
export type Passage = {
  number: number;
  title: string;
  heading: string;
  text: string;
  score: number;
  /** What it is in, as far as that is known; else it is looked for. */
  language?: Language;
};

/** A sentence, list item or table row that may be (part of) an answer. */
export type Candidate = {
  text: string;
  passage: Passage;
  language: Language;
  kind: 'sentence' | 'item' | 'row' | 'code';
  /** Its place among all candidates of its passage. */
  place: number;
  /**
   * Items and rows that stand together share a list; the sentence that announces them has it as `announces`.
   */
  list: number | null;
  announces: number | null;
  headings: readonly string[];
  /** It comes right after the heading. */
  opens: boolean;
  /** It says in words what the thing is: a heading such as "createdb — create a new database", or in a list of
   * properties the one called "Description". */
  describes: boolean;
  /** It is the heading itself, which tells something beside the name: "queue_run_delay (default: 300s)". */
  heads: boolean;
  /** The names of the thing that the heading right above, or the row itself, is the entry of. */
  entry: readonly string[];
  /** That heading is a term, or only says "Description" of its page; or the row names its thing itself. */
  isTerm: boolean;
  /** Its place among what stands below that heading; a row that names its thing is the first. */
  entryPlace: number;
  /** How deep the heading right above stands, 1 being the highest; a line that only looks like one is deepest. */
  level: number;
  terms: ReadonlySet<string>;
  /** Words that stand in it only as parts of names such as `pg_test_fsync`. */
  partTerms: ReadonlySet<string>;
  /** Its words in order. */
  order: readonly string[];
  /** It stands below “See also”. */
  pointsAway: boolean;
  /** What the heading right above and the one over it name: without their numbers and what stands in brackets. */
  named: readonly ReadonlySet<string>[];
  /** Of the heading right above, and of the title and the headings higher up. */
  headingTerms: ReadonlySet<string>;
  titleTerms: ReadonlySet<string>;
  days: ReadonlySet<number>;
};

/** "createdb — create a new database": a name with what it is. */
export const summary = /^[^\s—–][^—–]{0,60}?\s[—–-]{1,2}\s+\S/u;

const summaryHeading = /^([\p{L}\p{N}_.-]{2,40})\s[—–-]{1,2}\s+\S+(?:\s+\S+){2,20}$/u;

/** Lines that stand on every page and say nothing. */
const boilerplate =
  /\bcookies?\b|all rights reserved|alle rechten voorbehouden|todos los derechos|todos os direitos|tous droits|všechna práva|©|\bcopyright\b|skip to (?:main )?content|read more|lees meer|leer más|ler mais|lire la suite|en savoir plus|číst dál|více informací$|privacy ?(?:policy|verklaring)|\bnewsletter\b.*\bsubscribe\b|subscribe to|javascript|log ?in|sign (?:in|up)\b/i;
/** How a list of properties calls the line that says what the thing is. */
const describing = new RegExp(
  `^(?:${anyLanguage(({ questions }) => questions.describing.join('|'))})$`,
  'iu',
);
const crumbs = /^(?:[^.!?›»>/|·•]{1,40}[›»>/|·•]){2,12}[^.!?›»>/|·•]{0,40}$/;

/** What the passages offer as answers, without navigation and boilerplate. */
export function candidatesOf(passages: readonly Passage[], hint: Language): Candidate[] {
  const seen = new Set<string>();
  let lists = 0;
  return passages.flatMap((passage) => {
    const language =
      passage.language ?? detectLanguage(`${passage.heading}\n${passage.text}`.slice(0, 1_500), hint);
    const found: Candidate[] = [];
    let headings = [passage.title, ...passage.heading.split(' › ')].filter(Boolean);
    const rooted = headings;
    let section = headings;
    let tableHead: string[] | null = null;
    let before: Piece | null = null;
    let open: { list: number; kind: Candidate['kind'] } | null = null;
    let asked: string | null = null;
    let isFirst = false;
    // A passage that begins within a section doesn't begin with what that explains first.
    let below = lateInEntry;
    let level = 2;
    for (const piece of toldPieces(passage.text.slice(0, 8_000), language)) {
      if (piece.kind === 'code') {
        const previous = found.at(-1);
        const list = lists++;
        if (previous?.kind === 'sentence' && previous.text.endsWith(':')) previous.announces = list;
        found.push({
          ...emptyCandidate,
          text: piece.text,
          passage,
          language,
          kind: 'code',
          place: found.length,
          list,
          headings,
          entryPlace: below,
          order: [],
          terms: termsOf(piece.text, language),
          partTerms: partsOf(piece.text, language),
        });
        open = null;
        continue;
      }
      const text = readable(piece.text);
      if (
        piece.kind === 'heading' ||
        (piece.kind === 'sentence' && isPlainHeading(passage.text, piece.start, piece.end))
      ) {
        below = 0;
        const name = summaryHeading.exec(text)?.[1] ?? null;
        const told = name ?? (tellsDefault(text, language) ? nameIn(text) : null);
        if (told !== null)
          found.push({
            ...emptyCandidate,
            text,
            passage,
            language,
            kind: 'sentence',
            place: found.length,
            list: null,
            headings: [...headings, told],
            opens: name !== null,
            describes: name !== null,
            heads: name === null,
            ...wordsOf(text, [passage.title, told], passage, language),
            headingTerms: termsOf(told, language),
            entryPlace: 0,
          });
        level = levelOf(piece.text);
        headings =
          piece.kind === 'heading' && /^#\s/.test(piece.text)
            ? [passage.title, text]
            : [...rooted.slice(0, 3), text];
        section = headings;
        tableHead = null;
        open = null;
        asked = null;
        before = piece;
        isFirst = true;
        continue;
      }
      const hasGap = before === null || /\n\s*\n/.test(passage.text.slice(before.end, piece.start));
      // A row that stands alone, such as "local_interfaces | Default: see below", may be the heading of what follows.
      const isAlone = piece.kind === 'row' && hasGap && !isFollowedByRow(passage.text, piece.end);
      if (piece.kind !== 'row') tableHead = null;
      else if (isAlone) {
        tableHead = [];
        headings = section;
      }
      const property = piece.kind === 'row' ? propertyOf(piece.text) : null;
      if (property && !isAlone && tableHead?.length !== 0) {
        tableHead = [];
        open = { list: lists++, kind: 'row' };
      }
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
      if (text.length < 3 || isUseless(text, piece.text.trimStart().startsWith('|'))) continue;
      if (/\?["'”’»)\]]*$/.test(text) && (piece.kind === 'sentence' || isAlone)) {
        // A question in a text is the heading of what follows.
        asked = piece.kind === 'row' ? (cellsOf(piece.text).findLast(Boolean) ?? text) : text;
        open = null;
        isFirst = true;
        below = 0;
        continue;
      }
      if (hasGap && asked !== null && found.length > 0 && found.at(-1)?.headings.includes(asked))
        asked = null;
      if (piece.kind === 'sentence') open = null;
      else if (open === null || open.kind !== piece.kind) open = { list: lists++, kind: piece.kind };
      const describes = property !== null && describing.test(property.name);
      // A table of one row is about the heading, and so are properties.
      const isOnly =
        piece.kind === 'row' &&
        Boolean(tableHead?.length) &&
        found.at(-1)?.list !== open?.list &&
        !isFollowedByRow(passage.text, piece.end);
      const said =
        property && tableHead?.length === 0
          ? readableProperty(property, describes)
          : piece.kind === 'row'
            ? readableRow(cellsOf(piece.text), tableHead ?? [], language)
            : text;
      const key = said.toLowerCase();
      if (seen.has(key)) continue;
      seen.add(key);
      const isWritten = piece.kind === 'sentence' && isUsage(said);
      const context = asked === null ? headings : [...headings, asked];
      const previous = found.at(-1);
      if (open && previous && previous.kind === 'sentence' && previous.text.endsWith(':'))
        previous.announces = open.list;
      found.push({
        text: said,
        passage,
        language,
        kind: piece.kind,
        place: found.length,
        list: describes ? null : (open?.list ?? null),
        announces: null,
        headings: context,
        opens: isFirst && !isWritten,
        describes,
        heads: false,
        level,
        days: weekDays(said),
        ...wordsOf(said, context, passage, language),
        entryPlace: below,
        isTerm: level === lowestLevel || isHollow(headings.at(-1) ?? ''),
        ...(property || isOnly ? { entryPlace: describes ? 0 : lateInEntry } : ownEntry(said, piece.kind)),
      });
      if (piece.kind !== 'sentence' || endsSentence.test(said)) below++;
      // Below a name and how it is written comes what it is.
      if (!isWritten) isFirst = false;
      const [name = ''] = isAlone ? cellsOf(piece.text).filter(Boolean) : [];
      if (isCodeName(name)) {
        headings = [...rooted.slice(0, 3), name];
        level = lowestLevel;
        isFirst = true;
        below = 0;
        open = null;
      }
    }
    return found;
  });
}

/** The words of a text and of what stands above it. */
function wordsOf(
  text: string,
  headings: readonly string[],
  { title }: Passage,
  language: Language,
): Pick<
  Candidate,
  'pointsAway' | 'terms' | 'partTerms' | 'order' | 'named' | 'entry' | 'headingTerms' | 'titleTerms'
> {
  // The heading of a whole page says little about one of its sentences.
  const last = headings.at(-1) ?? '';
  const section = headings.length > 1 && !title.includes(last) ? last : '';
  return { ...ownWords(text, language), ...headingWords(headings, section, language) };
}

/** What was made of headings: all sentences of a section have the same. */
type HeadingWords = Pick<Candidate, 'pointsAway' | 'named' | 'entry' | 'headingTerms' | 'titleTerms'>;

const knownHeadings = new LRUCache<string, HeadingWords>({
  max: 500,
});

function headingWords(headings: readonly string[], section: string, language: Language): HeadingWords {
  const key = [language, section, ...headings].join('\n');
  const known = knownHeadings.get(key);
  if (known) return known;
  const telling = headings.filter((heading, at) => !isHollow(heading) && heading !== headings[at + 1]);
  const [title = ''] = headings;
  const made = {
    entry: namesBelow(headings, title),
    pointsAway: pointsAway(headings.at(-1) ?? ''),
    named: telling.slice(-2).map((heading) => {
      const name = termsOf(nameIn(heading), language);
      // `--tablespace` is a way of saying which tablespace, and none itself.
      return heading.startsWith('-') ? name.add('--') : name;
    }),
    headingTerms: termsOf(section, language),
    titleTerms: termsOf(headings.filter((heading) => heading !== section).join(' . '), language),
  };
  knownHeadings.set(key, made);
  return made;
}

/** A term with its explanation, or a line that only looks like a heading: below all headings of sections. */
export const lowestLevel = 7;
const termMark = /^#{5,6}(?=\s)/;

function levelOf(heading: string): number {
  return termMark.test(heading) ? lowestLevel : (/^#{1,4}(?=\s)/.exec(heading)?.[0].length ?? lowestLevel);
}

/** What only adds to an explanation, such as "Type: integer". */
const lateInEntry = 3;

/** A label such as "Grammar:" takes no place. */
const endsSentence = /[.!?…]["'”’»)\]]*$|(?:\s\S+){3}:$/u;

/** What a row or an item names first, "-n, --dry-run: change nothing", is its own entry. */
function ownEntry(
  text: string,
  kind: Piece['kind'],
): Partial<Pick<Candidate, 'entry' | 'entryPlace' | 'isTerm'>> {
  if (kind !== 'row' && kind !== 'item') return {};
  const head = /^.{1,80}?(?=\s–\s|\u00a0?:\s)/u.exec(text)?.[0] ?? '';
  const entry = namesOf(head);
  return kind === 'row' || entry.some((name) => isCodeName(name))
    ? { entry, entryPlace: 0, isTerm: true }
    : {};
}

const defaultTerms = forEachLanguage(
  (_content, language) =>
    new Set(wordsFor('default', [language]).flatMap((word) => [...termsOf(word, language)])),
);

/** Whether a heading says what a setting is when nobody sets it: "queue_run_delay (default: 300s)", "--num-callers=number [default: 12]". */
function tellsDefault(heading: string, language: Language): boolean {
  const inside = /[([]([^()[\]]{3,80})[)\]]\s*$/.exec(heading.slice(0, 200))?.[1] ?? '';
  return (
    /[\s:=]\S/.test(inside) && [...termsOf(inside, language)].some((term) => defaultTerms[language].has(term))
  );
}

/** What a heading names: `random_page_cost` of "random_page_cost (floating point)", "Tables" of "5.1. Tables". */
function nameIn(heading: string): string {
  const name = heading.slice(0, 200).replace(leadingNumber, '').trimEnd();
  const bracket = Math.max(name.lastIndexOf('('), name.lastIndexOf('['));
  const isAtEnd = bracket >= 0 && /^(?:\([^()]*\)?|\[[^[\]]*\]?)$/.test(name.slice(bracket));
  return isAtEnd ? name.slice(0, bracket).trimEnd() : name;
}

const emptyCandidate = {
  announces: null,
  opens: false,
  describes: false,
  heads: false,
  entry: [],
  pointsAway: false,
  entryPlace: 0,
  isTerm: false,
  level: 2,
  named: [],
  headingTerms: new Set<string>(),
  titleTerms: new Set<string>(),
  days: new Set<number>(),
};

/** Whether nobody asks for it; cells of a table look like a trail of pages. */
function isUseless(text: string, isCells: boolean): boolean {
  if (boilerplate.test(text) && text.length < 220) return true;
  if (!isCells && crumbs.test(text) && !/\d/.test(text)) return true;
  return !/\p{L}{2}|\d{2}/u.test(text);
}

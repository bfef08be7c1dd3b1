import { fallbackLanguage, type Language } from '#shared/languages.ts';
import { sentences } from '#platform/text-search/sentences.ts';
import type { Passage } from '#features/knowledge/server/knowledge.usecases.ts';
import type { StoredCitation } from '../conversations.table.ts';

/** Passages of one answer by the number under which the model sees them, from 1. */
export type NumberedPassages = Map<number, Passage>;

/** `[2]`, `[1, 3]`, `[[2]]` and `[^2]`: the ways in which models refer to a numbered passage. */
const mark = /^\[{1,2}\^?\s*(\d{1,3}(?:\s*[,;]\s*\^?\d{1,3})*)\s*\]{1,2}/;
const unfinishedMark = /^\[{1,2}\^?[\s\d,;^]{0,24}$/;

/**
 * Lets a model's text through while it streams, and keeps hold of its `[n]` marks: a mark is passed on only
 * when `n` is a passage that was shown, renumbered by first use; any other is dropped. Text from a `[` on
 * waits until it is clear what it is.
 */
export class CitationFilter {
  readonly #passages: NumberedPassages;
  readonly #shown = new Map<number, number>();
  #waiting = '';

  constructor(passages: NumberedPassages) {
    this.#passages = passages;
  }

  /** Takes a piece of the model's text; gives the text that may be shown now. */
  push(piece: string): string {
    let text = this.#waiting + piece;
    this.#waiting = '';
    let out = '';
    for (;;) {
      const start = text.indexOf('[');
      if (start === -1) return out + text;
      out += text.slice(0, start);
      text = text.slice(start);
      const found = mark.exec(text);
      const after = found ? text.slice(found[0].length) : '';
      if ((found && after === '') || unfinishedMark.test(text)) {
        // The next character decides: more digits, a second bracket, or the address of a link.
        this.#waiting = text;
        return out;
      }
      if (found && !after.startsWith('(')) {
        out += this.#replace(found[1] ?? '');
        text = after;
        continue;
      }
      out += text[0];
      text = text.slice(1);
    }
  }

  /** What still waited when the text ended. */
  end(): string {
    const rest = this.#waiting;
    this.#waiting = '';
    const found = mark.exec(rest);
    return found ? this.#replace(found[1] ?? '') + rest.slice(found[0].length) : rest;
  }

  /** Shown number and passage of each citation, in order of first use. */
  used(): { number: number; passage: Passage }[] {
    return [...this.#shown].flatMap(([original, number]) => {
      const passage = this.#passages.get(original);
      return passage ? [{ number, passage }] : [];
    });
  }

  #replace(numbers: string): string {
    return numbers
      .split(/[,;]/)
      .map((text) => Number(text.replace(/[^\d]/g, '')))
      .filter((original) => this.#passages.has(original))
      .map((original) => {
        const number = this.#shown.get(original) ?? this.#shown.size + 1;
        this.#shown.set(original, number);
        return `[${number}]`;
      })
      .join('');
  }
}

const longestQuote = 280;
/** Neighbours of the best sentence belong to the quote when this share of their words was said. */
const nearlyAll = 0.85;

function wordsOf(text: string): Set<string> {
  return new Set(
    text
      .toLowerCase()
      .normalize('NFKD')
      .match(/[\p{L}\p{N}]{2,}/gu) ?? [],
  );
}

/** How much of a sentence was said, 0 to 1. */
function shareOf(sentence: string, said: ReadonlySet<string>): number {
  const words = wordsOf(sentence);
  let shared = 0;
  for (const word of words) if (said.has(word)) shared += 1;
  return words.size === 0 ? 0 : shared / words.size;
}

/**
 * The sentences of a passage that best support what was said in front of the mark: the best one, and its
 * neighbours as far as they were said too. Cut out of the passage itself, so a shown quote always stands
 * there; offsets are in its text.
 */
export function quoteFor(
  passageText: string,
  said: string,
  language: Language = fallbackLanguage,
): { quote: string; start: number; end: number } {
  const wanted = wordsOf(said);
  const pieces = sentences(passageText, language).filter((piece) => piece.kind !== 'heading');
  const scores = pieces.map(
    (piece) => shareOf(piece.text, wanted) * Math.sqrt(Math.min(wordsOf(piece.text).size, 12)),
  );
  const best = scores.indexOf(Math.max(...scores));
  let [first, last] = [pieces[best], pieces[best]];
  if (!first || !last)
    return {
      quote: passageText.slice(0, longestQuote),
      start: 0,
      end: Math.min(passageText.length, longestQuote),
    };
  for (let next = best + 1; next < pieces.length; next++) {
    const piece = pieces[next];
    if (!piece || shareOf(piece.text, wanted) < nearlyAll || piece.end - first.start > longestQuote) break;
    last = piece;
  }
  for (let next = best - 1; next >= 0; next--) {
    const piece = pieces[next];
    if (!piece || shareOf(piece.text, wanted) < nearlyAll || last.end - piece.start > longestQuote) break;
    first = piece;
  }
  const whole = passageText.slice(first.start, last.end);
  const quote = whole.length > longestQuote ? whole.slice(0, longestQuote).replace(/\s+\S*$/, '') : whole;
  return { quote, start: first.start, end: first.start + quote.length };
}

/** The page on which a position of the stored copy stands: a passage may cross a page break before its quote. */
function pageOf(passage: Passage, position: number): number | null {
  return passage.pages?.findLast(({ start }) => start <= position)?.page ?? passage.page;
}

/** The stored citations of a finished answer. */
export function resolveCitations(
  answer: string,
  used: { number: number; passage: Passage }[],
): StoredCitation[] {
  return used.map(({ number, passage }) => {
    const said = answer
      .split(/(?<=[.!?])\s+|\n+/)
      .filter(
        (sentence, index, all) =>
          sentence.includes(`[${number}]`) || (all[index + 1]?.startsWith(`[${number}]`) ?? false),
      )
      .join(' ');
    const { quote, start, end } = quoteFor(passage.text, said || answer, passage.language);
    // Passages are cut out of the stored copy, so offsets add up unless neighbours were merged with other
    // text between them.
    return {
      number,
      title: passage.title.slice(0, 300),
      quote,
      kind: passage.kind,
      url: passage.url,
      page: pageOf(passage, passage.start + start),
      documentId: passage.documentId,
      start: passage.start + start,
      end: passage.start + end,
    };
  });
}

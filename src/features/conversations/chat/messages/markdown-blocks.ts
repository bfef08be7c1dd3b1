import { Lexer, Tokenizer } from 'marked';
import type { Token } from 'marked';

/** Marks of emphasis in one paragraph: each that stays open is looked for up to the paragraph's end. */
const mostMarks = 400;
/**
 * Quotes within lists within quotes: deeper ones are drawn nowhere, and each level is a call within a call.
 */
const deepest = 12;

/**
 * Markdown without raw HTML and without link definitions (an answer's `[1]` is a citation): both stay plain
 * text.
 */
class AnswerTokenizer extends Tokenizer {
  #paragraph = '';
  #isCrowded = false;

  /** Emphasis, except where there is so much of it that it is none. */
  override emStrong(source: string, paragraph: string, before?: string) {
    if (paragraph !== this.#paragraph) {
      this.#paragraph = paragraph;
      this.#isCrowded = paragraph.split(/[*_]/).length > mostMarks;
    }
    return this.#isCrowded ? undefined : super.emStrong(source, paragraph, before);
  }
  override html() {
    return undefined;
  }
  override tag() {
    return undefined;
  }
  override def() {
    return undefined;
  }
}

/**
 * One quote's or list's mark at the beginning of a line, and a line that opens more of them than are drawn.
 */
const mark = String.raw`[ \t]*(?:>|(?:[-*+]|\d{1,9}[.)])(?=[ \t]))`;
const tooDeep = new RegExp(`^((?:${mark}){${deepest}})(?:${mark})+`, 'gm');

/** The blocks of a markdown text, in time that grows with its length. */
export function lexBlocks(text: string): Token[] {
  return new Lexer({
    breaks: true,
    gfm: true,
    tokenizer: new AnswerTokenizer(),
  }).lex(text.replace(tooDeep, '$1 '));
}

/**
 * Closes what a text that is still being written has left open at its end, so that words don't change their
 * look or place when the rest arrives: bold, code, half a link, half a citation.
 */
export function closeOpenMarkdown(text: string): string {
  /* What is cut in an even number of pieces has an odd number of marks: one is open. */
  const isOpen = (mark: string | RegExp, whole: string) => whole.split(mark).length % 2 === 0;
  if (isOpen(/^ {0,3}(?:```|~~~)/m, text)) return text;
  const start = text.lastIndexOf('\n\n') + 1;
  /* No pattern can pass the bracket where it would begin anew: the time grows with the length. */
  let tail = text
    .slice(start)
    .replace(/\s?\[\d{0,2}$/, '')
    .replace(/!?\[([^[\]\n]*)(\]\([^()[\s]*)?$/, '$1')
    .replace(/(^|\s)[*_~`]+$/, '$1');
  for (const mark of ['`', '**', '~~']) if (isOpen(mark, tail)) tail = tail.trimEnd() + mark;
  return text.slice(0, start) + tail;
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' };

/** Text with its HTML entities read; it is shown as text, never as markup. */
export function readEntities(text: string): string {
  return text.replace(/&(#x?[\da-f]{1,6}|[a-z]{2,4});/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return entities[name.toLowerCase()] ?? whole;
    const code = /^#x/i.test(name) ? parseInt(name.slice(2), 16) : parseInt(name.slice(1), 10);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

const formula = /\\[([]|\$\$|\$[^$\n]*[\\^_={}][^$\n]*\$|\$[a-z]\$/i;
/** Whether a text may hold formulas in TeX, so that what reads and draws them is worth loading. */
export const mayHoldFormula = (text: string): boolean => formula.test(text);

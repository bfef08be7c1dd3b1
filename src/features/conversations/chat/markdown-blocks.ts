import { Lexer, Tokenizer } from 'marked';
import type { Token } from 'marked';

/** Markdown without raw HTML and without link definitions (an answer's `[1]` is a citation): both stay plain text. */
class AnswerTokenizer extends Tokenizer {
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

/** The blocks of a markdown text. */
export function lexBlocks(text: string): Token[] {
  return new Lexer({
    async: false,
    breaks: true,
    extensions: null,
    gfm: true,
    hooks: null,
    pedantic: false,
    renderer: null,
    silent: true,
    tokenizer: new AnswerTokenizer(),
    walkTokens: null,
  }).lex(text);
}

/**
 * Closes what a text that is still being written has left open at its end, so that words don't change their look or place
 * when the rest arrives: bold, code, half a link, half a citation.
 */
export function mend(text: string): string {
  const fences = text.match(/^ {0,3}(```|~~~)/gm)?.length ?? 0;
  if (fences % 2) return text;
  const start = text.lastIndexOf('\n\n') + 1;
  let tail = text.slice(start).replace(/\s?\[\d{0,2}$/, '').replace(/!?\[([^\]\n]*)\]\([^)\s]*$/, '$1').replace(/!?\[([^\]\n]*)$/, '$1').replace(/(^|\s)[*_~`]+$/, '$1');
  if ((tail.match(/`/g)?.length ?? 0) % 2) tail += '`';
  for (const mark of ['**', '~~']) if ((tail.split(mark).length - 1) % 2) tail = tail.replace(/\s*$/, '') + mark;
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

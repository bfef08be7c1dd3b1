import type { Language } from '#shared/languages.ts';
import { forEachLanguage } from '#platform/language/language-content.ts';

/** A sentence, list item, heading or table row of a text, with its place; `kind` tells which. */
export type Sentence = {
  text: string;
  start: number;
  end: number;
  kind: 'sentence' | 'item' | 'heading' | 'row';
};

/** Short forms with a full stop that ends no sentence, without it; those of other languages stand in any text. */
const abbreviations = forEachLanguage(({ words }) => new Set(words.abbreviations));
const sharedAbbreviations = new Set(
  'vs etc tel max min nr no dr prof st ca cca incl excl art fig p pp'.split(' '),
);

const headingPattern = /^#{1,6}\s+\S/;
const itemPattern = /^\s*(?:[-*+•‣▪–]|\(?\d{1,3}[.)]|\(?[a-z]\))\s+\S/i;
const rulePattern = /^(?:[-=_*~]{3,}|\|?(?:\s*:?-{2,}:?\s*\|)+(?:\s*:?-{2,}:?)?)$/;
const endPattern = /[.!?…]{1,8}["'”’»)\]]{0,4}(?=\s|$)|[。！？]/gu;

/**
 * The sentences of a text, in order. A line that is a heading, a list item or a table row is one piece; lines
 * of a paragraph belong together; a full stop after an abbreviation, an initial or a number in a date ends
 * nothing.
 */
export function sentences(text: string, language: Language): Sentence[] {
  const found: Sentence[] = [];
  for (const block of blocks(text)) {
    if (block.kind !== 'sentence' && (block.kind !== 'item' || block.end - block.start < 300))
      push(found, text, block.start, block.end, block.kind);
    else split(found, text, block, language);
  }
  return found;
}

type Block = {
  start: number;
  end: number;
  kind: Sentence['kind'];
};

/** Paragraphs, and lines that stand for themselves. */
function blocks(text: string): Block[] {
  const found: Block[] = [];
  let open: Block | null = null;
  for (const { 0: line, index } of text.matchAll(/[^\n\r]+|\n\s*\n/gu)) {
    const end = index + line.length;
    if (/^\s*$/.test(line) || (line.length < 500 && rulePattern.test(line.trim()))) {
      open = null;
      continue;
    }
    const kind = lineKind(line);
    // A short line without a full stop, with a line of text after it, is a heading in texts that lost their
    // markup; lines of wrapped text go on.
    if (
      open &&
      kind === 'sentence' &&
      (open.kind === 'sentence' || (open.kind === 'item' && /^\s{2,}/.test(line))) &&
      continues(text.slice(open.start, open.end), line)
    ) {
      open.end = end;
      continue;
    }
    const block: Block = { start: index, end, kind };
    found.push(block);
    open = kind === 'sentence' || kind === 'item' ? block : null;
  }
  return found;
}

const longestLooseRow = 160;

function lineKind(line: string): Sentence['kind'] {
  if (headingPattern.test(line)) return 'heading';
  if (itemPattern.test(line)) return 'item';
  // A sentence may have “||” in it; a row that long has its edges.
  if (line.length > longestLooseRow && !/^\s*\||\t/.test(line)) return 'sentence';
  return line.split(/[|\t]/).filter((cell) => cell.trim() !== '').length > 1 ? 'row' : 'sentence';
}

/**
 * Whether a line goes on with the sentence before: that one is long or unfinished, or the line begins in
 * lower case.
 */
function continues(before: string, line: string): boolean {
  const last = before.slice(before.lastIndexOf('\n') + 1).trim();
  if (/[.!?…:]["'”’»)\]]{0,4}$/u.test(last)) return last.length > 60 && !last.endsWith(':');
  return last.length > 60 || /^\s*\p{Ll}/u.test(line) || /[,;–-]$/u.test(last);
}

function split(found: Sentence[], text: string, block: Block, language: Language): void {
  const body = text.slice(block.start, block.end);
  let from = 0;
  for (const { 0: mark, index } of body.matchAll(endPattern)) {
    const end = index + mark.length;
    if (mark.startsWith('.') && !endsSentence(body, index, end, language)) continue;
    push(found, text, block.start + from, block.start + end, block.kind);
    from = end;
  }
  push(found, text, block.start + from, block.end, block.kind);
}

function endsSentence(body: string, dot: number, end: number, language: Language): boolean {
  const rest = body.slice(end, end + 40);
  if (rest.trim() === '') return true;
  const word = /[\p{L}\p{N}°º./-]+$/u.exec(body.slice(Math.max(0, dot - 24), dot))?.[0].toLowerCase() ?? '';
  const next = /^\s*["'“‘«(¿¡[]*(\S)/u.exec(rest)?.[1] ?? '';
  if (/^\p{Ll}$/u.test(next)) return false;
  if (/^\p{L}$/u.test(word)) return false;
  // `2. května`, `am 3. Mai`: an ordinal goes on when a word follows in lower case (above); `12.` before a
  // capital ends.
  if (/^\d{1,2}$/.test(word) && language === 'cs' && /^\d/.test(next)) return false;
  const plain = word.replace(/\.$/, '');
  return !(abbreviations[language].has(plain) || sharedAbbreviations.has(plain));
}

function push(found: Sentence[], text: string, from: number, to: number, kind: Sentence['kind']): void {
  let start = from;
  let end = to;
  while (start < end && /\s/.test(text[start] ?? '')) start++;
  while (end > start && /\s/.test(text[end - 1] ?? '')) end--;
  const piece = text.slice(start, end);
  if (/[\p{L}\p{N}]/u.test(piece)) found.push({ text: piece, start, end, kind });
}

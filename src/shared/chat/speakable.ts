import { withoutMarkdown } from './without-markdown.ts';

/** Voices stop in the middle of what takes them longer than a quarter of a minute. */
const longestPiece = 220;

/** An answer as it is said aloud: no code, tables, addresses, markup or pictures of faces. */
export function spokenText(markdown: string): string {
  const withoutBlocks = markdown
    .replace(/```[\s\S]*?(?:```|$)/g, '\n')
    .replace(/^[ \t]*\|.*$/gm, '')
    .replace(/!\[[^\]]*\](?:\([^)]*\)?)?/g, '');
  return withoutMarkdown(withoutBlocks)
    .replace(/\bhttps?:\/\/\S+/g, '')
    .replace(/^[ \t]*(?:[-*+•]|\d+[.)])[ \t]+/gm, '')
    .replace(/ ?[\p{Extended_Pictographic}\u{FE0F}\u{200D}]/gu, '')
    .replace(/([^\s.!?:;…])[ \t]*\n+/g, '$1.\n')
    .replace(/[ \t]{2,}/g, ' ')
    .replace(/\n{2,}/g, '\n')
    .trim();
}

/** Cuts what is too long for one breath behind a comma, else between two words. */
function breaths(sentence: string): string[] {
  if (sentence.length <= longestPiece) return [sentence];
  const part = sentence.slice(0, longestPiece);
  const at = Math.max(part.lastIndexOf(', '), part.lastIndexOf('; ')) + 1 || part.lastIndexOf(' ');
  const cut = at > 40 ? at : longestPiece;
  return [sentence.slice(0, cut).trim(), ...breaths(sentence.slice(cut).trim())];
}

/**
 * What of a growing text can be said now: whole sentences behind the first `from` characters, and all of it once
 * it `isOver`. `end` is how far they reach.
 */
export function sentencesFrom(
  text: string,
  from: number,
  isOver: boolean,
  language: string,
): { sentences: string[]; end: number } {
  const rest = text.slice(from);
  const all = [...new Intl.Segmenter(language, { granularity: 'sentence' }).segment(rest)];
  const whole = isOver ? all : all.slice(0, -1);
  return {
    sentences: whole.flatMap(({ segment }) => (segment.trim() ? breaths(segment.trim()) : [])),
    end: from + whole.reduce((sum, { segment }) => sum + segment.length, 0),
  };
}

const escaped = (text: string) => text.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&');

/** Words of a list of `word = how it is said` as they are to be said, wherever they stand alone, in any case. */
export function pronounced(text: string, list: readonly string[]): string {
  return list.reduce((said, entry) => {
    const [word = '', say = ''] = entry.split('=').map((part) => part.trim());
    if (!word) return said;
    return said.replace(
      new RegExp(`(?<![\\p{L}\\p{N}])${escaped(word)}(?![\\p{L}\\p{N}])`, 'giu'),
      () => say,
    );
  }, text);
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** How many words a text has. */
export const wordCount = (text: string): number => wordsOf(text).length;

/** Whether the microphone heard what the agent itself is saying. */
export function isEcho(heard: string, said: string): boolean {
  const words = wordsOf(heard);
  const known = new Set(wordsOf(said));
  return words.length > 0 && words.filter((word) => known.has(word)).length >= words.length * 0.7;
}

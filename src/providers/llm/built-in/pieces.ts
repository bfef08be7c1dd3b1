import type { Language } from '#shared/languages.ts';
import { sentences, type Sentence } from '#platform/text-search/sentences.ts';

/** A sentence, item, heading or row of a passage, or a block of code. */
export type Piece = Sentence | (Omit<Sentence, 'kind'> & { kind: 'code' });

/** Sentences and blocks of code in order; what stands in a block of code is no sentence. */
export function piecesOf(text: string, language: Language): Piece[] {
  const blocks = codeBlocks(text);
  if (blocks.length === 0) return sentences(text, language);
  let prose = text;
  for (const { start, end } of blocks)
    prose = prose.slice(0, start) + text.slice(start, end).replace(/[^\n]/g, ' ') + prose.slice(end);
  const code = blocks.flatMap(({ start, end }): Piece[] => {
    const body = text
      .slice(start, end)
      .replace(/^\s*```[^\n]*|```\s*$/g, '')
      .replace(/^(?:[ \t]*\n)+/, '')
      .trimEnd();
    return /[\p{L}\p{N}]/u.test(body) ? [{ text: body, start, end, kind: 'code' }] : [];
  });
  return [...sentences(prose, language), ...code].sort((a, b) => a.start - b.start);
}

/** Where blocks of code stand; one that a passage cuts off goes to its edge. */
function codeBlocks(text: string): { start: number; end: number }[] {
  const fences = [...text.matchAll(/^[ \t]*```[^\n]*$/gm)].map(({ index, 0: { length } }) => ({
    start: index,
    end: index + length,
  }));
  if (fences.length === 0) return [];
  const [first] = fences;
  // What opens a block has an empty line before it, and what closes it has code.
  const closes = first !== undefined && /\S[ \t]*\n$/.test(text.slice(0, first.start));
  const isCut =
    first !== undefined && (closes || (fences.length % 2 === 1 && isCode(text.slice(0, first.start))));
  const edges = isCut ? [{ start: 0, end: 0 }, ...fences] : fences;
  const blocks = [];
  for (let index = 0; index < edges.length; index += 2)
    blocks.push({ start: edges[index]?.start ?? 0, end: edges[index + 1]?.end ?? text.length });
  return blocks;
}

/** Whether a text has more lines of code than of sentences. */
function isCode(text: string): boolean {
  if (/^(?:#{1,4} \p{L}|\|.*\|)/mu.test(text)) return false;
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const prose = lines.filter((line) => line.length > 60 || /\p{L}{2}[.!?:]\s*$/u.test(line)).length;
  return lines.length > 0 && prose < lines.length / 2;
}

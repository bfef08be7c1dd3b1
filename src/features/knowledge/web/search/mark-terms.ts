import { plainText } from '#shared/text/plain-text.ts';

/** A stretch of text; marked when it is a word that was searched for. */
export type TextPart = {
  text: string;
  marked: boolean;
};

/** Splits a text at the words that begin like one of the searched word stems; `shared_buffers` is one word. */
export function markTerms(text: string, terms: readonly string[]): TextPart[] {
  const stems = terms.map(plainText).filter((stem) => stem.length > 1);
  const parts: TextPart[] = [];
  for (const piece of text.split(/([\p{L}\p{N}\p{M}]+)/u)) {
    if (piece === '') continue;
    const word = plainText(piece);
    const marked = stems.some((stem) => word.startsWith(stem) && word.length - stem.length <= 5);
    const last = parts.at(-1);
    const before = parts.at(-2);
    if (marked && last?.text === '_' && before?.marked) {
      before.text += `_${piece}`;
      parts.pop();
    } else if (last && !last.marked && !marked) last.text += piece;
    else parts.push({ text: piece, marked });
  }
  return parts;
}

import type { Language } from '#shared/languages.ts';
import { anyLanguage } from '#platform/language/language-content.ts';
import { piecesOf, type Piece } from './pieces.ts';

/** "Figure 17.11.", "Obr. 3:"; "Figure 3 shows how …" is a sentence. The caption of a table is the heading of its rows. */
const caption = new RegExp(
  String.raw`^(?:${anyLanguage(({ questions }) => questions.figure.join('|'))})\.?\s\d+(?:[.–-]\d+)*\s?(?:[.:–—]|\n|$)`,
  'iu',
);
/** A label may look like the end of a sentence ("Obr. 3"): it is looked for in the text and not in the piece. */
const longestLabel = 60;
const longestCaption = 300;
const endsSentence = /[.!?…:]["'”’»)\]]*$/u;

/**
 * The pieces of a text without the captions of pictures, and without the lines below these that name their parts
 * ("Original", "Blur applied"): they answer nothing, and would take the place of the first sentence below a heading,
 * which says what a thing is.
 */
export function toldPieces(text: string, language: Language): Piece[] {
  let captionEnd = 0;
  let isBelow = false;
  return piecesOf(text, language).filter((piece) => {
    if (piece.kind !== 'sentence') {
      isBelow = false;
      return true;
    }
    if (caption.test(text.slice(piece.start, piece.start + longestLabel).trimStart())) {
      const lineEnd = text.indexOf('\n', text.indexOf(piece.text.trim(), piece.start));
      const end = lineEnd < 0 ? text.length : lineEnd;
      // Where pages have no lines, what follows a caption stands in the same.
      captionEnd = end - piece.start > longestCaption ? piece.end : end;
      isBelow = true;
    }
    if (piece.start < captionEnd) return false;
    isBelow &&= !endsSentence.test(piece.text.trim());
    return !isBelow;
  });
}

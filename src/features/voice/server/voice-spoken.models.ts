import { spokenText } from '#shared/chat/speakable.ts';

const signs = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '');

/**
 * Whether a sentence stands in what an agent said, as it is read out; else visitors could have anything said at the
 * owner's cost. Marks and spaces don't count, because a growing text is cut where it is not over.
 */
export function isSaidIn(sentence: string, answer: string): boolean {
  const asked = signs(sentence);
  return asked !== '' && signs(spokenText(answer)).includes(asked);
}

/** Whether a sentence is one of the chat's own; what stands in `{{…}}` may be anything short. */
export function isOneOf(sentence: string, texts: readonly string[]): boolean {
  return texts.some((text) => {
    const pieces = text.split(/\{\{[^{}]*\}\}/).map(signs);
    const asked = signs(sentence);
    if (pieces.length === 1) return asked !== '' && pieces[0]!.includes(asked);
    let at = 0;
    for (const piece of pieces) {
      const found = asked.indexOf(piece, at);
      if (found < 0 || found - at > 40) return false;
      at = found + piece.length;
    }
    return asked.length - at <= 40;
  });
}

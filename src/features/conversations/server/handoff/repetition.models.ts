import { messageInWords, type MessagePart } from '#shared/chat/message-parts.ts';
import { plainText } from '#shared/text/plain-text.ts';

const plain = (text: string): string => plainText(text).replace(/[’`]/g, "'").replace(/\s+/g, ' ').trim();

const wordsOf = (text: string): Set<string> => new Set(plain(text).match(/[\p{L}\p{N}]+/gu) ?? []);

/** How much of two texts is the same, by their words: 0 to 1. */
function textSimilarity(left: string, right: string): number {
  const [a, b] = [wordsOf(left), wordsOf(right)];
  if (a.size === 0 || b.size === 0) return 0;
  const shared = [...a].filter((word) => b.has(word)).length;
  return shared / (a.size + b.size - shared);
}

const loopTurns = 3;
const sameFrom = 0.6;

type Said = {
  role: string;
  body: string;
  parts: readonly MessagePart[];
};

/** The same few words over other cards lead on. */
const isAlike = (one: Said, other: Said): boolean =>
  textSimilarity(one.body, other.body) >= sameFrom &&
  messageInWords('', one.parts) === messageInWords('', other.parts);

/**
 * Whether a talk goes in circles: the visitor asked much the same three times, or got the same answer as
 * often. The newest message is last.
 */
export function isRepetitive(talk: readonly Said[]): boolean {
  return ['visitor', 'assistant'].some((role) => {
    const last = talk.filter((message) => message.role === role).slice(-loopTurns);
    return last.length === loopTurns && last.slice(1).every((message, at) => isAlike(message, last[at]!));
  });
}

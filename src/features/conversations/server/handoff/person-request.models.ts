import { forEachLanguage } from '#platform/language/language-content.ts';
import { languages } from '#shared/languages.ts';
import { messageInWords, type MessagePart } from '#shared/chat/message-parts.ts';
import { plainText } from '#shared/text/plain-text.ts';

/**
 * How people ask for somebody instead of a machine, without accents and in small letters: in so many words,
 * so that a question about people ("do you have human support?", "who is your agent in Lyon?") is answered
 * and not handed on.
 */
const requests = forEachLanguage(({ phrases }) => new RegExp(phrases.asksForPerson));
/** Said in front of it, it is not asked for. */
const refusals =
  /\b(don'?t|do not|no need|niet|geen|no (quiero|necesito|hace falta)|nao (quero|preciso)|ne (veux|souhaite) pas|pas besoin|nechci|nepotrebuji)\b.{0,24}$/;

const plain = (text: string): string => plainText(text).replace(/[’`]/g, "'").replace(/\s+/g, ' ').trim();

/** Whether somebody who writes this asks for a person, in any of the six languages. */
export function asksForPerson(text: string): boolean {
  const said = plain(text.slice(0, 1_000));
  return languages.some((language) => {
    const found = requests[language].exec(said);
    return found !== null && !refusals.test(said.slice(0, found.index));
  });
}

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

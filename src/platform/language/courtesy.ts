import { plainText } from '#shared/text/plain-text.ts';
import { languages } from '#shared/languages.ts';
import { forEachLanguage } from './language-content.ts';

const kinds = ['greeting', 'thanks', 'praise', 'goodbye', 'acknowledged'] as const;
/** What a message does that asks for nothing. Praise is thanked for like thanks. */
export type Courtesy = 'greeting' | 'thanks' | 'goodbye' | 'acknowledged';

const phrases = forEachLanguage(({ phrases: { smallTalk } }) => smallTalk);
const patterns = kinds.map((kind) => ({
  kind: kind === 'praise' ? 'thanks' : kind,
  pattern: new RegExp(`^(?:${languages.map((language) => phrases[language][kind]).join('|')})$`),
}));
/** “Thank you *and* have a nice day.” */
const joining = new Set(
  Object.values(forEachLanguage(({ questions }) => questions.joining)).flatMap((of) => [...of]),
);
const longest = 80;
/** Words of a single phrase, such as “that was exactly what I was looking for”. */
const mostWords = 9;

const words = (text: string): string[] =>
  plainText(text)
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .split(' ')
    .filter(Boolean);

/**
 * What a message does that is nothing but greetings, thanks, praise, goodbyes and “ok” in any of the six languages,
 * one after the other: the one that is answered. Null when it asks for something, as “hello?” does. `names` are of
 * people whom it may address.
 */
export function courtesyOf(text: string, names: readonly string[] = []): Courtesy | null {
  if (text.length > longest || text.includes('?')) return null;
  const known = new Set(names.flatMap(words));
  const said = courtesiesIn(words(text).filter((word) => !known.has(word)));
  if (!said) return null;
  // Whoever says “ahoj” after something else takes leave.
  if (said.includes('goodbye') || said.indexOf('greeting', 1) > 0) return 'goodbye';
  return (['thanks', 'acknowledged', 'greeting'] as const).find((kind) => said.includes(kind)) ?? null;
}

/** Whether a message is a courtesy and asks for nothing. */
export const isCourtesy = (text: string, names: readonly string[] = []): boolean =>
  courtesyOf(text, names) !== null;

/** The courtesies that words are, the longest phrases first; null when something else is among them. */
function courtesiesIn(said: readonly string[]): Courtesy[] | null {
  const found: Courtesy[] = [];
  for (let at = 0; at < said.length;) {
    const rest = said.slice(at + (found.length > 0 && joining.has(said[at] ?? '') ? 1 : 0));
    const phrase = longestPhrase(rest);
    if (!phrase) return null;
    found.push(phrase.kind);
    at = said.length - rest.length + phrase.length;
  }
  return found.length > 0 ? found : null;
}

function longestPhrase(said: readonly string[]): { kind: Courtesy; length: number } | null {
  for (let length = Math.min(mostWords, said.length); length > 0; length--) {
    const text = said.slice(0, length).join(' ');
    const kind = patterns.find(({ pattern }) => pattern.test(text))?.kind;
    if (kind) return { kind, length };
  }
  return null;
}

import { plainText } from '#shared/text/plain-text.ts';
import { forEachLanguage } from './language-content.ts';

const kinds = ['greeting', 'thanks', 'goodbye', 'acknowledged'];
const said = Object.values(
  forEachLanguage(({ phrases }) => kinds.map((kind) => phrases.smallTalk[kind]).join('|')),
).join('|');
const courtesies = new RegExp(`^(?:(?:${said}) ?)+$`);
const longest = 80;

const words = (text: string): string =>
  plainText(text)
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/**
 * Whether a message is a greeting, thanks, a goodbye or an “ok” in any of the six languages, which asks for
 * nothing; “hello?” does. `names` are of people whom it may address.
 */
export function isCourtesy(text: string, names: readonly string[] = []): boolean {
  if (text.length > longest || text.includes('?')) return false;
  const known = new Set(names.flatMap((name) => words(name).split(' ')));
  const rest = words(text)
    .split(' ')
    .filter((word) => !known.has(word))
    .join(' ');
  return courtesies.test(rest);
}

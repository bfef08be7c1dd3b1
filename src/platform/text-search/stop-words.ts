import { forEachLanguage } from '#platform/language/language-content.ts';
import type { Language } from '#shared/languages.ts';
import { foldAccents } from './tokenize.ts';

/** Accent-less spellings count too, where they mean nothing else. */
const meaningfulWithoutAccent = new Set([
  'te',
  'ete',
  'plus',
  'a',
  'as',
  'de',
  'mas',
  'no',
  'por',
  'se',
  'pos',
  'mi',
  'ti',
]);

/**
 * Words that carry grammar only: neither indexed nor asked for. Short on purpose: what might be looked for
 * stays.
 */
const grammar = forEachLanguage(({ words }) => withPlainSpellings(words.grammar));

/** What people say around a question. Looked for only if nothing else was said. */
const chatter = forEachLanguage(({ words }) => withPlainSpellings(words.chatter));

/** Whether a lower-case word is grammar only and stays out of the index. */
export function isStopWord(word: string, language: Language): boolean {
  return grammar[language].has(word);
}

/** Whether a lower-case word of a question only carries the question. */
export function isChatter(word: string, language: Language): boolean {
  return chatter[language].has(word);
}

/** The words, and how they are typed without accents. */
function withPlainSpellings(words: readonly string[]): ReadonlySet<string> {
  const all = new Set<string>();
  for (const word of words) {
    all.add(word);
    const plain = foldAccents(word);
    if (!meaningfulWithoutAccent.has(plain)) all.add(plain);
    if (plain.includes("'")) all.add(plain.replace("'", ''));
  }
  return all;
}

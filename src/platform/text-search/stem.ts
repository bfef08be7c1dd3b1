import { newStemmer } from 'snowball-stemmers';
import type { Language } from '#shared/languages.ts';
import { stemCzech } from './czech-stemmer.ts';
import { foldAccents } from './tokenize.ts';
import { createWordMemory } from './word-memory.ts';

const algorithms = { en: 'english', nl: 'dutch', es: 'spanish', pt: 'portuguese', fr: 'french' } as const;
const stemmers = new Map<Language, (word: string) => string>();

/** The stem of a lower-case word, without accents. Remembering makes it about twenty times cheaper. */
export const stem = createWordMemory(
  (word, language) => foldAccents(stemmerFor(language)(word)) || foldAccents(word),
  40_000,
);

/**
 * Another stem of a Dutch word, where the stemmer takes forms of one word apart: `huurt` and `huren`, `fiets` and `fietsen`. It is
 * looked for and indexed beside the first, so that texts that were indexed before it are found as they were. null where there is
 * none, and in the other languages.
 */
export function secondStem(word: string, language: Language): string | null {
  if (language !== 'nl') return null;
  // A `t` after a long vowel and one consonant, or after `er`, is mostly that of a verb: `huurt`, `levert`.
  const other = /(?:[aeiou]{2}|ij)[^aeiout]t$|[^aeiou]ert$/.test(word)
    ? word.slice(0, -1)
    : // After `t` an `s` belongs to the word: its plural ends in `en`.
      word.endsWith('ts')
      ? `${word}en`
      : null;
  if (other === null) return null;
  const found = stem(other, language);
  return found === stem(word, language) ? null : found;
}

function stemmerFor(language: Language): (word: string) => string {
  let stemmer = stemmers.get(language);
  if (!stemmer) stemmers.set(language, (stemmer = createStemmer(language)));
  return stemmer;
}

function createStemmer(language: Language): (word: string) => string {
  if (language === 'cs') return (word) => stemCzech(foldAccents(word));
  const snowball = newStemmer(algorithms[language]);
  if (language === 'nl')
    return (word) => withVoicelessEnd(snowball.stem(word.replace(/([ao]'|[^s]ie|é)s$/, '$1')));
  return (word) => snowball.stem(withTypicalAccents(word, language));
}

/** The Dutch plural voices a consonant that the stemmer then leaves: `prijs`, `prijzen` → `prijz`. */
function withVoicelessEnd(stemmed: string): string {
  if (stemmed.length < 4) return stemmed;
  return stemmed.replace(/z$/, 's').replace(/v$/, 'f');
}

/** People leave accents out; the stemmers know some endings only with them. */
function withTypicalAccents(word: string, language: Language): string {
  if (language === 'es') return word.replace(/([cstx])ion$/, '$1ión');
  if (language === 'pt')
    return word
      .replace(/cao$/, 'ção')
      .replace(/coes$/, 'ções')
      .replace(/sao$/, 'são')
      .replace(/soes$/, 'sões');
  return word;
}

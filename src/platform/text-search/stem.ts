import { newStemmer } from 'snowball-stemmers';
import type { Language } from '#shared/languages.ts';
import { stemCzech } from './czech-stemmer.ts';
import { foldAccents } from './tokenize.ts';

const algorithms = { en: 'english', nl: 'dutch', es: 'spanish', pt: 'portuguese', fr: 'french' } as const;
const stemmers = new Map<Language, (word: string) => string>();
/** Texts repeat their words: a bounded memory makes stemming about twenty times cheaper. */
const memory = new Map<Language, { recent: Map<string, string>; older: Map<string, string> }>();
/** Words in each of the two halves; when the recent half is full it becomes the older one, so that common words are never forgotten. */
const memorySize = 40_000;

/** The stem of a lower-case word, without accents. */
export function stem(word: string, language: Language): string {
  let known = memory.get(language);
  if (!known) memory.set(language, (known = { recent: new Map(), older: new Map() }));
  const remembered = known.recent.get(word);
  if (remembered !== undefined) return remembered;
  const stemmed = known.older.get(word) ?? (foldAccents(stemmerFor(language)(word)) || foldAccents(word));
  if (known.recent.size >= memorySize) memory.set(language, (known = { recent: new Map(), older: known.recent }));
  known.recent.set(word, stemmed);
  return stemmed;
}

function stemmerFor(language: Language): (word: string) => string {
  let stemmer = stemmers.get(language);
  if (!stemmer) stemmers.set(language, (stemmer = createStemmer(language)));
  return stemmer;
}

function createStemmer(language: Language): (word: string) => string {
  if (language === 'cs') return (word) => stemCzech(foldAccents(word));
  const snowball = newStemmer(algorithms[language]);
  if (language === 'nl') return (word) => withVoicelessEnd(snowball.stem(word.replace(/([ao]'|[^s]ie|é)s$/, '$1')));
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
  if (language === 'pt') return word.replace(/cao$/, 'ção').replace(/coes$/, 'ções').replace(/sao$/, 'são').replace(/soes$/, 'sões');
  return word;
}

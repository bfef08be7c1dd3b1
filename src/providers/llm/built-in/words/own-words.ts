import { LRUCache } from 'lru-cache';
import type { Language } from '#shared/languages.ts';
import { analyze } from '#platform/text-search/analyze.ts';

/** What a text itself says, whatever stands above it. */
export type OwnWords = {
  terms: ReadonlySet<string>;
  /** Words that stand in it only as parts of names such as `pg_test_fsync`. */
  partTerms: ReadonlySet<string>;
  /** Its words in order. */
  order: readonly string[];
};

/** Visitors of a site ask for the same passages again and again; what is read of them is a few megabytes. */
const known = new LRUCache<string, OwnWords>({
  maxSize: 1_000_000,
  sizeCalculation: (_words, text) => text.length + 200,
});

/** The words of a sentence, an item or a row. */
export function ownWords(text: string, language: Language): OwnWords {
  const key = `${language}${text}`;
  let words = known.get(key);
  if (!words) known.set(key, (words = read(text, language)));
  return words;
}

function read(text: string, language: Language): OwnWords {
  const found = analyze(text, language);
  return {
    terms: new Set(found.map(({ term }) => term)),
    partTerms: partsOf(text, language),
    order: found.flatMap(({ term, kind }) => (kind === 'word' ? [term] : [])),
  };
}

/** Terms of parts of names with underscores, unless they also stand alone. */
export function partsOf(text: string, language: Language): Set<string> {
  if (!text.includes('_')) return new Set();
  const name = /(?<![\p{L}\p{N}_.-])[\p{L}\p{N}.-]{0,60}_[\p{L}\p{N}_.-]*/gu;
  const parts = termsOf((text.match(name) ?? []).join(' '), language);
  const alone = termsOf(text.replace(name, ' '), language);
  const whole = new Set(
    (text.match(name) ?? []).flatMap((one) =>
      analyze(one, language).flatMap(({ term, kind }) => (kind === 'joined' ? [term] : [])),
    ),
  );
  return new Set([...parts].filter((term) => !alone.has(term) && !whole.has(term)));
}

/** All terms of a text. */
export function termsOf(text: string, language: Language): Set<string> {
  return new Set(analyze(text, language).map(({ term }) => term));
}

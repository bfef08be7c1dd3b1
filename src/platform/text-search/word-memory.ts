import type { Language } from '#shared/languages.ts';

/**
 * Texts repeat their words: what was made of a word once is remembered, for so many words of a language as
 * fit in two halves. Every word of every text is looked up here, and an LRU cache, which moves an entry at
 * each look, takes about twice as long.
 */
export function createWordMemory<T extends object | string>(
  make: (word: string, language: Language) => T,
  wordsInHalf: number,
): (word: string, language: Language) => T {
  const memory = new Map<Language, { recent: Map<string, T>; older: Map<string, T> }>();
  return (word, language) => {
    let known = memory.get(language);
    if (!known) memory.set(language, (known = { recent: new Map(), older: new Map() }));
    const remembered = known.recent.get(word);
    if (remembered !== undefined) return remembered;
    const made = known.older.get(word) ?? make(word, language);
    // When the recent half is full it becomes the older one, so that common words are never forgotten.
    if (known.recent.size >= wordsInHalf)
      memory.set(language, (known = { recent: new Map(), older: known.recent }));
    known.recent.set(word, made);
    return made;
  };
}

import { eachLanguage, languages, type Language } from '#shared/languages.ts';
import { detectLanguage } from '#platform/language/detect-language.ts';
import { functionWords } from '#platform/language/function-words.ts';
import { chunkText } from '#platform/text-search/chunk-text.ts';
import { proseOf } from './prose.models.ts';

/** A piece of a document: `text.slice(start, end)`. */
export type CutChunk = {
  start: number;
  end: number;
  text: string;
  headings: string[];
  page: number | null;
};

/** Cuts a document along its structure; pages keep the numbers that the document's reader gave them. */
export function cutIntoChunks(
  text: string,
  language: Language,
  pages: readonly { page: number; start: number; end: number }[] | null,
): CutChunk[] {
  const starts = pages?.map(({ start }) => start);
  return chunkText({ text, language, ...(starts ? { pages: starts } : {}) }).map((chunk) => ({
    ...chunk,
    page: chunk.page === null ? null : (pages?.[chunk.page - 1]?.page ?? chunk.page),
  }));
}

/** The path of headings as it is stored and shown. */
export function headingPath(headings: readonly string[]): string {
  return headings.join(' › ').slice(0, 500).toWellFormed();
}

const sampleLength = 600;
const leastOtherWords = 3;

/**
 * The language of a chunk: that of its document, unless everyday words of another one stand in it more often.
 * Each word counts once, and code not at all: "non" a hundred times in a table is no French.
 * Only then the statistics are asked, which cost more than everything else that is done with a chunk.
 */
export function chunkLanguage(text: string, documentLanguage: Language): Language {
  const words = new Set(
    text
      .slice(0, sampleLength)
      .toLowerCase()
      .match(/\p{L}+/gu) ?? [],
  );
  if (!isDoubtful(words, documentLanguage)) return documentLanguage;
  const prose = proseOf(text.slice(0, sampleLength * 2)).slice(0, sampleLength);
  if (!isDoubtful(new Set(prose.toLowerCase().match(/\p{L}{2,}/gu) ?? []), documentLanguage))
    return documentLanguage;
  return detectLanguage(prose, documentLanguage);
}

function isDoubtful(words: ReadonlySet<string>, own: Language): boolean {
  const counts = eachLanguage(() => 0);
  for (const word of words)
    for (const language of languages) if (functionWords[language].has(word)) counts[language] += 1;
  return languages.some(
    (language) => language !== own && counts[language] >= Math.max(leastOtherWords, counts[own] * 1.3 + 2),
  );
}

import { languages, type Language } from '#shared/languages.ts';
import { detectLanguage } from '#platform/language/detect-language.ts';
import { functionWords } from '#platform/language/function-words.ts';
import { chunkText } from '#platform/text-search/chunk-text.ts';

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

/**
 * The language of a chunk: that of its document, unless everyday words of another one stand in it more often.
 * Only then the statistics are asked, which cost more than everything else that is done with a chunk.
 */
export function chunkLanguage(text: string, documentLanguage: Language): Language {
  const sample = text.slice(0, sampleLength);
  const counts: Record<Language, number> = { en: 0, nl: 0, es: 0, pt: 0, fr: 0, cs: 0 };
  for (const word of sample.toLowerCase().match(/\p{L}+/gu) ?? [])
    for (const language of languages) if (functionWords[language].has(word)) counts[language] += 1;
  const own = counts[documentLanguage];
  const isDoubtful = languages.some(
    (language) => language !== documentLanguage && counts[language] >= own * 1.3 + 2,
  );
  return isDoubtful ? detectLanguage(sample, documentLanguage) : documentLanguage;
}

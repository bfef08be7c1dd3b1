import type { Language } from '#shared/languages.ts';
import { chunkText } from '#platform/text-search/chunk-text.ts';

/** A piece of a document: `text.slice(start, end)`. */
export type CutChunk = { start: number; end: number; text: string; headings: string[]; page: number | null };

/** Cuts a document along its structure; pages keep the numbers that the document's reader gave them. */
export function cutIntoChunks(text: string, language: Language, pages: readonly { page: number; start: number; end: number }[] | null): CutChunk[] {
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

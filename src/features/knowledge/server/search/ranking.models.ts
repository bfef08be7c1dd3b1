import type { Language } from '#shared/languages.ts';
import type { QueryTerm } from '#platform/text-search/analyze.ts';
import { scoreBm25, type LexicalHit, type SegmentPostings } from '#platform/text-search/score-bm25.ts';
import type { PostingsRow, SegmentInfo } from './search-index.repository.ts';

export const candidateCount = 50;

/** What questions need to know about a whole collection; holds until its revision rises. */
export type IndexView = {
  revision: number;
  segments: SegmentInfo[];
  chunkCount: number;
  totalLength: number;
  hasQuestions: boolean;
  languages: Language[];
};

/** In how many chunks of all segments each of the terms stands; 0 where it stands in none. */
export function countChunks(terms: readonly QueryTerm[], rows: readonly PostingsRow[]): Map<string, number> {
  const having = new Map(terms.map(({ term }) => [term, 0]));
  for (const { term, chunks } of rows) having.set(term, (having.get(term) ?? 0) + chunks);
  return having;
}

export function rank(
  view: IndexView,
  terms: readonly QueryTerm[],
  rows: readonly PostingsRow[],
): LexicalHit[] {
  const postings = new Map<string, Map<string, Uint8Array>>();
  for (const row of rows) {
    let segment = postings.get(row.segmentId);
    if (!segment) postings.set(row.segmentId, (segment = new Map()));
    segment.set(row.term, row.postings);
  }
  const none = new Map<string, Uint8Array>();
  const segments = view.segments.map(({ id, chunkCount, skipped }): SegmentPostings => ({
    chunkCount,
    skip: skipped,
    postings: postings.get(id) ?? none,
  }));
  return scoreBm25({
    query: terms,
    segments,
    statistics: {
      chunkCount: view.chunkCount,
      totalLength: view.totalLength,
      chunksWith: countChunks(terms, rows),
    },
    limit: candidateCount,
  });
}

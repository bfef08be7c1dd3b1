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

export function rank(
  view: IndexView,
  terms: readonly QueryTerm[],
  rows: readonly PostingsRow[],
): LexicalHit[] {
  const postings = new Map<string, Map<string, Uint8Array>>();
  const chunksWith = new Map<string, number>();
  for (const row of rows) {
    let segment = postings.get(row.segmentId);
    if (!segment) postings.set(row.segmentId, (segment = new Map()));
    segment.set(row.term, row.postings);
    chunksWith.set(row.term, (chunksWith.get(row.term) ?? 0) + row.chunks);
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
    statistics: { chunkCount: view.chunkCount, totalLength: view.totalLength, chunksWith },
    limit: candidateCount,
  });
}

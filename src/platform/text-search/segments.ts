import type { ChunkTerms } from './analyze.ts';
import { encodeLength, encodePostings, type Posting, readPostings } from './postings.ts';

/**
 * An immutable piece of an index: some chunks, numbered from 0 inside the piece, and for each term its
 * postings. New chunks make a new segment; a removed chunk is skipped until its segment is merged.
 */
export type Segment = {
  chunkCount: number;
  /** Words of all chunks together; for the average length. */
  totalLength: number;
  terms: Map<string, { chunks: number; postings: Uint8Array }>;
};

/** Builds a segment; a chunk's ordinal is its place in the list. */
export function buildSegment(chunks: readonly ChunkTerms[]): Segment {
  const lists = new Map<string, Posting[]>();
  let totalLength = 0;
  for (const [ordinal, { terms, length }] of chunks.entries()) {
    totalLength += length;
    const lengthCode = encodeLength(length);
    for (const [term, frequency] of terms) {
      const list = lists.get(term);
      if (list) list.push({ ordinal, frequency, lengthCode });
      else lists.set(term, [{ ordinal, frequency, lengthCode }]);
    }
  }
  return { chunkCount: chunks.length, totalLength, terms: packed(lists) };
}

/**
 * Merges segments into one, leaving out skipped chunks. `origins` tells for each chunk of the result where it
 * was before, so that the caller can carry its own rows along.
 */
export function mergeSegments(parts: readonly { segment: Segment; skip?: ReadonlySet<number> }[]): {
  segment: Segment;
  origins: { part: number; ordinal: number }[];
} {
  const origins: { part: number; ordinal: number }[] = [];
  const lists = new Map<string, Posting[]>();
  let totalLength = 0;
  for (const [part, { segment, skip }] of parts.entries()) {
    const renumbered = new Int32Array(segment.chunkCount).fill(-1);
    for (let ordinal = 0; ordinal < segment.chunkCount; ordinal++) {
      if (skip?.has(ordinal)) continue;
      renumbered[ordinal] = origins.length;
      origins.push({ part, ordinal });
    }
    const kept = segment.chunkCount === 0 ? 0 : 1 - (skip?.size ?? 0) / segment.chunkCount;
    totalLength += Math.round(segment.totalLength * Math.max(0, kept));
    for (const [term, { postings }] of segment.terms) {
      let list = lists.get(term);
      if (!list) lists.set(term, (list = []));
      const target = list;
      readPostings(postings, (ordinal, frequency, lengthCode) => {
        const renewed = renumbered[ordinal] ?? -1;
        if (renewed >= 0) target.push({ ordinal: renewed, frequency, lengthCode });
      });
    }
  }
  return { segment: { chunkCount: origins.length, totalLength, terms: packed(lists) }, origins };
}

function packed(lists: ReadonlyMap<string, Posting[]>): Segment['terms'] {
  const terms: Segment['terms'] = new Map();
  for (const [term, list] of lists)
    if (list.length > 0) terms.set(term, { chunks: list.length, postings: encodePostings(list) });
  return terms;
}

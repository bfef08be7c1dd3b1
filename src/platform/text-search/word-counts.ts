/** How many of a collection's chunks there are, and how many of them have each of the words that were asked for. */
export type WordCounts = {
  chunks: number;
  /** By term; 0 for a term that was looked for and stands nowhere. */
  having: ReadonlyMap<string, number>;
};

/** From so many chunks on, a collection counts as an ordinary one. */
const ordinaryChunks = 100;

/** Whether a collection is so small that a word is rare in it by chance. */
export const isSmall = ({ chunks }: WordCounts): boolean => chunks < ordinaryChunks;

/** What is known of no collection. */
export const noWordCounts: WordCounts = { chunks: 0, having: new Map() };

/** What several searches of one collection found out about its words. */
export function joinWordCounts(counts: readonly WordCounts[]): WordCounts {
  return {
    chunks: Math.max(0, ...counts.map(({ chunks }) => chunks)),
    having: new Map(counts.flatMap(({ having }) => [...having])),
  };
}

/**
 * How telling a word is, from 0 (every chunk has it) to 1 (none has); null when nobody looked for any of the
 * terms. Of several terms for one thing the commonest counts.
 */
export function rarityOf(terms: Iterable<string>, { chunks, having }: WordCounts): number | null {
  let most: number | null = null;
  for (const term of terms) {
    const count = having.get(term);
    if (count !== undefined) most = Math.max(most ?? 0, Math.min(count, chunks));
  }
  if (most === null || chunks === 0) return null;
  return Math.log(1 + (chunks - most + 0.5) / (most + 0.5)) / Math.log(2 * chunks + 2);
}

/**
 * A chunk found by words, by meaning, or by both. Scores of one list are comparable among themselves only.
 */
export type Ranked = {
  id: string;
  score: number;
};
export type LexicalRanked = Ranked & { coverage: number };
export type DenseRanked = Ranked & { cosine: number };
export type FusedHit = {
  id: string;
  /** Sorts hits; no meaning beyond. */
  rank: number;
  /** 0..1, for the threshold. */
  relevance: number;
};

/**
 * Where cosines of unrelated and of clearly related texts lie for an embedding model; models differ widely.
 */
export type CosineRange = {
  unrelated: number;
  related: number;
};
export const cosineRangeDefault: CosineRange = { unrelated: 0.15, related: 0.65 };

/** Below this relevance a chunk is no answer. */
export const relevanceThreshold = 0.35;

const rankDamping = 60;

/**
 * Joins the two searches by reciprocal rank: `Σ 1 / (60 + place)`. Each hit also gets a relevance between 0
 * and 1 for the threshold: the better of how much of the question's information its words cover (rare words
 * weigh more; from the fifth word on a question need not be covered whole) and where its cosine lies between
 * unrelated (0) and clearly related (1) texts. A question that has nothing to do with the documents stays
 * below 0.35, since at most a common word of it is found; a chunk that answers lies mostly above 0.5.
 */
export function fuse(input: {
  lexical: readonly LexicalRanked[];
  dense?: readonly DenseRanked[];
  range?: CosineRange;
  limit: number;
  threshold?: number;
}): FusedHit[] {
  const { lexical, dense = [], range = cosineRangeDefault, limit, threshold = relevanceThreshold } = input;
  const hits = new Map<string, FusedHit>();
  const add = (id: string, place: number, relevance: number) => {
    const hit = hits.get(id) ?? { id, rank: 0, relevance: 0 };
    hit.rank += 1 / (rankDamping + place + 1);
    hit.relevance = Math.max(hit.relevance, clamp(relevance));
    hits.set(id, hit);
  };
  for (const [place, { id, coverage }] of byScore(lexical).entries()) add(id, place, coverage);
  for (const [place, { id, cosine }] of byScore(dense).entries())
    add(id, place, cosineRelevance(cosine, range));
  return [...hits.values()]
    .filter(({ relevance }) => relevance >= threshold)
    .sort((a, b) => b.rank - a.rank || b.relevance - a.relevance || (a.id < b.id ? -1 : 1))
    .slice(0, limit);
}

/** Where a cosine lies between those of unrelated (0) and of clearly related (1) texts. */
export const cosineRelevance = (cosine: number, range: CosineRange = cosineRangeDefault): number =>
  clamp((cosine - range.unrelated) / Math.max(0.01, range.related - range.unrelated));

function byScore<Item extends Ranked>(items: readonly Item[]): Item[] {
  return [...items].sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1));
}

function clamp(value: number): number {
  return Number.isFinite(value) ? Math.min(1, Math.max(0, value)) : 0;
}

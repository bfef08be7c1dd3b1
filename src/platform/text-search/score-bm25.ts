import type { QueryTerm } from './analyze.ts';
import { decodeLength } from './postings.ts';

/** One segment as far as a question needs it: the postings of the question's own terms. */
export type SegmentPostings = {
  chunkCount: number;
  /** Ordinals of chunks that are removed or switched off. */
  skip?: ReadonlySet<number>;
  postings: ReadonlyMap<string, Uint8Array>;
};

/** Facts about all segments of the index that the scores rest on. */
export type IndexStatistics = {
  chunkCount: number;
  totalLength: number;
  /** In how many chunks each of the question's terms stands. */
  chunksWith: ReadonlyMap<string, number>;
};

/**
 * A chunk that matches: its segment's place in the list, its ordinal there, its BM25 score, and how much of
 * the question it covers (0..1).
 */
export type LexicalHit = {
  segment: number;
  ordinal: number;
  score: number;
  coverage: number;
};

export type Bm25Settings = {
  k1: number;
  b: number;
};
export const bm25Defaults: Bm25Settings = { k1: 1.5, b: 0.75 };

type Group = {
  weight: number;
  inverse: number;
  isExtra: boolean;
  terms: { term: string; weight: number }[];
};

let scores = new Float32Array(0);
let covered = new Float32Array(0);
let paid = new Float32Array(0);

/** The best chunks for a question by BM25, best first. Pure arithmetic over the postings that it is given. */
export function scoreBm25(input: {
  query: readonly QueryTerm[];
  segments: readonly SegmentPostings[];
  statistics: IndexStatistics;
  limit: number;
  settings?: Bm25Settings;
}): LexicalHit[] {
  const { k1, b } = input.settings ?? bm25Defaults;
  const groups = groupsOf(input.query, input.statistics);
  const total = coverageTotal(groups, input.statistics.chunkCount);
  const averageLength = Math.max(1, input.statistics.totalLength / Math.max(1, input.statistics.chunkCount));
  const damping = Float32Array.from(
    { length: 256 },
    (_, code) => k1 * (1 - b + (b * decodeLength(code)) / averageLength),
  );
  const best = new BestHits(input.limit);
  for (const [index, segment] of input.segments.entries()) {
    clearScratch(segment.chunkCount);
    for (const group of groups)
      addGroup(group, segment, damping, k1, coverageWeight(group, input.statistics.chunkCount));
    for (let ordinal = 0; ordinal < segment.chunkCount; ordinal++) {
      const score = scores[ordinal] as number;
      if (score > best.floor && !segment.skip?.has(ordinal))
        best.offer({
          segment: index,
          ordinal,
          score,
          coverage: Math.min(1, (covered[ordinal] as number) / total),
        });
    }
  }
  return best.sorted();
}

function groupsOf(query: readonly QueryTerm[], statistics: IndexStatistics): Group[] {
  const groups = new Map<number, Group>();
  for (const { term, group: id, weight, isExtra = false } of query) {
    const group = groups.get(id) ?? { weight: 0, inverse: 0, isExtra, terms: [] };
    group.weight = Math.max(group.weight, weight);
    group.terms.push({ term, weight });
    groups.set(id, group);
  }
  for (const group of groups.values()) {
    const chunks = Math.min(
      statistics.chunkCount,
      Math.max(0, ...group.terms.map(({ term }) => statistics.chunksWith.get(term) ?? 0)),
    );
    group.inverse = Math.log(1 + (statistics.chunkCount - chunks + 0.5) / (chunks + 0.5));
  }
  return [...groups.values()];
}

function coverageWeight(group: Group, chunkCount: number): number {
  if (group.isExtra) return 0;
  return Math.min(1, group.weight) * (0.5 + group.inverse / Math.log(2 * chunkCount + 2));
}

/** Long questions need not be covered whole: beyond four words each further one counts less. */
function coverageTotal(groups: readonly Group[], chunkCount: number): number {
  const weights = groups.map((group) => coverageWeight(group, chunkCount)).sort((a, b) => b - a);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return Math.max(0.001, weights.length > 4 ? total * (4 / weights.length) ** 0.5 : total);
}

/**
 * Adds one word of the question. Of several spellings of it, a chunk is paid for the one that it has most of.
 */
function addGroup(
  group: Group,
  segment: SegmentPostings,
  damping: Float32Array,
  k1: number,
  coverage: number,
): void {
  const lists = group.terms.flatMap(({ term, weight }) => {
    const bytes = segment.postings.get(term);
    return bytes ? [{ bytes, factor: weight / group.weight }] : [];
  });
  const gain = group.weight * group.inverse * (k1 + 1);
  const { chunkCount } = segment;
  if (lists.length > 1) paid.fill(0, 0, chunkCount);
  for (const { bytes, factor } of lists)
    addPostings(bytes, { chunkCount, damping, gain, factor, coverage, several: lists.length > 1 });
}

type Payment = {
  chunkCount: number;
  damping: Float32Array;
  gain: number;
  factor: number;
  coverage: number;
  several: boolean;
};

/**
 * The innermost loop of a search, with `readPostings` written out in it: a call per posting would cost five
 * times as much.
 */
function addPostings(
  bytes: Uint8Array,
  { chunkCount, damping, gain, factor, coverage, several }: Payment,
): void {
  const end = bytes.length;
  let at = 0;
  let ordinal = 0;
  while (at < end) {
    let byte = bytes[at++] as number;
    let value = byte & 127;
    for (let shift = 7; byte > 127 && at < end; shift += 7)
      value |= ((byte = bytes[at++] as number) & 127) << shift;
    ordinal += value;
    if (at + 1 >= end || ordinal >= chunkCount) return;
    const lengthCode = bytes[at++] as number;
    byte = bytes[at++] as number;
    value = byte & 127;
    for (let shift = 7; byte > 127 && at < end; shift += 7)
      value |= ((byte = bytes[at++] as number) & 127) << shift;
    let share = (factor * value) / (value + (damping[lengthCode] as number));
    if (several) {
      const before = paid[ordinal] as number;
      if (share <= before) continue;
      paid[ordinal] = share;
      share -= before;
      scores[ordinal] = (scores[ordinal] as number) + gain * share;
      if (before === 0) covered[ordinal] = (covered[ordinal] as number) + coverage;
      continue;
    }
    scores[ordinal] = (scores[ordinal] as number) + gain * share;
    covered[ordinal] = (covered[ordinal] as number) + coverage;
  }
}

/**
 * Working space, kept between calls and grown when needed: a call is synchronous, so no two use it at once.
 */
function clearScratch(chunkCount: number): void {
  if (scores.length < chunkCount) {
    const size = Math.ceil(chunkCount * 1.25);
    scores = new Float32Array(size);
    covered = new Float32Array(size);
    paid = new Float32Array(size);
    return;
  }
  scores.fill(0, 0, chunkCount);
  covered.fill(0, 0, chunkCount);
}

/** Keeps the best few of many; of equals the first. */
class BestHits {
  floor = 0;
  readonly #limit: number;
  readonly #hits: LexicalHit[] = [];

  constructor(limit: number) {
    this.#limit = Math.max(1, limit);
  }

  offer(hit: LexicalHit): void {
    let from = 0;
    let to = this.#hits.length;
    while (from < to) {
      const middle = (from + to) >> 1;
      if ((this.#hits[middle] as LexicalHit).score >= hit.score) from = middle + 1;
      else to = middle;
    }
    this.#hits.splice(from, 0, hit);
    if (this.#hits.length > this.#limit) this.#hits.pop();
    if (this.#hits.length === this.#limit) this.floor = (this.#hits.at(-1) as LexicalHit).score;
  }

  sorted(): LexicalHit[] {
    return this.#hits;
  }
}

import { isSmall, rarityOf, type WordCounts } from '#platform/text-search/word-counts.ts';
import type { Candidate, Passage } from '../candidates.ts';
import type { ReadQuestion, Wanted } from '../question.ts';
import { share } from '../sentence-forms.ts';

/** How much each wanted thing weighs: rare words much, words that every text has little; then the days. */
export function weightsOf(
  question: ReadQuestion,
  candidates: readonly Candidate[],
  counts: WordCounts,
): number[] {
  // Among few documents a word is rare by chance.
  const [least, more] = isSmall(counts) ? [1, 0.6] : [0.3, 1.7];
  return [
    ...question.wanted.map(
      (wanted) =>
        wanted.weight *
        (least + more * (rarityOf(wanted.terms.keys(), counts) ?? rarityAmong(wanted, candidates))),
    ),
    question.days.size > 0 ? 1.2 : 0,
  ];
}

function rarityAmong(wanted: Wanted, candidates: readonly Candidate[]): number {
  const having = candidates.filter(
    ({ terms, headingTerms }) => share(wanted, terms) > 0 || share(wanted, headingTerms) > 0,
  ).length;
  return (
    Math.log(1 + (candidates.length - having + 0.5) / (having + 0.5)) / Math.log(2 * candidates.length + 2)
  );
}

/** How much of each wanted thing, in their order, the words of a candidate have, and those above it. From 0 to 1. */
export type WordShares = {
  own: readonly number[];
  /** Of the heading right above. */
  heading: readonly number[];
  /** Of the title and the headings higher up. */
  title: readonly number[];
};

/** Looks at each candidate once; what stands above several of them is looked at once, too. */
export function sharesOf(wanted: readonly Wanted[], candidates: readonly Candidate[]): WordShares[] {
  const known = new Map<ReadonlySet<string>, readonly number[]>();
  const of = (terms: ReadonlySet<string>): readonly number[] => {
    let shares = known.get(terms);
    if (!shares) known.set(terms, (shares = wanted.map((one) => share(one, terms))));
    return shares;
  };
  return candidates.map(({ terms, headingTerms, titleTerms }) => ({
    own: wanted.map((one) => share(one, terms)),
    heading: of(headingTerms),
    title: of(titleTerms),
  }));
}

/** The most that a passage has of each wanted thing, in any of its candidates or above them. */
export function passageShares(
  candidates: readonly Candidate[],
  shares: readonly WordShares[],
): Map<Passage, number[]> {
  const most = new Map<Passage, number[]>();
  for (const [index, { passage }] of candidates.entries()) {
    const { own = [], heading = [], title = [] } = shares[index] ?? {};
    const before = most.get(passage);
    most.set(
      passage,
      own.map((part, at) => Math.max(before?.[at] ?? 0, part, heading[at] ?? 0, title[at] ?? 0)),
    );
  }
  return most;
}

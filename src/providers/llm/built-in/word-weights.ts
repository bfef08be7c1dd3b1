import { isSmall, rarityOf, type WordCounts } from '#platform/text-search/word-counts.ts';
import type { Candidate } from './candidates.ts';
import type { ReadQuestion, Wanted } from './question.ts';
import { share } from './sentence-forms.ts';

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

import { forEachLanguage } from '#platform/language/language-content.ts';
import { tokenize } from '#platform/text-search/tokenize.ts';
import type { Candidate } from './candidates.ts';
import type { ReadQuestion } from './question.ts';
import { share } from './sentence-forms.ts';

const limiting = forEachLanguage(({ questions }) => new Set(questions.limiting));

/** Whether a text says that what it tells goes for no other place. */
export const isLimiting = ({ text, language }: Candidate): boolean =>
  tokenize(text.slice(0, 400)).some((token) => limiting[language].has(token.text));

/**
 * “Do you deliver to London?” is answered by “We deliver in Bath. We don't deliver elsewhere.”: without the place that no
 * text names, where a text tells of the rest and rules all other places out.
 */
export function withoutOtherPlaces(question: ReadQuestion, candidates: readonly Candidate[]): ReadQuestion {
  const { wanted, places } = question;
  const others = wanted.filter(
    ({ terms, concept }) =>
      concept === null &&
      [...terms.keys()].some((term) => places.has(term)) &&
      !candidates.some((candidate) => [...terms.keys()].some((term) => candidate.terms.has(term))),
  );
  const rest = wanted.filter((one) => !others.includes(one) && !one.isLight);
  if (others.length === 0 || rest.length === 0) return question;
  const rulesOut = candidates.some(
    (candidate) =>
      isLimiting(candidate) &&
      rest.filter((one) => share(one, candidate.terms) > 0).length >= rest.length / 2,
  );
  return rulesOut ? { ...question, wanted: wanted.filter((one) => !others.includes(one)) } : question;
}

import type { Language } from '#shared/languages.ts';
import type { WordCounts } from '#platform/text-search/word-counts.ts';
import { detectLanguage } from '#platform/language/detect-language.ts';
import { candidatesOf, type Passage } from './candidates.ts';
import { readQuestion } from './question.ts';
import { select } from './select.ts';

/** How likely it is that each of the passages, by itself, answers a question: 0 to 1, in their order. */
export function answerConfidences(input: {
  question: string;
  passages: readonly Omit<Passage, 'number'>[];
  counts: WordCounts;
  language: Language;
}): number[] {
  const { question, counts } = input;
  const language = detectLanguage(question, input.language);
  return input.passages.map((passage, index) => {
    const candidates = candidatesOf([{ ...passage, number: index + 1 }], language);
    const languages = [...new Set([language, ...candidates.map((candidate) => candidate.language)])];
    return select(readQuestion(question, [], languages), candidates, language, counts)?.confidence ?? 0;
  });
}

import type { Language } from '#shared/languages.ts';
import { forEachLanguage } from '#platform/language/language-content.ts';
import { analyze } from '#platform/text-search/analyze.ts';
import { tokenize } from '#platform/text-search/tokenize.ts';

const toward = forEachLanguage(({ questions }) => new Set(questions.toward));

const longestQuestion = 500;

/** The terms of what a question names as a place: whatever stands right after “in” or “to”, with the names behind it. */
export function placesIn(question: string, language: Language): Set<string> {
  const tokens = tokenize(question.slice(0, longestQuestion));
  const places: string[] = [];
  let isNamed = false;
  for (const [index, { text, start }] of tokens.entries()) {
    const isFirst = toward[language].has(tokens[index - 1]?.text ?? '');
    // “São Paulo” is one place.
    isNamed = isFirst || (isNamed && /\p{Lu}/u.test(question[start] ?? ''));
    if (isNamed) places.push(...analyze(text, language).map(({ term }) => term));
  }
  return new Set(places);
}

import type { Language } from '#shared/languages.ts';
import { forEachLanguage } from '#platform/language/language-content.ts';
import type { Candidate } from './candidates.ts';
import type { ReadQuestion } from './question.ts';

/** How much a word counts that only begins like one that was asked for. */
const akinFactor = 0.6;
const shortestAkin = 4;
/** So much of the longer word must be the same: where the shorter one is its beginning, and where both go on. */
const leastBegun = 0.5;
const leastShared = 0.66;
const negations = forEachLanguage(({ questions }) => questions.negation);

/**
 * The question with the words of the candidates that begin like its own: `stříhá` finds `stříhání`, `spoed` finds
 * `spoeddienst`. Stemming alone misses them in languages with many endings or compounds.
 */
export function widened(question: ReadQuestion, candidates: readonly Candidate[]): ReadQuestion {
  const vocabulary = new Map<string, string>();
  for (const { terms, headingTerms, language } of candidates)
    for (const word of [...terms, ...headingTerms])
      if (isWord(word)) vocabulary.set(word, withoutNegation(word, language));
  return {
    ...question,
    wanted: question.wanted.map((wanted) => {
      if (wanted.isIdentifier || wanted.isPart) return wanted;
      const own = [...wanted.terms.keys()].filter((term) => wanted.terms.get(term) === 1 && isWord(term));
      const terms = new Map(wanted.terms);
      for (const [word, plain] of vocabulary)
        if (
          !terms.has(word) &&
          own.some((term) => term === plain || isAkin(term, word) || isAkin(term, plain))
        )
          terms.set(word, akinFactor);
      return terms.size === wanted.terms.size ? wanted : { ...wanted, terms };
    }),
  };
}

const isWord = (term: string): boolean => /^\p{L}+$/u.test(term);

function isAkin(term: string, word: string): boolean {
  let shared = 0;
  while (shared < term.length && term[shared] === word[shared]) shared++;
  const [short, long] = [Math.min(term.length, word.length), Math.max(term.length, word.length)];
  return shared >= shortestAkin && shared >= long * (shared === short ? leastBegun : leastShared);
}

/** `nehlídáme` is about `hlídáme`, too. */
function withoutNegation(word: string, language: Language): string {
  const negation = negations[language];
  return negation !== '' && word.startsWith(negation) && word.length >= negation.length + shortestAkin
    ? word.slice(negation.length)
    : word;
}

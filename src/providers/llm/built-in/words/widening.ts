import type { Language } from '#shared/languages.ts';
import { isAkin } from '#platform/text-search/akin.ts';
import { forEachLanguage } from '#platform/language/language-content.ts';
import { isOneSlipAway } from '#platform/language/respelling.ts';
import type { Candidate } from '../candidates.ts';
import type { ReadQuestion } from '../question.ts';

/** How much a word counts that only begins like one that was asked for. */
const akinFactor = 0.6;
const shortestPlain = 4;
const akinShares = { begun: 0.5, shared: 0.66 };
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
          own.some(
            (term) => term === plain || isAkin(term, word, akinShares) || isAkin(term, plain, akinShares),
          )
        )
          terms.set(word, akinFactor);
      // “Vegitarian” stands in no text; a word that does is spelled as it is meant.
      if (terms.size === wanted.terms.size && !own.some((term) => vocabulary.has(term)))
        for (const word of vocabulary.keys())
          if (own.some((term) => isSlip(term, word))) terms.set(word, akinFactor);
      return terms.size === wanted.terms.size ? wanted : { ...wanted, terms };
    }),
  };
}

/** Short words are often others that differ by a letter. */
const shortestMisspelt = 7;

const isSlip = (term: string, word: string): boolean =>
  term.length >= shortestMisspelt && term[0] === word[0] && isOneSlipAway(term, word);

const isWord = (term: string): boolean => /^\p{L}+$/u.test(term);

/** `nehlídáme` is about `hlídáme`, too. */
function withoutNegation(word: string, language: Language): string {
  const negation = negations[language];
  return negation !== '' && word.startsWith(negation) && word.length >= negation.length + shortestPlain
    ? word.slice(negation.length)
    : word;
}

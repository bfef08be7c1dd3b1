import type { Language } from '#shared/languages.ts';
import { type EverydayConcept, everydayQuestion, wordsFor } from '#platform/language/everyday-concepts.ts';
import { isDayName, weekDays } from '#platform/language/week-days.ts';
import { analyze, queryTerms } from '#platform/text-search/analyze.ts';
import { foldAccents, tokenize } from '#platform/text-search/tokenize.ts';
import { smallTalk } from './small-talk.ts';

/** One thing that a question asks for: a text has it when it has one of the terms. */
export type Wanted = {
  terms: ReadonlyMap<string, number>;
  weight: number;
  concept: EverydayConcept | null;
};

/** A question as the engine understands it. */
export type ReadQuestion = {
  wanted: Wanted[];
  concepts: EverydayConcept[];
  days: Set<number>;
  isFollowUp: boolean;
};

export type Turn = {
  role: 'visitor' | 'assistant';
  text: string;
};

/** Words that ask for a comparison and stand in no answer. */
const comparing = new Set(
  'difference differences compare versus vs verschil vergelijk diferencia diferencias diferenca difference rozdil rozdily porovnani'.split(
    ' ',
  ),
);

const openers =
  /^(?:and|also|or|but|what about|how about|en|ook|of|maar|y|o|e|ou|mas|tambien|tambem|et|mais|a|i|nebo|ale|co)\b/;
const pointers =
  /\b(?:it|its|that|this|they|them|those|these|there|dat|dit|het|die|deze|daar|daarvan|eso|esto|esa|ese|ello|isso|isto|esse|essa|ca|cela|celui|celle|y|ils|elles|to|toho|tom|tohle|ten|ta)\b/;

/**
 * Understands a question, with the one before it when this one leans on it (`and on Sunday?`,
 * `how much is it?`).
 */
export function readQuestion(
  question: string,
  history: readonly Turn[],
  languages: readonly Language[],
): ReadQuestion {
  const language = languages[0] ?? 'en';
  const own = readAlone(question, languages, language);
  const before = history.findLast((turn) => turn.role === 'visitor' && smallTalk(turn.text) === null)?.text;
  const plain = foldAccents(question.toLowerCase());
  const isShort = own.wanted.length <= 1 && tokenize(question).length <= 8;
  const isFollowUp =
    before !== undefined &&
    (isShort || (own.wanted.length <= 2 && (openers.test(plain) || pointers.test(plain))));
  if (!isFollowUp || before === undefined) return { ...own, isFollowUp: false };
  const earlier = readAlone(before, languages, language);
  const known = new Set(own.wanted.flatMap(({ terms }) => [...terms.keys()]));
  const earlierWanted = earlier.wanted.filter(
    ({ terms }) => ![...terms.keys()].some((term) => known.has(term)),
  );
  return {
    wanted: [...own.wanted, ...earlierWanted.map((wanted) => ({ ...wanted, weight: wanted.weight * 0.6 }))],
    concepts: own.concepts.length > 0 ? own.concepts : earlier.concepts,
    days: own.days.size > 0 ? own.days : earlier.days,
    isFollowUp: true,
  };
}

function readAlone(
  question: string,
  languages: readonly Language[],
  language: Language,
): Omit<ReadQuestion, 'isFollowUp'> {
  const { text, concepts } = everydayQuestion(question, language, languages);
  const days = weekDays(question);
  const withoutDays = tokenize(text)
    .filter(
      (token) =>
        !(days.size > 0 && token.text.split('-').some(isDayName)) && !comparing.has(foldAccents(token.text)),
    )
    .map((token) => token.text)
    .join(' ');
  const groups = new Map<
    number,
    { terms: Map<string, number>; weight: number; concept: EverydayConcept | null }
  >();
  // An empty group of synonyms says that grammar alone is no question here: the everyday part is one already.
  for (const { term, group, weight } of queryTerms(
    withoutDays,
    languages,
    concepts.length > 0 || days.size > 0 ? [[]] : [],
  )) {
    const known = groups.get(group) ?? {
      terms: new Map<string, number>(),
      weight: Math.min(1, weight),
      concept: null,
    };
    known.terms.set(term, 1);
    groups.set(group, known);
  }
  const wanted = [...groups.values()];
  for (const concept of concepts) {
    const words = wordsFor(concept, languages).flatMap((word) =>
      languages.flatMap((other) => analyze(word, other).map(({ term }) => term)),
    );
    const owners = wanted.filter(({ terms }) => words.some((word) => terms.has(word)));
    const [owner = { terms: new Map<string, number>(), weight: conceptWeight[concept] ?? 1.2, concept }] =
      owners;
    owner.concept = concept;
    owner.weight = conceptWeight[concept] ?? 1.2;
    // Several words of a question for the same thing are one wish.
    for (const other of owners.slice(1)) {
      for (const term of other.terms.keys()) owner.terms.set(term, 1);
      wanted.splice(wanted.indexOf(other), 1);
    }
    for (const word of words) if (!owner.terms.has(word)) owner.terms.set(word, 0.75);
    if (!wanted.includes(owner)) wanted.push(owner);
  }
  return { wanted, concepts, days };
}

/** Recognised by the look of an answer more than by its words. */
const conceptWeight: Partial<Record<EverydayConcept, number>> = { duration: 0.3, services: 0.5 };

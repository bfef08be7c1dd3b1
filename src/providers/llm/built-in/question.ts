import type { Language } from '#shared/languages.ts';
import { type EverydayConcept, everydayQuestion, wordsFor } from '#platform/language/everyday-concepts.ts';
import {
  askedFor,
  questionKinds,
  type AskedFor,
  type QuestionKind,
} from '#platform/language/question-kinds.ts';
import { forEachLanguage } from '#platform/language/language-content.ts';
import { isDayName, weekDays } from '#platform/language/week-days.ts';
import { analyze, identifiersIn, queryTerms } from '#platform/text-search/analyze.ts';
import { foldAccents, tokenize } from '#platform/text-search/tokenize.ts';
import { spelledIn } from '#platform/text-search/entry-names.ts';
import { placesIn } from './places.ts';
import { smallTalk } from './small-talk.ts';

/** One thing that a question asks for: a text has it when it has one of the terms. */
export type Wanted = {
  terms: ReadonlyMap<string, number>;
  weight: number;
  /** It is written like a name, or as a number. */
  isName: boolean;
  /** It is a whole name such as `shared_buffers`. */
  isIdentifier: boolean;
  /** It is a part of a name such as `shared_buffers`. */
  isPart: boolean;
  /** Nearly any question may have it. */
  isLight: boolean;
  concept: EverydayConcept | null;
  /** How it is written where it is an option: `--retry`. */
  option?: string | undefined;
};

/** A question as the engine understands it. */
export type ReadQuestion = {
  wanted: Wanted[];
  concepts: EverydayConcept[];
  days: Set<number>;
  kinds: ReadonlySet<QuestionKind>;
  asks: ReadonlySet<AskedFor>;
  /** Its words as they are written, in small letters, and the options among them. */
  spelled: { words: ReadonlySet<string>; small: ReadonlySet<string>; options: readonly string[] };
  /** Terms of what it names as a place. */
  places: ReadonlySet<string>;
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
  const isFollowUp = before !== undefined && !standsAlone(own, plain);
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
    kinds: own.kinds.size > 0 ? own.kinds : earlier.kinds,
    asks: own.asks.size > 0 ? own.asks : earlier.asks,
    places: own.places,
    spelled: {
      words: new Set([...own.spelled.words, ...earlier.spelled.words]),
      small: new Set([...own.spelled.small, ...earlier.spelled.small]),
      options: [...own.spelled.options, ...earlier.spelled.options],
    },
    isFollowUp: true,
  };
}

/** What is asked about a thing, which a question has to name: “how much?”, “how long does that take?”. */
export const ofAThing: ReadonlySet<EverydayConcept> = new Set(['price', 'duration', 'default']);
/** A question of fewer words may be the rest of the one before. */
const fewestWords = 3;

/** Whether a question says by itself what it is about. */
function standsAlone({ wanted, concepts, days }: Omit<ReadQuestion, 'isFollowUp'>, plain: string): boolean {
  if (wanted.length <= 2 && openers.test(plain)) return false;
  const subjects = wanted.filter(({ concept }) => concept === null || !ofAThing.has(concept)).length;
  // An everyday question such as “when are you open?” is whole, whatever was said before.
  const isEveryday = concepts.some((concept) => !ofAThing.has(concept));
  if (isEveryday) return true;
  if (subjects === 0) return false;
  if (wanted.length <= 2 && pointers.test(plain)) return false;
  return days.size === 0 || plain.split(/\s+/).length >= fewestWords;
}

function readAlone(
  question: string,
  languages: readonly Language[],
  language: Language,
): Omit<ReadQuestion, 'isFollowUp'> {
  const { text: left, concepts: everyday } = everydayQuestion(question, language, languages);
  const text = left.replace(clitics[language], ' ');
  const days = weekDays(question);
  const withoutDays = tokenize(text)
    .filter(
      (token) =>
        !(days.size > 0 && token.text.split('-').some(isDayName)) && !comparing.has(foldAccents(token.text)),
    )
    // Capitals tell a name from a word.
    .map(({ start, end }) => text.slice(start, end))
    .join(' ');
  const names = namesIn(question, languages);
  const identifiers = new Set(languages.flatMap((other) => identifiersIn(question, other)));
  const kinds = questionKinds(question, language);
  const asks = askedFor(question, language);
  // "What is the price?" and "What is its default?" ask for no definition.
  if (asks.has('amount') || everyday.some((concept) => ofAThing.has(concept))) kinds.delete('definition');
  const asksMeaning = kinds.has('definition') || kinds.has('purpose');
  const groups = new Map<
    number,
    {
      terms: Map<string, number>;
      weight: number;
      isName: boolean;
      isIdentifier: boolean;
      isPart: boolean;
      isLight: boolean;
      concept: EverydayConcept | null;
    }
  >();
  // An empty group of synonyms says that grammar alone is no question here: the everyday part is one already.
  for (const { term, group, weight } of queryTerms(
    withoutDays,
    languages,
    everyday.length > 0 || days.size > 0 ? [[]] : [],
  )) {
    const known = groups.get(group) ?? {
      terms: new Map<string, number>(),
      weight: Math.min(1, weight),
      isName: false,
      isIdentifier: identifiers.has(term),
      isPart: weight < 0.5,
      isLight: false,
      concept: null,
    };
    known.terms.set(term, 1);
    if (
      !known.isLight &&
      !names.has(term) &&
      (light[language].has(term) || (asksMeaning && asking[language].has(term)))
    ) {
      known.isLight = true;
      known.weight *= lightShare;
    }
    if (names.has(term)) known.isName = true;
    groups.set(group, known);
  }
  const spelled = spelling(question);
  const isAsking = ({ terms, isName }: { terms: Map<string, number>; isName: boolean }): boolean =>
    !isName &&
    [...terms.keys()].some(
      (term) =>
        (asksMeaning && asking[language].has(term)) || (asks.has('time') && clock[language].has(term)),
    );
  const all = [...groups.values()];
  // “What does it *mean*?” and “what *time* is breakfast?” ask for no text with that word, however rare it is.
  const asked = all.some((group) => !group.isLight && !isAsking(group))
    ? all.filter((group) => !isAsking(group))
    : all;
  const wanted = asked.map((group) => ({
    ...group,
    option: spelled.options.find((option) =>
      analyze(option, language).some(({ term }) => group.terms.has(term)),
    ),
  }));
  // “Where is the pool?” doesn't ask for the way to the hotel.
  const placeTerms = termsOf(wordsFor('place', languages), language);
  const hasSubject = wanted.some(
    ({ isLight, terms }) => !isLight && ![...terms.keys()].some((term) => placeTerms.has(term)),
  );
  const concepts = everyday.filter((concept) => concept !== 'place' || !hasSubject);
  for (const concept of concepts) {
    const words = wordsFor(concept, languages).flatMap((word) =>
      languages.flatMap((other) => analyze(word, other).map(({ term }) => term)),
    );
    const owners = wanted.filter(({ terms }) => words.some((word) => terms.has(word)));
    const [
      owner = {
        terms: new Map<string, number>(),
        weight: conceptWeight[concept] ?? 1.2,
        isName: false,
        isIdentifier: false,
        isPart: false,
        isLight: false,
        concept,
        option: undefined,
      },
    ] = owners;
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
  return {
    wanted,
    concepts,
    days,
    kinds,
    asks,
    spelled,
    places: placesIn(question, language),
  };
}

function spelling(question: string): ReadQuestion['spelled'] {
  const words = spelledIn(question);
  return {
    words,
    small: new Set([...words].map((word) => word.toLowerCase())),
    options: [...words].filter((word) => /^--?\p{L}[^\s]*$/u.test(word)),
  };
}

const longestQuestion = 1_000;

/** Terms of words that a question writes like names: with a capital inside of it, a digit, or as code. */
function namesIn(question: string, languages: readonly Language[]): Set<string> {
  const words = question
    .slice(0, longestQuestion)
    .split(/\s+/)
    .filter((word, index) => /[\d_]/.test(word) || (index > 0 && /^["'“«(]?\p{Lu}/u.test(word)));
  return new Set(
    words.flatMap((word) => languages.flatMap((language) => analyze(word, language).map(({ term }) => term))),
  );
}

const light = forEachLanguage(({ questions }, language) => termsOf(questions.light, language));
const asking = forEachLanguage(({ questions }, language) => termsOf(questions.asking, language));
/** "Livrez-vous …?" asks for "livrez": joined, the two are a word that no text has. */
const clitics = forEachLanguage(({ questions }) =>
  questions.clitics.length === 0
    ? /(?!)/u
    : new RegExp(String.raw`(?<=\p{L})(?:-(?:${questions.clitics.join('|')}))+(?![\p{L}-])`, 'giu'),
);
const clock = forEachLanguage(({ questions }, language) => termsOf(questions.clock, language));
/** How much a word counts that nearly any question may have. */
const lightShare = 0.25;

function termsOf(words: readonly string[], language: Language): Set<string> {
  return new Set(words.flatMap((word) => analyze(word, language).map(({ term }) => term)));
}

/** Recognised by the look of an answer more than by its words. */
const conceptWeight: Partial<Record<EverydayConcept, number>> = { duration: 0.3, services: 0.5 };

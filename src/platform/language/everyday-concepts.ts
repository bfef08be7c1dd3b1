import { type Language, languages } from '#shared/languages.ts';
import { forEachLanguage } from './language-content.ts';
import { foldAccents, tokenize } from '#platform/text-search/tokenize.ts';
import { isChatter, isStopWord } from '#platform/text-search/stop-words.ts';
import { isDayName } from './week-days.ts';

/**
 * What people ask everywhere, in the words of the six languages. It lets a question find a text that says the
 * same thing with another everyday word, or in another of the languages: `where are you` finds `Adresse :`.
 */
export type EverydayConcept =
  | 'hours'
  | 'price'
  | 'place'
  | 'phone'
  | 'email'
  | 'contact'
  | 'delivery'
  | 'returns'
  | 'payment'
  | 'booking'
  | 'cancellation'
  | 'warranty'
  | 'duration'
  | 'parking'
  | 'pets'
  | 'wifi'
  | 'accessibility'
  | 'vouchers'
  | 'discounts'
  | 'ages'
  | 'celebrations'
  | 'outfit'
  | 'lost'
  | 'beginners'
  | 'arrival'
  | 'vegetarian'
  | 'gluten'
  | 'allergies'
  | 'jobs'
  | 'transport'
  | 'charging'
  | 'charges'
  | 'included'
  | 'deposit'
  | 'cots'
  | 'refund'
  | 'distance'
  | 'services'
  | 'default';

const concepts = forEachLanguage(({ phrases }) =>
  Object.fromEntries(
    Object.entries(phrases.topics).map(([concept, { says, words, carriers = [] }]) => [
      concept,
      { says: new RegExp(says), words, carriers: carriers.map(foldAccents) },
    ]),
  ),
);
const names = Object.keys(concepts.en) as EverydayConcept[];

/**
 * What isn't asked for where the first is, although the words say so: who wants to cancel a booking asks for none, whether one
 * pays for children is no question of cards, and what is in the price none of how high it is.
 */
const insteadOf: Partial<Record<EverydayConcept, readonly EverydayConcept[]>> = {
  cancellation: ['booking'],
  charges: ['payment'],
  deposit: ['payment'],
  included: ['price'],
  refund: ['returns', 'payment'],
};

/** Which everyday things a question asks about. */
export function everydayConcepts(question: string, language: Language): EverydayConcept[] {
  const plain = foldAccents(question.slice(0, 500).normalize('NFC').toLowerCase()).replace(/[’ʼ]/g, "'");
  const asked = names.filter((concept) => concepts[language][concept]?.says.test(plain));
  return asked.filter((concept) => !asked.some((other) => insteadOf[other]?.includes(concept)));
}

/** The everyday words for a thing in the given languages. */
export function wordsFor(concept: EverydayConcept, inLanguages: readonly Language[] = languages): string[] {
  return [...new Set(inLanguages.flatMap((language) => concepts[language][concept]?.words.split(' ') ?? []))];
}

const ofEach = forEachLanguage(({ phrases }) => phrases);
const carriers = new Set(languages.flatMap((language) => ofEach[language].carriers));
const personCarriers = new Set(languages.flatMap((language) => ofEach[language].personCarriers));

const longestEveryday = 14;

/** A question with its everyday part taken out of the words. */
export type EverydayQuestion = {
  /** The words that are left. */
  text: string;
  concepts: EverydayConcept[];
  /** Each: words of which any will do. */
  groups: string[][];
};

/**
 * Splits a question into its everyday part, as groups of words in all the given languages, and the rest: for
 * `How much is a helmet?` the words of price and `helmet`. Names of days go where the question is about
 * opening hours: texts name ranges of days.
 */
export function everydayQuestion(
  question: string,
  language: Language,
  inLanguages: readonly Language[],
): EverydayQuestion {
  const tokens = tokenize(question);
  // A long question says in its own words what it is about.
  const asked = tokens.length > longestEveryday ? [] : everydayConcepts(question, language);
  if (asked.length === 0) return { text: question, concepts: [], groups: [] };
  const groups = new Map(asked.map((concept) => [concept, wordsFor(concept, inLanguages)]));
  const named = new Set(
    [...groups].flatMap(([concept, words]) => (concept === 'duration' ? [] : words.map(foldAccents))),
  );
  // What is cancelled is a booking, however it is called.
  const isCancelled = (plain: string): boolean =>
    asked.includes('cancellation') && inLanguages.some((each) => concepts[each]['booking']?.says.test(plain));
  const own = new Set(asked.flatMap((concept) => concepts[language][concept]?.carriers ?? []));
  const telling = tokens.filter(({ text }) => {
    const plain = foldAccents(text);
    if (isCancelled(plain)) return false;
    // What was lost, or what somebody is allergic to, is hardly what a text tells of.
    if (asked.includes('lost') || asked.includes('allergies')) return named.has(plain);
    // A pronoun may hang on it: `faites-vous`.
    if (own.has(plain.split('-')[0] ?? plain) && !named.has(plain)) return false;
    if (asked.includes('hours') && text.split('-').some(isDayName)) return false;
    // A word that names the thing itself stays, and carries the group.
    return (
      named.has(plain) || !(carriers.has(plain) || (asked.includes('contact') && personCarriers.has(plain)))
    );
  });
  // How long something takes is said in too many ways to look for; it is recognised in the answer.
  const sought = asked.filter((concept) => concept !== 'duration' || asked.length + telling.length === 1);
  return {
    text: telling.map(({ text }) => text).join(' '),
    concepts: asked,
    groups: sought.map((concept) => groups.get(concept) ?? []),
  };
}

/** Asked about a thing that a question has to name: “how much?”, “how long does that take?”. */
const aboutAThing: ReadonlySet<EverydayConcept> = new Set(['price', 'duration', 'default']);

/** Whether a question leaves out what it is about: “Wat kost het?” means something only after another one. */
export function leavesOutItsThing(question: string, language: Language): boolean {
  if (!/[?？]\s*$/u.test(question)) return false;
  const { text, concepts: asked } = everydayQuestion(question, language, [language]);
  const known = new Set(asked.flatMap((concept) => wordsFor(concept, [language]).map(foldAccents)));
  const left = tokenize(text).filter(
    (token) =>
      !isStopWord(token.text, language) &&
      !isChatter(token.text, language) &&
      !known.has(foldAccents(token.text)) &&
      !carriers.has(foldAccents(token.text)),
  );
  return asked.length > 0 && asked.every((concept) => aboutAThing.has(concept)) && left.length === 0;
}

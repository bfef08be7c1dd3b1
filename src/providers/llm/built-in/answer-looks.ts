import type { EverydayConcept } from '#platform/language/everyday-concepts.ts';
import { anyLanguage, type LanguageContent } from '#platform/language/language-content.ts';
import { analyze } from '#platform/text-search/analyze.ts';
import type { Candidate } from './candidates.ts';
import type { ReadQuestion } from './question.ts';
import { wholeWords, wordEnd, wordStart } from '#platform/language/whole-words.ts';

const said = (pick: (answers: LanguageContent['answers']) => string): string =>
  `(?:${anyLanguage(({ answers }) => pick(answers))})`;

/** "9:30", "9 h", "5 pm", "24/7", or that it is closed. */
const hourUnits = said((answers) => answers.hourUnits);
const time = String.raw`(?<![\d€$£])\d{1,2}\s*(?:[:.h]\s*\d{2}(?!\d| ?[€$£])|h\b|${hourUnits}${wordEnd})`;
const closed = String.raw`${wordStart}(?:${said((answers) => answers.closed)}|24/7)`;

/** "€ 5", "5 EUR", "4.20", "free". */
const currency = '[€$£¥]';
const priceWord = wholeWords(`EUR|USD|GBP|CZK|${said(({ price }) => price)}`);
const decimals = String.raw`\d[.,]\d{2}\b`;

/** A postcode, a name with a number of a house, or a word for a street with a number near it. */
const postcode = String.raw`\b\d{4,5}\b|\b[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}\b`;
const houseNumber = String.raw`\p{L}{3} \d{1,4}\p{L}?(?:,|\s*$)`;
const placeWord = wholeWords(said(({ place }) => place));

const telephone = /(?:\+|\b)\d(?:[\s./()-]{0,2}\d){6,}/;
const allTelephones = new RegExp(telephone, 'g');

/** "2–3 days", "two working weeks", "same day", "24". */
const units = said(({ durations }) => durations.units);
const unitsAfterDigits = said(({ durations }) => durations.unitsAfterDigits);
const digits = String.raw`\d\s*(?:[-–]\s*\d+\s*)?(?:min|h\b|${units}|${unitsAfterDigits})`;
const number = said(({ durations }) => durations.numbers);
const working = said(({ durations }) => durations.working);
const spelled = String.raw`${wordStart}${number}\s+${working}?${units}`;
const sameDay = said(({ durations }) => durations.sameDay);

/** “30 days of delivery” is how long something else may take, counted from there. */
const countedFrom = new RegExp(
  String.raw`(?:${digits}|${spelled})\S*\s+(?:${said(({ durations }) => durations.since)})\S*((?:\s+\S+){1,4})`,
  'giu',
);

/** A text without the times that are counted from what the question is about. */
function withoutCounted({ text, language }: Candidate, { wanted }: ReadQuestion): string {
  const subjects = wanted.filter(({ concept, isLight }) => concept === null && !isLight);
  return text
    .slice(0, 1_000)
    .replace(countedFrom, (whole, event: string) =>
      analyze(event, language).some(({ term }) => subjects.some(({ terms }) => terms.has(term))) ? '' : whole,
    );
}

/** What an answer to an everyday question looks like. */
export const answerLooks: Partial<Record<EverydayConcept, RegExp>> = {
  hours: new RegExp(`${time}|${closed}`, 'iu'),
  price: new RegExp(`${currency}|${priceWord}|${decimals}`, 'iu'),
  place: new RegExp(
    `${postcode}|${houseNumber}|${placeWord}[^.!?]{0,40}\\d|\\d[^.!?]{0,20}${placeWord}`,
    'iu',
  ),
  phone: telephone,
  email: /[\p{L}\p{N}._%+-]@[\p{L}\p{N}.-]/u,
  services: new RegExp(`${wordStart}${said(({ services }) => services)}`, 'iu'),
  contact: new RegExp(`${telephone.source}|@`),
  duration: new RegExp(`${digits}|${spelled}|${sameDay}|24`, 'iu'),
  discounts: /\d\s?%/,
};

/** A question for one of these is not answered by a text that only mentions the thing. */
const strict: ReadonlySet<EverydayConcept> = new Set(['phone', 'email']);
/** Recognised by the look of an answer more than by its words. */
export const tellsByLook: ReadonlySet<EverydayConcept> = new Set([
  'price',
  'hours',
  'place',
  'phone',
  'email',
  'contact',
  'duration',
  'services',
  'discounts',
]);

/** What an everyday question adds: an answer to a question for a price has one. */
export function lookOf(
  question: ReadQuestion,
  candidate: Candidate,
  own: readonly number[],
  heading: readonly number[],
  dayShare: number,
): { look: number; isOut: boolean } {
  let look = 0;
  for (const concept of question.concepts) {
    const pattern = answerLooks[concept];
    if (!pattern) continue;
    const text =
      concept === 'duration'
        ? withoutCounted(candidate, question)
        : // The first digits of a telephone number are no postcode.
          concept === 'place'
          ? candidate.text.slice(0, 1_000).replaceAll(allTelephones, ' ')
          : candidate.text;
    // “Open Tuesday to Friday” tells when, too.
    const fits = pattern.test(text) || (concept === 'hours' && candidate.days.size > 0);
    if (!fits && strict.has(concept)) return { look: 0, isOut: true };
    look += fits ? 0.3 : -0.15;
  }
  if (question.days.size > 0 && dayShare === 0 && candidate.days.size > 0) look -= 0.25;
  const everyday = question.wanted.flatMap(({ concept }, index) => (concept === null ? [] : [index]));
  if (everyday.length > 0)
    look += everyday.some((index) => (own[index] ?? 0) > 0 || (heading[index] ?? 0) > 0) ? 0.2 : -0.4;
  return { look, isOut: false };
}

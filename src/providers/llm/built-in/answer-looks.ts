import type { EverydayConcept } from '#platform/language/everyday-concepts.ts';
import { anyLanguage, type LanguageContent } from '#platform/language/language-content.ts';
import { wholeWords, wordEnd, wordStart } from '#platform/language/whole-words.ts';

const said = (pick: (answers: LanguageContent['answers']) => string): string =>
  `(?:${anyLanguage(({ answers }) => pick(answers))})`;

/** "9:30", "9 h", "5 pm", "24/7", or that it is closed. */
const hourUnits = said((answers) => answers.hourUnits);
const time = String.raw`\d{1,2}\s*(?:[:.h]\s*\d{0,2}|${hourUnits}${wordEnd})`;
const closed = String.raw`${wordStart}(?:${said((answers) => answers.closed)}|24/7)`;

/** "€ 5", "5 EUR", "4.20", "free". */
const currency = '[€$£¥]';
const priceWord = wholeWords(`EUR|USD|GBP|CZK|${said(({ price }) => price)}`);
const decimals = String.raw`\d[.,]\d{2}\b`;

/** A postcode, a number before a comma, or a word for a street. */
const postcode = String.raw`\b\d{4,5}\b`;
const houseNumber = String.raw`\d\s*,`;
const placeWord = wholeWords(said(({ place }) => place));

const telephone = /(?:\+|\b)\d(?:[\s./()-]{0,2}\d){6,}/;

/** "2–3 days", "two working weeks", "same day", "24". */
const units = said(({ durations }) => durations.units);
const unitsAfterDigits = said(({ durations }) => durations.unitsAfterDigits);
const digits = String.raw`\d\s*(?:[-–]\s*\d+\s*)?(?:min|h\b|${units}|${unitsAfterDigits})`;
const number = said(({ durations }) => durations.numbers);
const working = said(({ durations }) => durations.working);
const spelled = String.raw`${wordStart}${number}\s+${working}?${units}`;
const sameDay = said(({ durations }) => durations.sameDay);

/** What an answer to an everyday question looks like. */
export const answerLooks: Partial<Record<EverydayConcept, RegExp>> = {
  hours: new RegExp(`${time}|${closed}`, 'iu'),
  price: new RegExp(`${currency}|${priceWord}|${decimals}`, 'iu'),
  place: new RegExp(`${postcode}|${houseNumber}|${placeWord}`, 'iu'),
  phone: telephone,
  email: /[\p{L}\p{N}._%+-]@[\p{L}\p{N}.-]/u,
  services: new RegExp(`${wordStart}${said(({ services }) => services)}`, 'iu'),
  contact: new RegExp(`${telephone.source}|@`),
  duration: new RegExp(`${digits}|${spelled}|${sameDay}|24`, 'iu'),
};

/** How a sentence begins that says little without the one before: "It …". */
export const leaning = new RegExp(`^${said((answers) => answers.leaning)}${wordEnd}`, 'iu');

import { anyLanguage, type LanguageContent } from '#platform/language/language-content.ts';
import { wholeWords, wordEnd } from '#platform/language/whole-words.ts';

/** What visitors of a business ask everywhere. Texts: `agent-drafts:iceBreakers.<topic>`. */
export const topics = [
  'hours',
  'prices',
  'booking',
  'shipping',
  'deliveryCost',
  'returns',
  'services',
  'contact',
] as const;
export type Topic = (typeof topics)[number];

/** What pages in any of the languages say for a thing. */
const said = (pick: (pages: LanguageContent['pages']) => string): string =>
  anyLanguage(({ pages }) => pick(pages));
const saidInWords = (pick: (pages: LanguageContent['pages']) => string): RegExp =>
  new RegExp(wholeWords(said(pick)), 'iu');

const weekday = saidInWords(({ weekdays }) => weekdays);
const isOpen = saidInWords(({ open }) => open);

const hour = String.raw`(?:[01]?\d|2[0-3])`;
const minutes = String.raw`[.:h][0-5]\d`;
const hourUnits = said(({ times }) => times.units);
const shortUnits = said(({ times }) => times.shortUnits);
const to = `[-–—]|${said(({ times }) => times.to)}`;
const and = said(({ times }) => times.and);
const severalDays = said(({ durations }) => durations.days);
/** "9:30", "9 h", "9 am". */
const timeOfDay = String.raw`(?<!\d)${hour}(?:${minutes}|\s?h(?![\p{L}\d])|\s?(?:${hourUnits})${wordEnd})`;
/** "9 to 17", which is neither a share nor a number of days. */
const firstHour = String.raw`(?<![\d.,])${hour}(?:[:.]\d\d)?`;
const lastHour = String.raw`${hour}(?![\d%,]|\s?(?:${severalDays}))`;
const hours = String.raw`${firstHour}\s?(?:${to}|${and})\s?${lastHour}`;
const clockTime = new RegExp(`${timeOfDay}|${hours}`, 'iu');
/** "9 to 17:30", "9 – 5 pm": the second is said as a time of day. */
const fromHour = String.raw`(?<!\d)${hour}(?:${minutes})?\s?(?:${hourUnits}|h|${shortUnits})?`;
const toTime = String.raw`${hour}(?:${minutes}|\s?(?:${hourUnits}|h)(?!\p{L}))`;
const fromTo = new RegExp(String.raw`${fromHour}\s?(?:${to})\s?${toTime}`, 'iu');

const signBefore = String.raw`[€£$]\s?\d|r\$\s?\d`;
const currency = `eur|usd|czk|${said(({ money }) => money)}`;
const moneyAfter = String.raw`\d[.,]*\s?(?:€|£|\$|(?:${currency})(?!\p{L}))`;
const amount = new RegExp(`${signBefore}|${moneyAfter}`, 'iu');

const sending = saidInWords((pages) => pages.sending);
const working = said(({ durations }) => durations.working);
const units = said(({ durations }) => durations.units);
const duration = String.raw`\d\s?[-–]?\s*(?:${working})?(?:${units})`;
const free = wholeWords(said((pages) => pages.free));
const takesTime = new RegExp(duration, 'iu');
const since = anyLanguage(({ answers }) => answers.durations.since);
/** A time that is counted from something. */
const counted = new RegExp(String.raw`${duration}\S*\s+(?:${since})${wordEnd}`, 'giu');
const costsNothing = new RegExp(free, 'iu');

const returning = saidInWords((pages) => pages.returning);
const bought = saidInWords((pages) => pages.bought);
const appointing = saidInWords((pages) => pages.appointing);
const offering = saidInWords((pages) => pages.offering);

const address = /[\p{L}\d._%+-]@[\p{L}\d-]+\.\p{L}{2}/u;
const spacedNumber = /(?<![\d.])\+?\d[\d()/-]{0,20}(?:\s[\d()/-]{1,20}){1,6}(?!\d)/u;
const wholeNumber = /(?<![\d.,-])\+?\d{9,13}(?!\d)/u;
const reaching = new RegExp(`${address.source}|${spacedNumber.source}|${wholeNumber.source}`, 'u');

const phone = /\d{3}/;
const online = /\b(?:online|internet|web(?:site)?)\b/i;

/**
 * Whether a text answers a question of a topic: that it says a word of it is not enough ("return" stands in
 * every manual), it has to say what people want to know of it.
 */
export function answersTopic(text: string, topic: Topic): boolean {
  const sentences = text.split(/(?<=[.!?])\s+|\n+/);
  const near = sentences.map((sentence, index) => `${sentences[index - 1] ?? ''} ${sentence}`);
  const someOf = (parts: readonly string[], tests: readonly RegExp[]): boolean =>
    parts.some((part) => tests.every((test) => test.test(part)));
  const some = (...tests: RegExp[]): boolean => someOf(near, tests);
  // "Pizzas from 8 euros, delivered to your door": the price is none of the delivery.
  const clauses = sentences.flatMap((sentence) => sentence.split(/[,;]\s+/));
  // "Return it within 30 days of delivery": nor is the time.
  const delivering = clauses
    .filter((clause) => !returning.test(clause))
    .map((clause) => clause.replace(counted, ' '));
  switch (topic) {
    case 'hours':
      return some(isOpen, weekday) || some(weekday, clockTime) || some(isOpen, fromTo);
    case 'prices':
      return some(amount);
    case 'booking':
      return some(appointing, reaching) || some(appointing, phone) || some(appointing, online);
    case 'shipping':
      return someOf(delivering, [sending, takesTime]);
    case 'deliveryCost':
      return someOf(delivering, [sending, amount]) || someOf(delivering, [sending, costsNothing]);
    case 'returns':
      return [takesTime, costsNothing, amount].some((test) => some(returning, bought, test));
    case 'services':
      return some(offering);
    case 'contact':
      return some(reaching);
    default:
      return false;
  }
}

/** The topics that a text answers, in the order in which they are proposed. */
export const topicsIn = (text: string): Topic[] => topics.filter((topic) => answersTopic(text, topic));

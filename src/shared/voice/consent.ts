import type { Language } from '../languages.ts';
import { consentWords } from './consent-words.ts';

/** Who agrees to a copy of their voice, for whom, and on which day. */
export type Consent = {
  language: Language;
  /** The person whose voice it is. */
  name: string;
  /** Who will use the voice. */
  company: string;
  /** A day, as `2026-11-29`. */
  day: string;
};

/**
 * Why what was heard is no consent: nobody spoke, other words, words that refuse, or another name, company or day.
 */
export type ConsentProblem = 'silent' | 'words' | 'refused' | 'name' | 'company' | 'day';

/** Of the words of the sentence so many may be missing, wrong or too many: recognizers mishear. */
const mostWrong = 0.3;
/** Of the letters of a name so many may be wrong: no recognizer knows how it is written. */
const mostWrongLetters = 0.34;

const dateOf = ({ language, day }: Consent): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${day}T12:00Z`));

/** What the person reads aloud. */
export function consentSentence(consent: Consent): string {
  const parts: Record<string, string> = {
    name: consent.name,
    company: consent.company,
    date: dateOf(consent),
  };
  return consentWords[consent.language].sentence.replace(
    /\{\{(\w+)\}\}/g,
    (_, part: string) => parts[part] ?? '',
  );
}

/** Words as they are compared: small letters without accents or signs; numbers without what makes them ordinal. */
const wordsOf = (text: string): string[] =>
  (
    text
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  ).map((word) => word.replace(/^(\d{1,4})\p{L}{1,3}$/u, '$1'));

/**
 * By how many places two lists differ: what has to be put in, left out or changed. With `anywhere`, the first may stand
 * anywhere within the second.
 */
function distance<T>(one: readonly T[], other: readonly T[], anywhere = false): number {
  let row = other.map((_, at) => (anywhere ? 0 : at + 1));
  let before = 0;
  for (const [at, wanted] of one.entries()) {
    let corner = before;
    before = at + 1;
    let left = before;
    row = row.map((above, place) => {
      const best = Math.min(above + 1, left + 1, corner + (other[place] === wanted ? 0 : 1));
      corner = above;
      left = best;
      return best;
    });
  }
  return anywhere ? Math.min(before, ...row) : (row.at(-1) ?? before);
}

/** Whether a name was said, however it is written and parted. */
function isNamed(name: string, heard: readonly string[]): boolean {
  const wanted = [...wordsOf(name).join('')];
  return distance(wanted, [...heard.join('')], true) <= Math.floor(wanted.length * mostWrongLetters);
}

/** Whether the day was said; where no number was written at all, the month has to do. */
function isDated(consent: Consent, heard: readonly string[]): boolean {
  const [year = 0, month = 0, day = 0] = consent.day.split('-').map(Number);
  const numbers = heard.filter((word) => /^\d+$/.test(word)).map(Number);
  const name = wordsOf(
    new Intl.DateTimeFormat(consent.language, { day: 'numeric', month: 'long', timeZone: 'UTC' }).format(
      new Date(`${consent.day}T12:00Z`),
    ),
  ).find((word) => word.length > 2 && !/^\d/.test(word));
  const isMonth = isNamed(name ?? '', heard) || numbers.includes(month);
  if (numbers.length === 0) return isMonth;
  return isMonth && numbers.includes(day) && !numbers.some((number) => number > 999 && number !== year);
}

/**
 * Whether somebody read the sentence, by what was understood of it; null: they did. Small mistakes of a recognizer are
 * passed over, but names, day and the word that agrees have to be there, and no word that turns it round.
 */
export function consentProblem(consent: Consent, heard: string): ConsentProblem | null {
  const { agree, refusing } = consentWords[consent.language];
  // Whoever talks on has said something else as well.
  const said = wordsOf(heard.slice(0, 4_000));
  if (said.length === 0) return 'silent';
  const wanted = wordsOf(consentSentence(consent));
  if (wordsOf(refusing).some((word) => said.includes(word) && !wanted.includes(word))) return 'refused';
  if (distance(wanted, said) > Math.max(wanted.length, said.length) * mostWrong) return 'words';
  if (!wordsOf(agree).every((word) => said.includes(word))) return 'words';
  if (!isNamed(consent.name, said)) return 'name';
  if (!isNamed(consent.company, said)) return 'company';
  return isDated(consent, said) ? null : 'day';
}

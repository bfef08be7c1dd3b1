import { LRUCache } from 'lru-cache';
import type { Language } from '#shared/languages.ts';
import { forEachLanguage } from '#platform/language/language-content.ts';
import { analyze } from '#platform/text-search/analyze.ts';
import type { Candidate } from './candidates.ts';
import { isCodeName, spells } from '#platform/text-search/entry-names.ts';
import type { ReadQuestion } from './question.ts';
import { share } from './sentence-forms.ts';

/** A name that is the question's only with other endings. */
const bendedShare = 0.9;
/** How much of a wanted thing is there where the text below the name has it, and not the page. */
const toldShare = 0.8;
/** What a name is worth that leaves something of the question out, such as the option of a command. */
const leastShare = 0.4;
/** What a name is worth where the question has an option, and another name. */
const otherOption = 0.6;
/** What a name is worth where a thing asked for stands in the page's title, and not in the name. */
const ofTitle = 0.77;

const light = forEachLanguage(
  ({ questions }, language) =>
    new Set(questions.light.flatMap((word) => analyze(word, language).map(({ term }) => term))),
);

const known = new LRUCache<string, ReadonlySet<string>>({ max: 2_000 });

function termsOf(name: string, language: Language): ReadonlySet<string> {
  const key = `${language} ${name}`;
  const made = known.get(key) ?? new Set(analyze(name, language).map(({ term }) => term));
  known.set(key, made);
  return made;
}

/**
 * How much a candidate stands in the entry of what is asked for: 1 below "--retry num" of curl's page for "What does
 * curl's --retry do?", less where the name leaves something of the question out that the page doesn't tell either.
 */
export function entryShare(candidate: Candidate, question: ReadQuestion): number {
  const { entry, language, titleTerms, terms } = candidate;
  const { spelled, wanted } = question;
  if (entry.length === 0) return 0;
  const subjects = wanted.filter(({ concept, isLight, isPart }) => concept === null && !isLight && !isPart);
  const named = (name: string): boolean =>
    isCodeName(name) || subjects.some((one) => share(one, termsOf(name, language)) >= bendedShare);
  const written = spells(entry.filter(named), spelled.words, spelled.small);
  const bended = written
    ? undefined
    : entry.find((name) => {
        const of = [...termsOf(name, language)].filter((term) => !light[language].has(term));
        return (
          !isCodeName(name) &&
          of.length > 0 &&
          named(name) &&
          of.every((term) => wanted.some((one) => (one.terms.get(term) ?? 0) === 1))
        );
      });
  const name = written?.name ?? bended;
  if (name === undefined) return 0;
  const own = termsOf(name, language);
  const missing = subjects.map((one) => {
    if (share(one, own) > 0) return 0;
    // “Modes” is no heading of polling mode, whatever stands below.
    return 1 - Math.max(share(one, titleTerms), isCodeName(name) ? toldShare * share(one, terms) : 0);
  });
  // “git gc” is the entry of that name before it is the entry `gc` on the page of another command of git.
  const isPart = subjects.some((one) => share(one, own) === 0 && share(one, titleTerms) > 0);
  const left = subjects.length === 0 ? 0 : missing.reduce((sum, part) => sum + part, 0) / subjects.length;
  const isOther = spelled.options.some((option) => !entry.includes(option));
  return (
    (written?.share ?? bendedShare) *
    (1 - (1 - leastShare) * left) *
    (isOther ? otherOption : 1) *
    (isPart ? ofTitle : 1)
  );
}

/** Whether a candidate has an option as it is written, or stands in its entry. */
export function hasOption({ entry, text }: Candidate, option: string): boolean {
  if (entry.includes(option)) return true;
  for (let at = text.indexOf(option); at >= 0; at = text.indexOf(option, at + 1))
    if (!/[\p{L}\d-]/u.test(text[at - 1] ?? ' ') && !/[\p{L}\d-]/u.test(text[at + option.length] ?? ' '))
      return true;
  return false;
}

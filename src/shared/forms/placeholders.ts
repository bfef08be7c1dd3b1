import { formatPrice } from '../chat/message-parts.ts';
import type { FormAnswers } from './answers.ts';
import { takesAnswer, type FormBlock, type FormPlan } from './document.ts';
import { answerWords } from './words.ts';

/**
 * Where a text is read. In a `mail` to an address that anybody could have typed stand words of the owner
 * alone: chosen labels, numbers, days. Whoever confirmed their address reads what they typed, too.
 */
export type FilledPlace = 'page' | 'mail' | 'confirmed mail';

const typedFreely = new Set<FormBlock['type']>([
  'short_text',
  'long_text',
  'email',
  'phone',
  'url',
  'address',
  'hidden',
]);
const fills = (block: FormBlock, place: FilledPlace): boolean =>
  takesAnswer(block) && block.type !== 'file' && (place !== 'mail' || !typedFreely.has(block.type));

/** Names of the values that rules calculate, each once. */
const calculatedNames = (form: FormPlan): string[] => [
  ...new Set(
    form.rules.flatMap(({ actions }) =>
      actions.flatMap((action) => (action.type === 'calculate' ? [action.name] : [])),
    ),
  ),
];

/** Names that may stand in double braces at a place: those of fields, then those of calculated values. */
export function placeholderNames(form: FormPlan, place: FilledPlace): string[] {
  const fields = form.blocks.filter((block) => fills(block, place)).map(({ key }) => key);
  return [...new Set([...fields, ...calculatedNames(form)])];
}

/**
 * What each name is filled with, in the form's language: an answer in words, empty where there is none, a
 * calculated value, and the price with its currency.
 */
export function fillings(
  form: FormPlan,
  { answers, variables }: { answers: FormAnswers; variables: Readonly<Record<string, number>> },
  place: FilledPlace,
): Record<string, string> {
  const language = form.settings?.language ?? 'en';
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: 6 });
  const words: Record<string, string> = {};
  for (const block of form.blocks)
    if (fills(block, place)) words[block.key] = answerWords(block, answers[block.key], new Map(), language);
  for (const name of calculatedNames(form)) words[name] = number.format(variables[name] ?? 0);
  for (const block of form.blocks)
    if (block.type === 'payment') {
      const { amountFrom, currency } = block;
      const digits = new Intl.NumberFormat(language, { style: 'currency', currency });
      const price =
        amountFrom === ''
          ? formatPrice(block.amount, currency, language)
          : digits.format(variables[amountFrom] ?? 0);
      words[block.key] = price;
      if (amountFrom !== '') words[amountFrom] = price;
    }
  return words;
}

const braces = /\{\{([^{}]*)\}\}/g;

/** The text with its names in double braces filled; those that nothing fills stay as they are. */
export function filled(text: string, words: Readonly<Record<string, string>>): string {
  return text.replace(braces, (whole, name: string) =>
    Object.hasOwn(words, name.trim()) ? (words[name.trim()] ?? '') : whole,
  );
}

/** What stands in double braces in a text and is filled by nothing, each once. */
export function unknownPlaceholders(form: FormPlan, text: string, place: FilledPlace): string[] {
  const known = new Set(placeholderNames(form, place));
  const names = [...text.matchAll(braces)].map(([, name = '']) => name.trim());
  return [...new Set(names)].filter((name) => !known.has(name));
}

import { exampleOf, readDecimal } from '../money/amounts.ts';
import { countryCodes } from '../contacts/country-codes.ts';
import { formLimits, scaleOf, type FormBlock } from './document.ts';
import { cleanText, readFormValues } from './values.ts';
import { currencyDigits } from '../chat/message-parts.ts';

/**
 * What one block may be answered with: a text, a number, yes or no, chosen values in their order, or named
 * parts (address, matrix).
 */
export type FormAnswer = string | number | boolean | string[] | Record<string, string>;
export type FormAnswers = Record<string, FormAnswer>;

/** Why an answer is refused; `value` is the number or date that its text names. */
export type AnswerProblem = {
  problem: AnswerProblemKind;
  value?: string | number;
};
export const answerProblemKinds = [
  'required',
  'email',
  'phone',
  'url',
  'number',
  'too_short',
  'too_long',
  'too_low',
  'too_high',
  'decimals',
  'date',
  'time',
  'too_early',
  'too_late',
  'option',
  'too_few',
  'too_many',
  'letters',
  'digits',
  'alphanumeric',
  'consent',
  'address',
  'matrix',
  'ranking',
  'file',
  'payment',
  'amount',
  'price',
  'price_low',
  'price_high',
] as const;
export type AnswerProblemKind = (typeof answerProblemKinds)[number];

export const addressParts = ['line1', 'line2', 'postalCode', 'city', 'region', 'country'] as const;
const neededParts = ['line1', 'postalCode', 'city', 'country'] as const;

type Read = {
  answer: FormAnswer | undefined;
  problem?: AnswerProblem;
};
const refused = (problem: AnswerProblemKind, value?: string | number): Read => ({
  answer: undefined,
  problem: value === undefined ? { problem } : { problem, value },
});
const nothing: Read = { answer: undefined };

const textOf = (raw: unknown): string =>
  typeof raw === 'string' ? raw : typeof raw === 'number' ? String(raw) : '';
const listOf = (raw: unknown): string[] =>
  (Array.isArray(raw) ? raw : raw === undefined || raw === null || raw === '' ? [] : [raw])
    .slice(0, 200)
    .flatMap((entry) => (typeof entry === 'string' && entry !== '' ? [entry] : []));
const partsOf = (raw: unknown): Record<string, unknown> =>
  typeof raw === 'object' && raw !== null && !Array.isArray(raw) ? (raw as Record<string, unknown>) : {};

const letters = {
  letters: /^[\p{L}\p{M} '’-]+$/u,
  digits: /^\d+$/,
  alphanumeric: /^[\p{L}\p{M}\d]+$/u,
} as const;

function readText(block: FormBlock, raw: unknown): Read {
  const isLong = block.type === 'long_text';
  const longest = Math.min(block.max ?? Infinity, isLong ? formLimits.longText : formLimits.shortText);
  const given = textOf(raw);
  // Reading a book to the end only to refuse it would cost the server its time.
  if (given.length > longest * 2 + 1_000) return refused('too_long', longest);
  const text = cleanText(given, isLong ? 'long_text' : 'short_text');
  if (text === '') return nothing;
  if (text.length > longest) return refused('too_long', longest);
  if (block.min !== null && text.length < block.min) return refused('too_short', block.min);
  if (block.format !== '' && !letters[block.format].test(text)) return refused(block.format);
  return { answer: text };
}

function readKnown(type: 'email' | 'phone' | 'url', raw: unknown): Read {
  const given = textOf(raw).slice(0, 4_000);
  const { values, problems } = readFormValues(
    [{ key: 'it', type, label: '', required: false, options: [] }],
    { it: given },
  );
  const problem = problems['it'];
  if (problem) return refused(problem === 'long' ? 'too_long' : type, problem === 'long' ? 254 : undefined);
  return { answer: values[0]?.value };
}

/** No number that is taken is written with more signs, however its digits are parted. */
const longestNumber = 60;

/** A number as people write it: `1 234,50` is 1234.5. */
export function readNumber(raw: unknown): number | null {
  const given = textOf(raw).trim();
  if (given.length > longestNumber) return null;
  const text = given.replace(/[\s\u00a0\u202f']/g, '').replace('\u2212', '-');
  const isEnglish = /^[+-]?\d{1,3}(,\d{3})+(\.\d+)?$/.test(text);
  const isGrouped = isEnglish || /^[+-]?\d{1,3}(\.\d{3})+,\d+$/.test(text);
  const plain = isGrouped
    ? text.replaceAll(isEnglish ? ',' : '.', '').replace(',', '.')
    : text.replace(',', '.');
  return /^[+-]?\d{1,12}(\.\d{1,6})?$/.test(plain) ? Number(plain) : null;
}

/**
 * A number of a field, as people of the form's language type it; a number that a program sends is none of
 * anybody's language.
 */
function readAmount(block: FormBlock, raw: unknown, language: string | null): Read {
  const text = textOf(raw).trim();
  if (text === '') return nothing;
  const isMoney = block.type === 'currency';
  const decimals = isMoney ? currencyDigits(block.currency) : block.decimals;
  const read = readDecimal(text.replace(/^[+\-\u2212]\s?/, ''), typeof raw === 'number' ? 'en' : language);
  if (!read || read.whole.length > 12 || read.fraction.length > 6)
    return isMoney ? refused('amount', exampleOf(decimals, language ?? 'en')) : refused('number');
  const fraction = read.fraction.replace(/(?<!0)0+$/, '');
  if (fraction.length > decimals) return refused('decimals', decimals);
  const sign = /^[-\u2212]/.test(text) ? -1 : 1;
  const number = sign * Number(`${read.whole}.${fraction || '0'}`) || 0;
  if (block.min !== null && number < block.min) return refused('too_low', block.min);
  if (block.max !== null && number > block.max) return refused('too_high', block.max);
  // Money is kept in the smallest unit of its currency.
  return { answer: isMoney ? sign * Number(read.whole + fraction.padEnd(decimals, '0')) || 0 : number };
}

/** Whether a day is one of the calendar: there is no 31 February. */
function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

function readMoment(block: FormBlock, raw: unknown): Read {
  const text = textOf(raw)
    .trim()
    .replace(/^(.*T\d\d:\d\d):\d\d(\.\d+)?$/, '$1')
    .replace(/^(\d\d:\d\d):\d\d$/, '$1');
  if (text === '') return nothing;
  const [day = '', clock = ''] = block.type === 'time' ? ['', text] : text.split('T');
  if (block.type !== 'date' && !/^([01]\d|2[0-3]):[0-5]\d$/.test(clock)) return refused('time');
  if (block.type !== 'time' && (!isDay(day) || (block.type === 'date' && clock !== '')))
    return refused('date');
  const bounded = block.type === 'time' ? clock : day;
  if (block.from !== '' && bounded < block.from) return refused('too_early', block.from);
  if (block.until !== '' && bounded > block.until) return refused('too_late', block.until);
  return { answer: text };
}

function readChoice(block: FormBlock, raw: unknown): Read {
  const [value, ...more] = listOf(raw);
  if (value === undefined) return nothing;
  return more.length === 0 && block.options.some((option) => option.value === value)
    ? { answer: value }
    : refused('option');
}

function readChoices(block: FormBlock, raw: unknown): Read {
  const given = [...new Set(listOf(raw))];
  if (given.length === 0) return nothing;
  const known = block.options.filter(({ value }) => given.includes(value));
  if (known.length !== given.length) return refused('option');
  if (block.min !== null && given.length < block.min) return refused('too_few', block.min);
  if (block.max !== null && given.length > block.max) return refused('too_many', block.max);
  return { answer: known.map(({ value }) => value) };
}

function readRanking(block: FormBlock, raw: unknown): Read {
  const given = listOf(raw);
  if (given.length === 0) return nothing;
  const isWhole =
    given.length === block.options.length &&
    new Set(given).size === given.length &&
    given.every((value) => block.options.some((option) => option.value === value));
  return isWhole ? { answer: given } : refused('ranking');
}

function readMatrix(block: FormBlock, raw: unknown): Read {
  const parts = partsOf(raw);
  const answer: Record<string, string> = {};
  for (const row of block.rows) {
    const value = Object.hasOwn(parts, row.value) ? textOf(parts[row.value]) : '';
    if (value === '') continue;
    if (!block.options.some((option) => option.value === value)) return refused('option');
    answer[row.value] = value;
  }
  const count = Object.keys(answer).length;
  if (count === 0) return nothing;
  return block.required && count < block.rows.length ? refused('matrix') : { answer };
}

function readAddress(raw: unknown): Read {
  const parts = partsOf(raw);
  const answer: Record<string, string> = {};
  for (const part of addressParts) {
    const text = cleanText(
      (Object.hasOwn(parts, part) ? textOf(parts[part]) : '').slice(0, 1_000),
      'short_text',
    );
    if (text.length > 150) return refused('too_long', 150);
    if (text !== '') answer[part] = text;
  }
  // A country alone is what the page chose by itself.
  if (Object.keys(answer).every((part) => part === 'country')) return nothing;
  if (neededParts.some((part) => !answer[part]) || !countryCodes.includes(answer['country'] ?? ''))
    return refused('address');
  return { answer };
}

function readPoints(block: FormBlock, raw: unknown): Read {
  const text = textOf(raw).trim();
  if (text === '') return nothing;
  const { low, high } = scaleOf(block);
  return /^\d{1,2}$/.test(text) && Number(text) >= low && Number(text) <= high
    ? { answer: Number(text) }
    : refused('option');
}

function readFiles(block: FormBlock, raw: unknown): Read {
  const ids = [...new Set(listOf(raw))];
  if (ids.length === 0) return nothing;
  const most = Math.min(block.max ?? 1, formLimits.files);
  if (ids.length > most) return refused('too_many', most);
  return ids.every((id) => /^fup_[0-9a-z]{30}$/.test(id)) ? { answer: ids } : refused('file');
}

/**
 * Reads what was given for one block, numbers as the form's language writes them. Nothing given is no answer;
 * whether one is needed is asked by `checkAnswers`.
 */
export function readAnswer(block: FormBlock, raw: unknown, language: string | null = null): Read {
  switch (block.type) {
    case 'short_text':
    case 'long_text':
    case 'hidden':
      return readText(block, raw);
    case 'email':
    case 'phone':
    case 'url':
      return readKnown(block.type, raw);
    case 'number':
    case 'currency':
      return readAmount(block, raw, language);
    case 'date':
    case 'time':
    case 'datetime':
      return readMoment(block, raw);
    case 'select':
    case 'radio':
      return readChoice(block, raw);
    case 'checkboxes':
    case 'multi_select':
      return readChoices(block, raw);
    case 'picture_choice':
      return block.multiple ? readChoices(block, raw) : readChoice(block, raw);
    case 'ranking':
      return readRanking(block, raw);
    case 'matrix':
      return readMatrix(block, raw);
    case 'rating':
    case 'nps':
    case 'scale':
      return readPoints(block, raw);
    case 'file':
      return readFiles(block, raw);
    case 'address':
      return readAddress(raw);
    case 'consent':
      return raw === true || raw === 'true' || raw === 'on' ? { answer: true } : nothing;
    // Whether something was paid is never taken from a browser; pictures and lines answer nothing.
    default:
      return nothing;
  }
}

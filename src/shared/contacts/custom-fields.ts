import { readDecimal } from '../money/amounts.ts';
import { contactFieldNames, contactFields, worldPhone } from './contact-fields.ts';
import { cleanText, readFormValues, type FormFieldType } from '../forms/values.ts';
import { tableWords } from '../language-words.ts';
import { currencies, type Currency } from '../money/money.ts';
import { readPattern, type PatternEffort } from './simple-pattern.ts';

/**
 * Fields that an account adds to its contacts and conversations: what they may be, and how what is typed
 * becomes a value. Browser, endpoints, forms and imports read alike.
 */
export const customFieldTypes = [
  'text',
  'long_text',
  'number',
  'currency',
  'percent',
  'date',
  'datetime',
  'select',
  'multi_select',
  'checkbox',
  'url',
  'email',
  'phone',
] as const;
export type CustomFieldType = (typeof customFieldTypes)[number];
export const customFieldScopes = ['contact', 'conversation'] as const;
export type CustomFieldScope = (typeof customFieldScopes)[number];

/**
 * Texts as text, numbers as numbers (of a currency: in whole units), days as `2026-01-31`, moments in UTC,
 * choices by the option's value.
 */
export type CustomValue = string | number | boolean | string[];
export type CustomValues = Record<string, CustomValue>;

export const customFieldLimits = {
  fields: 100,
  archived: 400,
  options: 50,
  label: 60,
  hint: 200,
  pattern: 200,
  option: 100,
  text: 255,
  longText: 10_000,
} as const;
export const customKeyPattern = /^[a-z][a-z0-9_]{0,39}$/;

/**
 * Names that mean something else wherever keys are written: columns of files, variables of prompts, words of
 * the language.
 */
const reserved = new Set([
  ...contactFieldNames.map((name) => contactFields[name].column),
  ...'id timezone lifecycle lead_score tags notes source agent external_id marketing_consent conversations messages first_seen last_seen created_at updated_at account_id blocked unsubscribed contact conversation custom me constructor prototype'.split(
    ' ',
  ),
]);
export const isReservedKey = (key: string): boolean => reserved.has(key);

/** What decides whether a value fits. */
export type CustomFieldRules = {
  type: CustomFieldType;
  options: readonly { value: string; label: string }[];
  /** Empty: any text. */
  pattern: string;
  currency: Currency;
};
export type CustomProblem =
  | 'email'
  | 'phone'
  | 'number'
  | 'decimals'
  | 'date'
  | 'url'
  | 'option'
  | 'long'
  | 'check'
  | 'pattern'
  | 'effort';

const changes: Partial<Record<CustomFieldType, readonly CustomFieldType[]>> = {
  text: ['long_text'],
  number: ['currency', 'percent'],
  currency: ['number', 'percent'],
  percent: ['number', 'currency'],
};
/** Kinds that a field of a kind may become without any of its values being lost; its own among them. */
export const typesAfter = (type: CustomFieldType): readonly CustomFieldType[] => [
  type,
  ...(changes[type] ?? []),
];

export const hasCustomOptions = (type: CustomFieldType): boolean =>
  type === 'select' || type === 'multi_select';
export const isCustomNumber = (type: CustomFieldType): boolean =>
  type === 'number' || type === 'currency' || type === 'percent';
/** Whether an owner may say by a pattern what its texts look like. */
export const takesPattern = (type: CustomFieldType): boolean =>
  type === 'text' || type === 'long_text' || type === 'phone';

const wordsOf = (name: 'yes' | 'no'): string[] => tableWords.flatMap((words) => words[name].split(' '));
const yes = new Set(['true', '1', 'x', ...wordsOf('yes')]);
const no = new Set(['false', '0', ...wordsOf('no')]);

type Read = { value: CustomValue | null } | { problem: CustomProblem };

function readAs(type: FormFieldType, text: string): Read {
  const { values, problems } = readFormValues(
    [{ key: 'value', type, label: '', required: false, options: [] }],
    { value: text },
  );
  const problem = problems['value'];
  if (problem) return { problem: problem === 'required' ? 'check' : problem };
  return { value: values[0]?.value ?? null };
}

function readNumber(field: Pick<CustomFieldRules, 'type' | 'currency'>, text: string): Read {
  // A point is a point, as in our own files and in those of programs. With a comma, what two languages read
  // differently is refused.
  const sign = /^[-\u2212]/.test(text) ? -1 : 1;
  const bare = text.replace(/^[+\-\u2212]\s?/, '').replace(/\s?%$/, '');
  const read = readDecimal(bare, bare.includes(',') ? null : 'en');
  if (!read || read.whole.length > 13 || read.fraction.length > 9) return { problem: 'number' };
  const fraction = read.fraction.replace(/(?<!0)0+$/, '');
  if (fraction.length > (field.type === 'currency' ? currencies[field.currency].digits : 6))
    return { problem: 'decimals' };
  return { value: sign * Number(`${read.whole}.${fraction || '0'}`) || 0 };
}

function readDay(text: string): string | null {
  const [year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)?.slice(1).map(Number) ?? [];
  if (year === undefined || month === undefined || day === undefined || year < 1) return null;
  const date = new Date(Date.UTC(2000, month - 1, day));
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? text : null;
}

function readMoment(text: string): string | null {
  const [, day, time, zone = 'Z'] =
    /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?)(Z|[+-]\d{2}:\d{2})?$/.exec(text) ?? [];
  if (day === undefined || readDay(day) === null) return null;
  const date = new Date(`${day}T${time}${zone}`);
  return Number.isNaN(date.getTime()) || date.getUTCFullYear() < 1 || date.getUTCFullYear() > 9_999
    ? null
    : date.toISOString();
}

function readOption(field: Pick<CustomFieldRules, 'options'>, text: string): string | null {
  const fold = (word: string): string => word.trim().toLowerCase();
  return (
    (
      field.options.find(({ value }) => value === text) ??
      field.options.find(({ label, value }) => fold(label) === fold(text) || fold(value) === fold(text))
    )?.value ?? null
  );
}

/**
 * Reads a value: typed by a person, out of a file or an answer, or as it is kept. Nothing empties the field:
 * `null`. `effort` is what patterns may take of it, where several values are read at a time.
 */
export function readCustomValue(field: CustomFieldRules, typed: unknown, effort?: PatternEffort): Read {
  if (typed === null || typed === undefined || typed === '' || (Array.isArray(typed) && typed.length === 0))
    return { value: null };
  if (field.type === 'checkbox') {
    if (typeof typed === 'boolean') return { value: typed };
    const word = String(typed).trim().toLowerCase();
    return yes.has(word) ? { value: true } : no.has(word) ? { value: false } : { problem: 'check' };
  }
  if (field.type === 'multi_select') {
    const parts = Array.isArray(typed)
      ? typed.map(String)
      : readOption(field, String(typed)) === null
        ? String(typed)
            .split(/[;,|]/)
            .filter((part) => part.trim() !== '')
        : [String(typed)];
    const values = parts.map((part) => readOption(field, part));
    return values.some((value) => value === null)
      ? { problem: 'option' }
      : { value: field.options.filter(({ value }) => values.includes(value)).map(({ value }) => value) };
  }
  if (typeof typed !== 'string' && typeof typed !== 'number')
    return { problem: isCustomNumber(field.type) ? 'number' : field.type === 'select' ? 'option' : 'check' };
  const text = cleanText(String(typed), field.type === 'long_text' ? 'long_text' : 'short_text');
  if (text === '') return { value: null };
  const read = readOne(field, text);
  if ('problem' in read || !field.pattern || !takesPattern(field.type)) return read;
  if (effort && effort.left < 0) return { problem: 'effort' };
  const pattern = readPattern(field.pattern);
  const fits = pattern === null || pattern.matches(text, effort);
  if (fits === null) return { problem: 'effort' };
  return fits ? read : { problem: 'pattern' };
}

function readOne(field: CustomFieldRules, text: string): Read {
  const orProblem = (value: string | null, problem: CustomProblem): Read =>
    value === null ? { problem } : { value };
  switch (field.type) {
    case 'number':
    case 'currency':
    case 'percent':
      return readNumber(field, text);
    case 'date':
      return orProblem(readDay(text.replace(/[T ].*$/, '')), 'date');
    case 'datetime':
      return orProblem(readMoment(text), 'date');
    case 'select':
      return orProblem(readOption(field, text), 'option');
    case 'phone': {
      const read = readAs('phone', text);
      return 'value' in read && typeof read.value === 'string' ? { value: worldPhone(read.value) } : read;
    }
    case 'email':
    case 'url':
      return readAs(field.type, text);
    default:
      return text.length > (field.type === 'long_text' ? customFieldLimits.longText : customFieldLimits.text)
        ? { problem: 'long' }
        : { value: text };
  }
}

/**
 * A value in plain words, for files and models: choices by their labels. An option that was taken away is
 * called by what is kept of it.
 */
export function customValueText(field: Pick<CustomFieldRules, 'options'>, value: CustomValue): string {
  const label = (option: string): string =>
    field.options.find((each) => each.value === option)?.label ?? option;
  if (Array.isArray(value)) return value.map(label).join('; ');
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'number' ? String(value) : label(value);
}

/**
 * What a list of contacts asks of a custom field. Numbers by their value, days and moments by their order,
 * anything else without case and accents.
 */
export type FieldCondition = {
  key: string;
  operator: (typeof fieldOperators)[number];
  value: string;
};
export const fieldOperators = ['is', 'gte', 'lte', 'has', 'none'] as const;
export const mostFieldConditions = 5;

/** Conditions as they stand in an address: `plan.is.gold~seats.gte.10`. */
export function writeFieldConditions(conditions: readonly FieldCondition[]): string {
  return conditions
    .map(
      ({ key, operator, value }) => `${key}.${operator}.${encodeURIComponent(value).replaceAll('~', '%7E')}`,
    )
    .join('~');
}

/** The conditions of an address; null when they are none. */
export function readFieldConditions(text: string): FieldCondition[] | null {
  const conditions: FieldCondition[] = [];
  for (const part of text.split('~')) {
    const [, key = '', name = '', encoded = ''] = /^([^.]*)\.([^.]*)\.(.*)$/s.exec(part) ?? [];
    const operator = fieldOperators.find((each) => each === name);
    if (!operator || !customKeyPattern.test(key)) return null;
    try {
      const value = decodeURIComponent(encoded);
      const isFit =
        operator === 'has' || operator === 'none'
          ? value === ''
          : operator === 'is'
            ? value !== ''
            : isOrdered(value);
      if (
        !isFit ||
        value.length > customFieldLimits.text ||
        value.includes('\u0000') ||
        !value.isWellFormed()
      )
        return null;
      conditions.push({ key, operator, value });
    } catch {
      return null;
    }
  }
  return conditions.length > mostFieldConditions ? null : conditions;
}

const isDayOrMoment = (value: string): boolean => readDay(value) !== null || readMoment(value) !== null;
const isOrdered = (value: string): boolean => isDayOrMoment(value) || /^-?\d{1,13}(\.\d{1,9})?$/.test(value);
/** Whether a condition compares numbers. */
export const comparesNumbers = ({ operator, value }: FieldCondition): boolean =>
  (operator === 'gte' || operator === 'lte') && !isDayOrMoment(value);

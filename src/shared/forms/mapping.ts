import type { CustomFieldType, CustomValue } from '../contacts/custom-fields.ts';
import type { FormAnswer, FormAnswers } from './answers.ts';
import type { ContactTarget, FormBlock, FormBlockType } from './document.ts';
import { currencyDigits } from '../chat/message-parts.ts';

/** A target that is one of the account's own fields: `custom:plan`. */
export const ownTarget = 'custom:';
/** The key of the account's own field that a block fills; null for any other target. */
export const ownKeyOf = (target: ContactTarget): string | null =>
  target.startsWith(ownTarget) ? target.slice(ownTarget.length) : null;

const texts = ['text', 'long_text'] as const;
const numbers = ['number', 'currency', 'percent'] as const;
const fitting: Partial<Record<FormBlockType, readonly CustomFieldType[]>> = {
  short_text: [...texts, 'phone', 'url', 'email'],
  long_text: ['long_text'],
  email: ['email', 'text'],
  phone: ['phone', 'text'],
  url: ['url', 'text'],
  hidden: [...texts, ...numbers, 'date', 'select', 'url'],
  select: ['select', 'text'],
  radio: ['select', 'text'],
  picture_choice: ['select', 'multi_select', 'text'],
  checkboxes: ['multi_select'],
  multi_select: ['multi_select'],
  rating: numbers,
  nps: numbers,
  scale: numbers,
  number: numbers,
  currency: ['currency', 'number'],
  date: ['date'],
  datetime: ['datetime'],
  time: ['text'],
  consent: ['checkbox'],
};
/** Whether the answers of a block may become values of such a field. */
export const fitsOwnField = (block: Pick<FormBlock, 'type'>, type: CustomFieldType): boolean =>
  fitting[block.type]?.includes(type) ?? false;

/**
 * An answer as a custom field reads it: choices by their labels, money in whole units. Null when it has no
 * such form.
 */
function plainAnswer(block: FormBlock, answer: FormAnswer): CustomValue | null {
  const label = (value: string): string =>
    block.options.find((option) => option.value === value)?.label ?? value;
  if (Array.isArray(answer)) return answer.map(label);
  if (typeof answer === 'object') return null;
  if (typeof answer === 'number')
    return block.type === 'currency' ? answer / 10 ** currencyDigits(block.currency) : answer;
  return typeof answer === 'string' && block.options.length > 0 ? label(answer) : answer;
}

/** What answers say for the account's own fields, by their keys, as it was given. */
export function ownAnswers(
  form: { blocks: readonly FormBlock[] },
  answers: FormAnswers,
): Record<string, CustomValue> {
  const values: Record<string, CustomValue> = {};
  for (const block of form.blocks) {
    const key = ownKeyOf(block.mapTo);
    const answer = answers[block.key];
    const plain = key === null || answer === undefined ? null : plainAnswer(block, answer);
    if (key !== null && plain !== null && plain !== '') values[key] = plain;
  }
  return values;
}

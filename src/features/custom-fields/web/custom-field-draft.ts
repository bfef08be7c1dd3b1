import {
  customFieldLimits,
  customKeyPattern,
  hasCustomOptions,
  isReservedKey,
  readCustomValue,
  takesPattern,
  type CustomFieldScope,
} from '#shared/contacts/custom-fields.ts';
import { plainText } from '#shared/text/plain-text.ts';
import { readPattern } from '#shared/contacts/simple-pattern.ts';
import type { CustomField } from '../custom-fields.contract.ts';

/** A field while it is being written. */
export type CustomFieldDraft = Omit<CustomField, 'id' | 'isArchived'>;

export const emptyField = (scope: CustomFieldScope): CustomFieldDraft => ({
  scope,
  key: '',
  label: '',
  hint: '',
  type: 'text',
  options: [],
  pattern: '',
  currency: 'EUR',
  initial: null,
  isRequired: false,
  inInbox: true,
});

const plain = (text: string): string =>
  plainText(text)
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[^a-z]+|_+$/g, '')
    .slice(0, 36);

/** A key out of a label that nothing else has. */
export function keyFor(label: string, taken: ReadonlySet<string>): string {
  const base = plain(label) || (label.trim() === '' ? '' : 'field');
  if (base === '') return '';
  for (let number = 1; ; number++) {
    const key = number === 1 ? base : `${base}_${number}`;
    if (!taken.has(key) && !isReservedKey(key)) return key;
  }
}

/** An option that is new: its value stays what it is when its label changes. */
export function newOption(label: string, options: CustomField['options']): CustomField['options'][number] {
  return { label, value: keyFor(label, new Set(options.map(({ value }) => value))) };
}

/** What is wrong with a draft, by its parts, as keys under `problem`. */
export function draftProblems(
  draft: CustomFieldDraft,
  taken: ReadonlySet<string>,
): Partial<Record<'label' | 'key' | 'options' | 'pattern' | 'initial', string>> {
  const problems: ReturnType<typeof draftProblems> = {};
  if (draft.label.trim() === '') problems.label = 'required';
  if (!customKeyPattern.test(draft.key)) problems.key = 'key';
  else if (isReservedKey(draft.key)) problems.key = 'reserved';
  else if (taken.has(draft.key)) problems.key = 'taken';
  const labels = draft.options.map(({ label }) => label.trim().toLowerCase());
  if (hasCustomOptions(draft.type) && draft.options.length === 0) problems.options = 'noOptions';
  else if (labels.includes('') || new Set(labels).size < labels.length) problems.options = 'sameOptions';
  if (
    takesPattern(draft.type) &&
    draft.pattern.length <= customFieldLimits.pattern &&
    readPattern(draft.pattern) === null
  )
    problems.pattern = 'unreadable';
  if (!problems.options && !problems.pattern && 'problem' in readCustomValue(draft, draft.initial))
    problems.initial = 'initial';
  return problems;
}

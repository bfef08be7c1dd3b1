/**
 * What a person typed into a form, checked the same way by the browser that asks and by the server that
 * stores.
 * What comes out is one line of plain text (a few lines in long answers) without control characters, so that
 * it can neither begin another header nor another row wherever it ends up.
 */
export type FormFieldType =
  | 'name'
  | 'email'
  | 'phone'
  | 'company'
  | 'short_text'
  | 'long_text'
  | 'number'
  | 'url'
  | 'select'
  | 'checkbox';
export type FormField = {
  key: string;
  type: FormFieldType;
  label: string;
  required: boolean;
  options: readonly string[];
};
export type FormProblem = 'required' | 'email' | 'phone' | 'number' | 'url' | 'option' | 'long' | 'check';
/**
 * An answer. Of a checkbox it is `true` or `false`; `label` is empty where the form shows the usual words of
 * the type.
 */
export type FormValue = {
  key: string;
  type: FormFieldType;
  label: string;
  value: string;
  /** Which field of the contact it is, where its type does not say so. */
  contactField?: string;
};

/** Longest answers in characters. */
export const formLimits: Record<FormFieldType, number> = {
  name: 120,
  email: 254,
  phone: 40,
  company: 120,
  short_text: 255,
  long_text: 2_000,
  number: 24,
  url: 2_048,
  select: 100,
  checkbox: 5,
};

/** Control characters, and those that turn or hide the text around them. */
const unseen = /[\p{Cc}\u00ad\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]+/gu;

/** Text as it is kept: without what can not be seen, one line unless it is a long text. */
export function cleanText(text: string, type: FormFieldType): string {
  if (type !== 'long_text') return text.normalize('NFC').replace(unseen, ' ').replace(/\s+/g, ' ').trim();
  const lines = text.normalize('NFC').split(/\r\n|[\r\n]/);
  return lines
    .map((line) => line.replace(unseen, ' ').trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

type Read = { value: string } | { problem: FormProblem };
const label = '[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?';
/** One address and nothing else: no display name, no list, no comment, no quoted part. */
const address = new RegExp(
  `^(?![=+@.-])[a-z0-9.!#$%&'*+/=?^_\`{|}~-]{1,64}(?<!\\.)@(${label}\\.)+[a-z0-9-]{2,63}$`,
);

function readUrl(text: string): Read {
  const full = /^[a-z][a-z0-9+.-]*:/i.test(text) && !/^[^/]+:\d+(\/|$)/.test(text) ? text : `https://${text}`;
  const url = URL.canParse(full) ? new URL(full) : null;
  const isFine =
    url &&
    /^https?:$/.test(url.protocol) &&
    url.hostname.includes('.') &&
    !url.username &&
    !url.password &&
    !/\s/.test(text);
  return isFine ? { value: url.href } : { problem: 'url' };
}

/** Reads one answer that is not empty. */
function read(field: FormField, text: string): Read {
  switch (field.type) {
    case 'email': {
      const email = text.toLowerCase();
      return address.test(email) && !email.includes('..') ? { value: email } : { problem: 'email' };
    }
    case 'phone': {
      const digits = text.replace(/\D/g, '').length;
      return /^\+?[\d\s()./-]+$/.test(text) && digits >= 6 && digits <= 15
        ? { value: text }
        : { problem: 'phone' };
    }
    case 'number': {
      const number = text.replace(/\s/g, '').replace(',', '.');
      return /^[+-]?\d{1,15}(\.\d{1,6})?$/.test(number)
        ? { value: number.replace(/^\+/, '') }
        : { problem: 'number' };
    }
    case 'url':
      return readUrl(text);
    case 'select':
      return field.options.includes(text) ? { value: text } : { problem: 'option' };
    case 'name':
    case 'company':
      // A table program would take such a beginning for a formula; no name has one.
      return { value: text.replace(/^[=+@\-\s]+/, '') };
    default:
      return { value: text };
  }
}

/**
 * Checks what was typed against the form's fields. Keys that the form does not have are dropped; with a
 * problem, nothing is to be stored.
 */
export function readFormValues(
  fields: readonly FormField[],
  typed: Readonly<Record<string, unknown>>,
): { values: FormValue[]; problems: Record<string, FormProblem> } {
  const values: FormValue[] = [];
  const problems: Record<string, FormProblem> = {};
  for (const field of fields) {
    const given = Object.hasOwn(typed, field.key) ? typed[field.key] : '';
    if (field.type === 'checkbox') {
      const isTicked = given === true || given === 'true';
      if (field.required && !isTicked) problems[field.key] = 'check';
      values.push({ key: field.key, type: field.type, label: field.label, value: String(isTicked) });
      continue;
    }
    const text = cleanText(
      typeof given === 'string' || typeof given === 'number' ? String(given) : '',
      field.type,
    );
    const result: Read =
      text === ''
        ? { value: '' }
        : text.length > formLimits[field.type]
          ? { problem: 'long' }
          : read(field, text);
    if ('problem' in result) problems[field.key] = result.problem;
    else if (result.value !== '')
      values.push({ key: field.key, type: field.type, label: field.label, value: result.value });
    else if (field.required) problems[field.key] = 'required';
  }
  return { values, problems };
}

import { readFormValues, type FormProblem } from '../forms/values.ts';

/**
 * The fields of a contact that a person may write, checked alike by the browser that asks, the server that
 * stores and the import that reads files.
 */
export const contactFieldNames = [
  'name',
  'firstName',
  'lastName',
  'email',
  'phone',
  'company',
  'jobTitle',
  'country',
  'region',
  'city',
  'language',
] as const;
export type ContactFieldName = (typeof contactFieldNames)[number];
export type ContactProblem = FormProblem | 'country' | 'language';

/** Longest values in characters. */
export const contactLimits: Record<ContactFieldName, number> = {
  name: 120,
  firstName: 60,
  lastName: 60,
  email: 254,
  phone: 40,
  company: 120,
  jobTitle: 120,
  country: 56,
  region: 80,
  city: 80,
  language: 35,
};

const formTypes = {
  email: 'email',
  phone: 'phone',
  name: 'name',
  firstName: 'name',
  lastName: 'name',
  company: 'company',
  jobTitle: 'company',
  region: 'company',
  city: 'company',
  country: 'short_text',
  language: 'short_text',
} as const;

/** A telephone number as the world writes it, when it says its country; else as it was typed. */
export function worldPhone(text: string): string {
  const international = text.startsWith('00') ? `+${text.slice(2)}` : text;
  return international.startsWith('+') ? `+${international.replace(/\D/g, '')}` : text;
}

const regionNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

/** ISO code of a country that was given as code or as its English name. */
export function countryCode(text: string): string | null {
  const code = text.toUpperCase();
  if (/^[A-Z]{2}$/.test(code)) return regionNames.of(code) === undefined ? null : code;
  return countriesByName().get(text.toLowerCase()) ?? null;
}

let known: Map<string, string> | null = null;
function countriesByName(): Map<string, string> {
  if (known) return known;
  known = new Map();
  for (let first = 65; first <= 90; first++)
    for (let second = 65; second <= 90; second++) {
      const code = String.fromCharCode(first, second);
      const name = regionNames.of(code);
      // Old codes have the name of the new one, which comes later or earlier; two-letter codes in use win by
      // coming first in the list of the world.
      if (
        name !== undefined &&
        !known.has(name.toLowerCase()) &&
        !/^(U[KN]|EU|EZ|ZZ|X[AB]|Q[O-Z])$/.test(code)
      )
        known.set(name.toLowerCase(), code);
    }
  return known;
}

/** Every country as code, for choosing. */
export function countryCodes(): string[] {
  return [...new Set(countriesByName().values())];
}

function languageTag(text: string): string | null {
  try {
    const [tag] = Intl.getCanonicalLocales(text.replace('_', '-'));
    return tag !== undefined && /^[a-z]{2,3}(-|$)/.test(tag) ? tag : null;
  } catch {
    return null;
  }
}

/** Reads one field. Empty text empties the field: `null`. */
export function readContactField(
  name: ContactFieldName,
  typed: string,
): { value: string | null } | { problem: ContactProblem } {
  const type = formTypes[name];
  const { values, problems } = readFormValues(
    [{ key: name, type, label: '', required: false, options: [] }],
    { [name]: typed },
  );
  const problem = problems[name];
  if (problem) return { problem };
  const value = values[0]?.value ?? '';
  if (value === '') return { value: null };
  if (value.length > contactLimits[name]) return { problem: 'long' };
  if (name === 'phone') return { value: worldPhone(value) };
  if (name === 'country') {
    const code = countryCode(value);
    return code ? { value: code } : { problem: 'country' };
  }
  if (name === 'language') {
    const tag = languageTag(value);
    return tag ? { value: tag } : { problem: 'language' };
  }
  return { value };
}

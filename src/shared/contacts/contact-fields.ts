import { readFormValues, type FormProblem, type FormValue } from '../forms/values.ts';
import { languages } from '../languages.ts';
import { plainText } from '../text/plain-text.ts';

/** What is known of one field of a contact. */
type ContactFieldDefinition = {
  /** Its column in the database, in imported rows and in exported files. */
  column: string;
  /** Longest value in characters. */
  limit: number;
  /** As what it is read where a person types it. */
  reads: 'name' | 'email' | 'phone' | 'company' | 'short_text';
  /** Its field on screen; those of a place are chosen differently. */
  input: 'text' | 'email' | 'tel' | 'place';
  /** Empty text, not null, where it is not known. */
  isNeverNull?: true;
  /** Hidden while the account hides where people are. */
  isLocation?: true;
  isExported?: true;
  /** When two contacts become one, a person chooses whose it is. */
  isMerged?: true;
  /** Asked where somebody becomes a contact: by hand, by a form, and it stands in summaries. */
  isAsked?: true;
  /** May be chosen as a column of the list. */
  isListed?: true;
  /** Instructions may ask for it: `{{contact.first_name}}`. */
  isVariable?: true;
};

const definitions = {
  name: {
    column: 'name',
    limit: 120,
    reads: 'name',
    input: 'text',
    isNeverNull: true,
    isExported: true,
    isMerged: true,
    isAsked: true,
    isVariable: true,
  },
  firstName: {
    column: 'first_name',
    limit: 60,
    reads: 'name',
    input: 'text',
    isNeverNull: true,
    isExported: true,
    isVariable: true,
  },
  lastName: {
    column: 'last_name',
    limit: 60,
    reads: 'name',
    input: 'text',
    isNeverNull: true,
    isExported: true,
    isVariable: true,
  },
  email: {
    column: 'email',
    limit: 254,
    reads: 'email',
    input: 'email',
    isExported: true,
    isMerged: true,
    isAsked: true,
    isVariable: true,
  },
  phone: {
    column: 'phone',
    limit: 40,
    reads: 'phone',
    input: 'tel',
    isExported: true,
    isMerged: true,
    isAsked: true,
    isListed: true,
    isVariable: true,
  },
  company: {
    column: 'company',
    limit: 120,
    reads: 'company',
    input: 'text',
    isExported: true,
    isMerged: true,
    isAsked: true,
    isListed: true,
    isVariable: true,
  },
  jobTitle: {
    column: 'job_title',
    limit: 120,
    reads: 'company',
    input: 'text',
    isExported: true,
    isMerged: true,
    isListed: true,
    isVariable: true,
  },
  country: {
    column: 'country',
    limit: 56,
    reads: 'short_text',
    input: 'place',
    isLocation: true,
    isExported: true,
    isMerged: true,
  },
  region: {
    column: 'region',
    limit: 80,
    reads: 'company',
    input: 'place',
    isLocation: true,
  },
  city: {
    column: 'city',
    limit: 80,
    reads: 'company',
    input: 'place',
    isLocation: true,
    isExported: true,
    isMerged: true,
  },
  language: {
    column: 'language',
    limit: 35,
    reads: 'short_text',
    input: 'place',
    isExported: true,
    isMerged: true,
    isVariable: true,
  },
} as const satisfies Record<string, ContactFieldDefinition>;

type Definitions = typeof definitions;
export type ContactFieldName = keyof Definitions;
/** The fields with one property of the table: `NamesWith<'isMerged'>`. */
type NamesWith<Property extends keyof ContactFieldDefinition> = {
  [Name in ContactFieldName]: Definitions[Name] extends Record<Property, true> ? Name : never;
}[ContactFieldName];

/**
 * The fields of a contact that a person may write: one table, by which the record, forms, imports, exports,
 * merging and the API know them. Checked alike by the browser that asks, the server that stores and the import
 * that reads files. Source: the specification, "Contact".
 */
export const contactFields: Readonly<Record<ContactFieldName, ContactFieldDefinition>> = definitions;
export const contactFieldNames = Object.keys(definitions) as readonly ContactFieldName[];
export type ContactProblem = FormProblem | 'country' | 'language';

const namesWith = <Property extends 'isMerged' | 'isExported' | 'isAsked' | 'isListed' | 'isVariable'>(
  property: Property,
) => contactFieldNames.filter((name): name is NamesWith<Property> => contactFields[name][property] === true);
export const mergedContactFields = namesWith('isMerged');
export const exportedContactFields = namesWith('isExported');
export const askedContactFields = namesWith('isAsked');
export const listedContactFields = namesWith('isListed');
export type AskedContactField = NamesWith<'isAsked'>;
type VariableField = NamesWith<'isVariable'>;
export type ContactColumn<Name extends ContactFieldName = ContactFieldName> = Definitions[Name]['column'];

/** Fields that instructions may name, by their columns. */
export const contactVariableFields = Object.fromEntries(
  namesWith('isVariable').map((name) => [contactFields[name].column, name]),
) as Record<ContactColumn<VariableField>, VariableField>;

/** One thing for each field. */
export function eachContactField<T>(make: (name: ContactFieldName) => T): Record<ContactFieldName, T> {
  return Object.fromEntries(contactFieldNames.map((name) => [name, make(name)])) as Record<
    ContactFieldName,
    T
  >;
}

/** A telephone number as the world writes it, when it says its country; else as it was typed. */
export function worldPhone(text: string): string {
  const international = text.startsWith('00') ? `+${text.slice(2)}` : text;
  return international.startsWith('+') ? `+${international.replace(/\D/g, '')}` : text;
}

const regionNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

/** ISO code of a country that was given as code or as its name in one of our languages. */
export function countryCode(text: string): string | null {
  const code = text.toUpperCase();
  if (/^[A-Z]{2}$/.test(code)) return regionNames.of(code) === undefined ? null : code;
  return countriesByName().get(text.toLowerCase()) ?? countriesByAnyName().get(plainText(text)) ?? null;
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

let everyName: Map<string, string> | null = null;
/** Countries by their names in each of our languages and their own, without accents. */
function countriesByAnyName(): Map<string, string> {
  if (everyName) return everyName;
  everyName = new Map();
  for (const language of [...languages, 'de', 'it', 'pl', 'sk']) {
    const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
    for (const code of countryCodes()) {
      const name = plainText(names.of(code) ?? '');
      if (name !== '' && !everyName.has(name)) everyName.set(name, code);
    }
  }
  return everyName;
}

/** Every country as code, for choosing. */
export function countryCodes(): string[] {
  return [...new Set(countriesByName().values())];
}

let languagesByName: Map<string, string> | null = null;
/** Our own languages by what they are called in each of them. */
function languageByName(text: string): string | null {
  languagesByName ??= new Map(
    languages.flatMap((language) =>
      languages.map((code) => [
        plainText(new Intl.DisplayNames(language, { type: 'language' }).of(code) ?? code),
        code,
      ]),
    ),
  );
  return languagesByName.get(plainText(text)) ?? null;
}

function languageTag(text: string): string | null {
  const named = languageByName(text);
  if (named !== null) return named;
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
  const { reads: type, limit } = contactFields[name];
  const { values, problems } = readFormValues(
    [{ key: name, type, label: '', required: false, options: [] }],
    { [name]: typed },
  );
  const problem = problems[name];
  if (problem) return { problem };
  const value = values[0]?.value ?? '';
  if (value === '') return { value: null };
  if (value.length > limit) return { problem: 'long' };
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

/** What an answer of a form says of the contact who gave it: the value of a field, as it is typed for that field. */
export function contactAnswer(field: AskedContactField, key: string, text: string): FormValue {
  const { reads, limit } = contactFields[field];
  const value = { key, type: reads, label: '', value: text.slice(0, limit) };
  return reads === field ? value : { ...value, contactField: field };
}

/** The field of a contact that an answer fills: what its form says, or what was asked for. */
export function fieldOfAnswer({
  type,
  contactField,
}: Pick<FormValue, 'type' | 'contactField'>): AskedContactField | undefined {
  return askedContactFields.find((field) => field === (contactField ?? type));
}

import {
  contactFieldNames,
  contactFields,
  eachContactField,
  readContactField,
  type ContactFieldName,
} from '#shared/contacts/contact-fields.ts';
import { tableWords } from '#shared/language-words.ts';
import { formulaSigns } from '#shared/text/csv.ts';
import { readCustomValue, type CustomValues } from '#shared/contacts/custom-fields.ts';
import { patternEffort } from '#shared/contacts/simple-pattern.ts';
import type { CustomField } from '#features/custom-fields/custom-fields.contract.ts';
import { lifecycles, type Lifecycle } from '../../contacts.contract.ts';
import type { ImportPlan, ImportProblem, ImportTarget } from '../../contacts-import.contract.ts';

/** The apostrophe that files for spreadsheets have before what would be a formula. */
const guarded = new RegExp(`^'(?=[${formulaSigns}])`);

/** A row as it is written. Null is what the file does not say. */
export type ImportRow = {
  /** What the file says of each field of a contact. */
  fields: Record<ContactFieldName, string | null>;
  lifecycle: Lifecycle | null;
  lead_score: number | null;
  consent: boolean | null;
  custom_fields: CustomValues;
};

const wordsOf = (...names: ('yes' | 'no' | 'agreed' | 'declined')[]): string[] =>
  tableWords.flatMap((words) => names.flatMap((name) => words[name]?.split(' ') ?? []));
const yes = new Set(['true', '1', 'x', ...wordsOf('yes', 'agreed')]);
const no = new Set(['false', '0', ...wordsOf('no', 'declined')]);

/** Reads one row of a file by a plan: what is to be written, or why not. */
export function readImportRow(
  cells: readonly string[],
  plan: ImportPlan,
  row: number,
  columns: readonly string[],
  own: readonly CustomField[],
  hidesLocation: boolean,
): { row: ImportRow } | { problem: ImportProblem } {
  const cellAt = (at: number | undefined): string =>
    at === undefined ? '' : (cells[at] ?? '').trim().replace(guarded, '');
  const cellOf = (target: ImportTarget): string => cellAt(plan.mapping[target]);
  const refuseAt = (at: number | undefined, problem: string): { problem: ImportProblem } => ({
    problem: {
      row,
      column: (columns[at ?? -1] ?? '').slice(0, 100),
      problem,
      value: cellAt(at).slice(0, 100),
    },
  });
  const refuse = (target: ImportTarget | null, problem: string): { problem: ImportProblem } =>
    refuseAt(target ? plan.mapping[target] : undefined, problem);
  const read: Partial<Record<ContactFieldName, string | null>> = {};
  for (const name of contactFieldNames) {
    if (hidesLocation && contactFields[name].isLocation) continue;
    const result = readContactField(name, cellOf(name));
    if ('problem' in result) return refuse(name, result.problem);
    read[name] = result.value;
  }
  const [first, last] = [read.firstName ?? '', read.lastName ?? ''];
  const name = read.name ?? `${first} ${last}`.trim();
  if (name === '' && !read.email && !read.phone) return refuse(null, 'nothing');
  const typed = cellOf('lifecycle').toLowerCase();
  const lifecycle = typed === '' ? null : lifecycles.find((each) => each === typed);
  if (lifecycle === undefined) return refuse('lifecycle', 'option');
  const score = cellOf('leadScore');
  if (score !== '' && (!/^\d{1,3}$/.test(score) || Number(score) > 100)) return refuse('leadScore', 'number');
  const consent = cellOf('marketingConsent').toLowerCase();
  if (consent !== '' && !yes.has(consent) && !no.has(consent)) return refuse('marketingConsent', 'option');
  const customFields: CustomValues = {};
  const effort = { left: patternEffort.row };
  // A task that was stored before there were such fields names none.
  for (const [key, at] of Object.entries(plan.own ?? {})) {
    const field = own.find((each) => each.key === key);
    const value = field ? readCustomValue(field, cellAt(at), effort) : { value: null };
    if ('problem' in value) return refuseAt(at, `own.${value.problem}`);
    if (value.value !== null) customFields[key] = value.value;
  }
  const known = { ...read, name, firstName: first, lastName: last };
  return {
    row: {
      fields: eachContactField((field) => known[field] ?? (contactFields[field].isNeverNull ? '' : null)),
      lifecycle,
      lead_score: score === '' ? null : Number(score),
      consent: consent === '' ? null : yes.has(consent),
      custom_fields: customFields,
    },
  };
}

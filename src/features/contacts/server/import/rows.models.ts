import {
  contactFieldNames,
  contactFields,
  eachContactField,
  readContactField,
  type ContactFieldName,
} from '#shared/contacts/contact-fields.ts';
import {
  readFileDate,
  readFileNumber,
  type DateOrder,
  type DecimalSign,
} from '#shared/contacts/file-values.ts';
import { tableWords } from '#shared/language-words.ts';
import { formulaSigns } from '#shared/text/csv.ts';
import { isCustomNumber, readCustomValue, type CustomValues } from '#shared/contacts/custom-fields.ts';
import { patternEffort, type PatternEffort } from '#shared/contacts/simple-pattern.ts';
import type { CustomField } from '#features/custom-fields/custom-fields.contract.ts';
import { lifecycles, longestTag, mostTags, type Lifecycle } from '../../contacts.contract.ts';
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
  /** Names of tags, each once. */
  tags: string[];
};

/** What rows of a file are read by. */
export type RowReading = {
  plan: ImportPlan;
  /** Headings of the file. */
  columns: readonly string[];
  /** How a column writes days and numbers. */
  dateOrder(column: number): DateOrder;
  decimalSign(column: number): DecimalSign;
  /** The account's own fields. */
  own: readonly CustomField[];
  hidesLocation: boolean;
  thisYear: number;
};

const wordsOf = (...names: ('yes' | 'no' | 'agreed' | 'declined')[]): string[] =>
  tableWords.flatMap((words) => names.flatMap((name) => words[name]?.split(' ') ?? []));
const yes = new Set(['true', '1', 'x', ...wordsOf('yes', 'agreed')]);
const no = new Set(['false', '0', ...wordsOf('no', 'declined')]);
const longestValue = 100;

/** A cell for one of the account's own fields, as `readCustomValue` takes it. */
function ownCell(field: CustomField, cell: string, at: number, reading: RowReading): string {
  if (field.type === 'date' || field.type === 'datetime') {
    const found = readFileDate(cell, reading.dateOrder(at), reading.thisYear);
    return found === null
      ? cell
      : field.type === 'datetime' && !found.includes('T')
        ? `${found}T00:00`
        : found;
  }
  if (!isCustomNumber(field.type)) return cell;
  // What is no number of this file stays one that nobody reads.
  return cell === '' ? '' : (readFileNumber(cell, reading.decimalSign(at)) ?? '?');
}

/** The names of tags in a cell, each once; null where one is too long, or where there are too many. */
function readTags(cell: string): string[] | null {
  const names = new Map<string, string>();
  for (const part of cell.split(/[;,|]/)) {
    const name = part.trim().replace(guarded, '');
    if (name.length > longestTag) return null;
    if (name !== '' && !names.has(name.toLowerCase())) names.set(name.toLowerCase(), name);
  }
  return names.size > mostTags ? null : [...names.values()];
}

/**
 * Reads one row of a file: what is to be written without the cells that can't be, and which those are. Only a
 * row that leaves neither name nor address nor number is none: `row` is null.
 */
export function readImportRow(
  cells: readonly string[],
  row: number,
  reading: RowReading,
): { row: ImportRow | null; problems: ImportProblem[] } {
  const { plan, columns, own, hidesLocation } = reading;
  const found: { at: number; problem: ImportProblem }[] = [];
  const cellAt = (at: number | undefined): string =>
    at === undefined ? '' : (cells[at] ?? '').trim().replace(guarded, '');
  const cellOf = (target: ImportTarget): string => cellAt(plan.mapping[target]);
  const refuse = (at: number | undefined, problem: string): null => {
    found.push({
      at: at ?? -1,
      problem: {
        row,
        isRow: false,
        column: (columns[at ?? -1] ?? '').slice(0, longestValue),
        problem,
        value: cellAt(at).slice(0, longestValue),
      },
    });
    return null;
  };
  // In the order in which they stand in the file.
  const problems = (): ImportProblem[] =>
    found.toSorted((one, other) => one.at - other.at).map(({ problem }) => problem);
  const read: Partial<Record<ContactFieldName, string | null>> = {};
  for (const name of contactFieldNames) {
    if (hidesLocation && contactFields[name].isLocation) continue;
    const result = readContactField(name, cellOf(name));
    read[name] = 'problem' in result ? refuse(plan.mapping[name], result.problem) : result.value;
  }
  const [first, last] = [read.firstName ?? '', read.lastName ?? ''];
  const name = read.name ?? `${first} ${last}`.trim();
  if (name === '' && !read.email && !read.phone) {
    if (found.length === 0) refuse(undefined, 'nothing');
    return { row: null, problems: problems().map((problem) => ({ ...problem, isRow: true })) };
  }
  const known = { ...read, name, firstName: first, lastName: last };
  const taken: ImportRow = {
    fields: eachContactField((field) => known[field] ?? (contactFields[field].isNeverNull ? '' : null)),
    ...readMarks(cellOf, (target, problem) => refuse(plan.mapping[target], problem), reading),
    custom_fields: readOwn(cellAt, refuse, reading, own),
  };
  return { row: taken, problems: problems() };
}

/** Stage, score, consent and tags of a row. */
function readMarks(
  cellOf: (target: ImportTarget) => string,
  refuse: (target: ImportTarget, problem: string) => null,
  { plan, decimalSign }: RowReading,
): Pick<ImportRow, 'lifecycle' | 'lead_score' | 'consent' | 'tags'> {
  const typedLifecycle = cellOf('lifecycle').toLowerCase();
  const lifecycle = lifecycles.find((each) => each === typedLifecycle) ?? null;
  if (typedLifecycle !== '' && lifecycle === null) refuse('lifecycle', 'option');
  const typed = cellOf('leadScore');
  const score =
    typed === '' ? null : Number(readFileNumber(typed, decimalSign(plan.mapping.leadScore ?? 0)) ?? -1);
  const isScore = score !== null && Number.isInteger(score) && score >= 0 && score <= 100;
  if (score !== null && !isScore) refuse('leadScore', 'score');
  const word = cellOf('marketingConsent').toLowerCase();
  const consent = yes.has(word) ? true : no.has(word) ? false : null;
  if (word !== '' && consent === null) refuse('marketingConsent', 'yesNo');
  return {
    lifecycle,
    lead_score: isScore ? score : null,
    consent,
    tags: readTags(cellOf('tags')) ?? refuse('tags', 'tags') ?? [],
  };
}

/** What a row says of the account's own fields. */
function readOwn(
  cellAt: (at: number) => string,
  refuse: (at: number, problem: string) => null,
  reading: RowReading,
  own: readonly CustomField[],
): CustomValues {
  const values: CustomValues = {};
  const effort: PatternEffort = { left: patternEffort.row };
  // A task that was stored before there were such fields names none.
  for (const [key, at] of Object.entries(reading.plan.own ?? {})) {
    const field = own.find((each) => each.key === key);
    if (!field) continue;
    const read = readCustomValue(field, ownCell(field, cellAt(at), at, reading), effort);
    if ('problem' in read) refuse(at, `own.${read.problem}`);
    else if (read.value !== null) values[key] = read.value;
  }
  return values;
}

/** Two rows of one person: what the later one says, and the rest of the earlier one. */
export function laterRow(earlier: ImportRow, later: ImportRow): ImportRow {
  return {
    fields: eachContactField((name) => later.fields[name] || earlier.fields[name]),
    lifecycle: later.lifecycle ?? earlier.lifecycle,
    lead_score: later.lead_score ?? earlier.lead_score,
    consent: later.consent ?? earlier.consent,
    custom_fields: { ...earlier.custom_fields, ...later.custom_fields },
    tags: [...new Set([...earlier.tags, ...later.tags])],
  };
}

import { z } from 'zod';
import { contactFieldNames } from '#shared/contacts/contact-fields.ts';
import { dateOrders, decimalSigns } from '#shared/contacts/file-values.ts';
import { endpoint } from '#shared/endpoint.ts';
import { defineErrors } from '#shared/errors.ts';
import { customKeySchema } from '#features/custom-fields/custom-fields.contract.ts';
import { contactsErrors } from './contacts.contract.ts';

export const contactsImportErrors = defineErrors('contacts', {
  importMissing: 400,
  importUnreadable: 400,
  importEmpty: 400,
  importTooLong: 400,
  importTooWide: 400,
  noSuchImport: 404,
  importBusy: 409,
  importNotChecked: 409,
  nothingMapped: 400,
});

export const mostImportRows = 50_000;
export const mostImportColumns = 500;
/** Refused cells that are named; the others are counted, and stand in the file of what was refused. */
export const mostProblems = 200;

/** What a column of a file may become. */
export const importTargets = [
  ...contactFieldNames,
  'lifecycle',
  'leadScore',
  'marketingConsent',
  'tags',
] as const;
export type ImportTarget = (typeof importTargets)[number];

export const importPlanSchema = z.strictObject({
  /** Number of the column for each field; each field once. */
  mapping: z.partialRecord(z.enum(importTargets), z.number().int().min(0).max(mostImportColumns)),
  /** Number of the column for each of the account's own fields. */
  own: z.record(customKeySchema, z.number().int().min(0).max(mostImportColumns)).default({}),
  /** What happens to contacts that are known by their address. */
  existing: z.enum(['update', 'skip']),
  tagId: z.string().max(60).nullable().default(null),
  /** How columns are read, by their numbers; what is not named is read as it was recognised. */
  dates: z.record(z.string().regex(/^\d{1,3}$/), z.enum(dateOrders)).default({}),
  numbers: z.record(z.string().regex(/^\d{1,3}$/), z.enum(decimalSigns)).default({}),
});
export type ImportPlan = z.infer<typeof importPlanSchema>;

/** How a column writes days and numbers, as far as its cells tell. */
export const columnFormatSchema = z.object({
  column: z.number(),
  dates: z.enum(dateOrders).nullable(),
  numbers: z.enum(decimalSigns).nullable(),
});
export type ColumnFormat = z.infer<typeof columnFormatSchema>;

/** A cell that is not taken; with `isRow` nothing of its row is, for nothing is left by which to know anybody. */
export const importProblemSchema = z.object({
  row: z.number(),
  isRow: z.boolean(),
  column: z.string(),
  problem: z.string(),
  value: z.string(),
});
export type ImportProblem = z.infer<typeof importProblemSchema>;

/** Where the text of what is wrong with a cell stands. */
export function importProblemKey(problem: string): string {
  if (problem === 'nothing') return 'contact-record:new.nothing';
  if (problem === 'score') return 'contact-record:scoreBounds';
  if (['tags', 'tagsFull', 'yesNo'].includes(problem)) return `contact-import:problem.${problem}`;
  return problem.startsWith('own.')
    ? `custom-fields:problem.${problem.slice(4)}`
    : `contact-record:problem.${problem}`;
}
export const importSchema = z
  .object({
    id: z.string(),
    fileName: z.string(),
    encoding: z.string(),
    delimiter: z.string(),
    columns: z.array(z.string()),
    /** The first rows, as they stand in the file. */
    samples: z.array(z.array(z.string())),
    /** Which column each field probably is. */
    suggestion: z.partialRecord(z.enum(importTargets), z.number()),
    /** Columns of days and numbers, as they were recognised. */
    formats: z.array(columnFormatSchema),
    plan: importPlanSchema.nullable(),
    state: z.enum(['uploaded', 'checking', 'checked', 'importing', 'done', 'failed']),
    total: z.number(),
    done: z.number(),
    created: z.number(),
    updated: z.number(),
    unchanged: z.number(),
    /** Rows of which nothing is taken. */
    refused: z.number(),
    /** Cells that are not taken, of rows that are. */
    refusedCells: z.number(),
    /** Tags of the file that the account doesn't have yet. */
    newTags: z.array(z.string()),
    problems: z.array(importProblemSchema),
  })
  .meta({ id: 'ContactImport' });
export type ContactImport = z.infer<typeof importSchema>;

const edit = { permission: 'contacts.edit' } as const;
const ofImport = z.strictObject({ id: z.string().max(60) });

export const contactsImportEndpoints = {
  upload: endpoint({
    method: 'POST',
    path: '/api/contact-imports',
    access: edit,
    needsPlan: true,
    summary: 'Brings a CSV file of at most 50,000 contacts; nothing is written yet.',
    transport: 'upload',
    response: importSchema,
    errors: [
      contactsImportErrors.importMissing,
      contactsImportErrors.importUnreadable,
      contactsImportErrors.importEmpty,
      contactsImportErrors.importTooLong,
      contactsImportErrors.importTooWide,
    ],
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/contact-imports/{id}',
    access: edit,
    summary: 'A file of contacts, how far it is, and what is wrong with its rows.',
    params: ofImport,
    response: importSchema,
    errors: [contactsImportErrors.noSuchImport],
  }),
  check: endpoint({
    method: 'POST',
    path: '/api/contact-imports/{id}/check',
    access: edit,
    needsPlan: true,
    summary: 'Goes through the file without writing and counts what would happen.',
    params: ofImport,
    body: importPlanSchema,
    response: importSchema,
    errors: [
      contactsImportErrors.noSuchImport,
      contactsImportErrors.importBusy,
      contactsImportErrors.nothingMapped,
      contactsErrors.noSuchTag,
    ],
  }),
  refused: endpoint({
    method: 'GET',
    path: '/api/contact-imports/{id}/refused.csv',
    access: edit,
    summary:
      'The rows of a file of which a cell or all was refused, as they stand in it, with what is wrong; to be mended and brought again.',
    transport: 'file',
    params: ofImport,
    response: z.string(),
    errors: [contactsImportErrors.noSuchImport],
  }),
  run: endpoint({
    method: 'POST',
    path: '/api/contact-imports/{id}/run',
    access: edit,
    needsPlan: true,
    summary: 'Writes the contacts of a file that was checked.',
    params: ofImport,
    response: importSchema,
    errors: [
      contactsImportErrors.noSuchImport,
      contactsImportErrors.importBusy,
      contactsImportErrors.importNotChecked,
    ],
  }),
} as const;

import { z } from 'zod';

/**
 * A copy of the database is text, one JSON value a line, compressed: the head, then each table with its rows, then
 * the end. Rows are lists of what PostgreSQL writes for each column, in the table's order of columns.
 */
export const copyHead = z.object({
  chatelier: z.literal('backup'),
  format: z.literal(1),
  version: z.string(),
  at: z.string(),
  /** The migrations that the copied database had. */
  migrations: z.array(z.string()).min(1),
  /** Where its sequences stood; those that were never used are not there. */
  sequences: z.record(z.string(), z.string()),
});
export type CopyHead = z.infer<typeof copyHead>;

export const copyTable = z.object({
  table: z.string(),
  columns: z.array(z.object({ name: z.string(), type: z.string() })),
});
export type CopyTable = z.infer<typeof copyTable>;

/** Only a copy that has it is whole. */
export const copyEnd = z.object({ end: z.literal(true), rows: z.number() });

export const copyRow = z.array(z.string().nullable());

/** A name inside a statement. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** The file is no copy, not whole, or does not fit; `message` is one line for the person who reads it. */
export class CopyError extends Error {
  override readonly name = 'CopyError';
}

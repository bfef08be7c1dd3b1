import { bigint, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { backupStatuses } from '../backups.contract.ts';

/** Copies of the whole database, newest last. The files lie in the data folder. */
export const backups = pgTable('backups', {
  id: text().primaryKey(),
  status: text({ enum: backupStatuses }).notNull(),
  failure: text(),
  tables: integer().notNull(),
  allTables: integer('all_tables').notNull(),
  copiedRows: bigint('copied_rows', { mode: 'number' }).notNull(),
  bytes: bigint({ mode: 'number' }).notNull(),
  fileName: text('file_name').notNull(),
  startedBy: text('started_by').notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  endedAt: timestamp('ended_at', { withTimezone: true }),
});

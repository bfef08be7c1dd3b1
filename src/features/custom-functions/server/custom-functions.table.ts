import { boolean, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { orderedJsonColumn } from '#platform/database/json-column.ts';
import type { FunctionDefinition } from '../custom-functions-definition.contract.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true });

export const functions = pgTable('functions', {
  id: text().primaryKey(),
  accountId: text('account_id').notNull(),
  name: text().notNull(),
  label: text().notNull(),
  definition: orderedJsonColumn<FunctionDefinition>().notNull(),
  version: integer().notNull(),
  sealedSecret: text('sealed_secret'),
  lastFour: text('last_four'),
  isEnabled: boolean('is_enabled').notNull(),
  createdAt: moment('created_at').notNull(),
  updatedAt: moment('updated_at').notNull(),
  updatedBy: text('updated_by').notNull(),
  deletedAt: moment('deleted_at'),
});

export const functionVersions = pgTable('function_versions', {
  functionId: text('function_id').notNull(),
  number: integer().notNull(),
  accountId: text('account_id').notNull(),
  definition: orderedJsonColumn<FunctionDefinition>().notNull(),
  createdAt: moment('created_at').notNull(),
  createdBy: text('created_by').notNull(),
});

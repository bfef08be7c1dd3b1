import { boolean, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { customFieldScopes, customFieldTypes, type CustomValue } from '#shared/contacts/custom-fields.ts';
import { currencyCodes } from '#shared/money/money.ts';
import { jsonColumn } from '#platform/database/json-column.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true });

export const customFields = pgTable('custom_fields', {
  id: text().primaryKey(),
  accountId: text('account_id').notNull(),
  scope: text({ enum: customFieldScopes }).notNull(),
  key: text().notNull(),
  label: text().notNull(),
  hint: text().notNull().default(''),
  type: text({ enum: customFieldTypes }).notNull(),
  options: jsonColumn<{ value: string; label: string }[]>().notNull().default([]),
  pattern: text().notNull().default(''),
  currency: text({ enum: currencyCodes }).notNull().default('EUR'),
  initial: jsonColumn<CustomValue>(),
  isRequired: boolean('is_required').notNull().default(false),
  inInbox: boolean('in_inbox').notNull().default(true),
  position: integer().notNull(),
  archivedAt: moment('archived_at'),
  createdAt: moment('created_at').notNull(),
  updatedAt: moment('updated_at').notNull(),
});

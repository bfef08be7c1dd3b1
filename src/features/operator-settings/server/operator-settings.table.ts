import { pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/** What the superadmin set for the whole server, each sealed under its name. */
export const operatorSettings = pgTable('operator_settings', {
  key: text().primaryKey(),
  sealed: text().notNull(),
  updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
});

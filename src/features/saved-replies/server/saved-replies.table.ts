import { pgTable, text, timestamp } from 'drizzle-orm/pg-core';

export const savedReplies = pgTable('saved_replies', {
  id: text().primaryKey(),
  accountId: text('account_id').notNull(),
  name: text().notNull(),
  /** The name as it is compared. */
  nameKey: text('name_key').notNull(),
  body: text().notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
});

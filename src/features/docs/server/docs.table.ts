import { boolean, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/** What readers said about pages of the documentation; nobody's name stands with it. */
export const docsFeedback = pgTable('docs_feedback', {
  id: text().primaryKey(),
  slug: text().notNull(),
  isHelpful: boolean('is_helpful').notNull(),
  note: text().notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
});

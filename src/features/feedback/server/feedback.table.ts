import { pgTable, text, timestamp } from 'drizzle-orm/pg-core';

export const feedbackSubmissions = pgTable('feedback_submissions', {
  id: text().primaryKey(),
  accountId: text('account_id').notNull(),
  userId: text('user_id'),
  kind: text({ enum: ['bug-report', 'feature-request'] }).notNull(),
  title: text().notNull(),
  description: text().notNull(),
  status: text({ enum: ['new', 'planned', 'done', 'declined'] })
    .notNull()
    .default('new'),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
});

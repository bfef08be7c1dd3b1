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

/** What superadmins wrote back; it goes with what it answers. */
export const feedbackReplies = pgTable('feedback_replies', {
  id: text().primaryKey(),
  feedbackId: text('feedback_id').notNull(),
  authorName: text('author_name').notNull(),
  body: text().notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
});

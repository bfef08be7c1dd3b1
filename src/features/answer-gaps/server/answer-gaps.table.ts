import { pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/** Answers that are no gap any more, because somebody answered better or said so. */
export const answerGapsClosed = pgTable('answer_gaps_closed', {
  messageId: text('message_id').primaryKey(),
  accountId: text('account_id').notNull(),
  how: text({ enum: ['answered', 'dismissed'] }).notNull(),
  closedAt: timestamp('closed_at', { withTimezone: true }).notNull(),
});

import { integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

export const outboxMails = pgTable('outbox_mails', {
  id: text().primaryKey(),
  accountId: text('account_id'),
  kind: text().notNull(),
  recipient: text().notNull(),
  subject: text().notNull(),
  textBody: text('text_body').notNull(),
  htmlBody: text('html_body').notNull(),
  state: text({ enum: ['kept', 'queued', 'sent', 'failed', 'held'] }).notNull(),
  attempts: integer().notNull().default(0),
  lastError: text('last_error'),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  sentAt: timestamp('sent_at', { withTimezone: true }),
});

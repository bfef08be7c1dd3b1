import { customType, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

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
  unsubscribeUrl: text('unsubscribe_url'),
  /** Who it is from, in words; null: the instance. */
  senderName: text('sender_name'),
  replyTo: text('reply_to'),
});

/** A file that goes with a mail, until the mail is sent. */
export const outboxAttachments = pgTable('outbox_attachments', {
  mailId: text('mail_id').primaryKey(),
  name: text().notNull(),
  type: text().notNull(),
  content: bytea().notNull(),
});

export const mailPreferences = pgTable(
  'mail_preferences',
  {
    accountId: text('account_id').notNull(),
    addressHash: text('address_hash').notNull(),
    unsubscribedAt: timestamp('unsubscribed_at', { withTimezone: true }).notNull(),
    resubscribedAt: timestamp('resubscribed_at', { withTimezone: true }),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.addressHash] })],
);

import { boolean, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { jsonColumn } from '#platform/database/json-column.ts';
import type { StoredAttachment } from '#features/conversations/server/conversations-attachments.table.ts';
import type { InboxLabel } from '../inbox.contract.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true });

/** How far each member has read. */
export const inboxReads = pgTable('inbox_reads', {
  accountId: text('account_id').notNull(),
  userId: text('user_id').notNull(),
  conversationId: text('conversation_id').notNull(),
  seq: integer().notNull(),
});

/** What a member wants of the inbox; without a row all of it. */
export const inboxSettings = pgTable('inbox_settings', {
  accountId: text('account_id').notNull(),
  userId: text('user_id').notNull(),
  /** A mail when a visitor waits and nobody looks. */
  waitingMails: boolean('waiting_mails').notNull(),
});

/** What the team says among itself. */
export const inboxNotes = pgTable('inbox_notes', {
  id: text().primaryKey(),
  accountId: text('account_id').notNull(),
  conversationId: text('conversation_id').notNull(),
  authorId: text('author_id'),
  authorName: text('author_name').notNull(),
  body: text().notNull(),
  afterSeq: integer('after_seq').notNull(),
  mentions: jsonColumn<string[]>().notNull().default([]),
  attachments: jsonColumn<StoredAttachment[]>().notNull().default([]),
  createdAt: moment('created_at').notNull(),
});

export const inboxLabels = pgTable('inbox_labels', {
  id: text().primaryKey(),
  accountId: text('account_id').notNull(),
  name: text().notNull(),
  /** The name as it is compared. */
  nameKey: text('name_key').notNull(),
  color: text().$type<InboxLabel['color']>().notNull(),
  createdAt: moment('created_at').notNull(),
});

export const inboxLabelled = pgTable('inbox_labelled', {
  accountId: text('account_id').notNull(),
  conversationId: text('conversation_id').notNull(),
  labelId: text('label_id').notNull(),
});

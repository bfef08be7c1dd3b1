import { boolean, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { jsonColumn } from '#platform/database/json-column.ts';
import type { StoredAttachment } from '#features/conversations/server/attachments/attachments.table.ts';
import type { PushKind } from '../inbox-notices.contract.ts';
import type { InboxLabel } from '../inbox-labels.contract.ts';

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
  /** Of whom their browsers tell them: visitors in the queue, those whom they answer, colleagues who name them. */
  pushWaiting: boolean('push_waiting').notNull().default(true),
  pushOwn: boolean('push_own').notNull().default(true),
  pushMentions: boolean('push_mentions').notNull().default(true),
  /** Whether the visitor's words are shown there. */
  pushWords: boolean('push_words').notNull().default(false),
});

/** Browsers that tell members, each for as long as its session lives. */
export const inboxBrowsers = pgTable('inbox_browsers', {
  id: text().primaryKey(),
  accountId: text('account_id').notNull(),
  userId: text('user_id').notNull(),
  sessionId: text('session_id').notNull(),
  endpointHash: text('endpoint_hash').notNull(),
  /** Address and keys, encrypted. */
  sealed: text().notNull(),
  device: text(),
  browser: text(),
  os: text(),
  createdAt: moment('created_at').notNull(),
  /** When it was last seen with the dashboard in sight. */
  seenAt: moment('seen_at').notNull(),
  /** Since when its member wants to hear nothing there. */
  removedAt: moment('removed_at'),
});

/** What a browser is told of one event: at most once. */
export const inboxPushes = pgTable('inbox_pushes', {
  id: text().primaryKey(),
  accountId: text('account_id').notNull(),
  browserId: text('browser_id').notNull(),
  conversationId: text('conversation_id').notNull(),
  eventId: text('event_id').notNull(),
  kind: text().$type<PushKind>().notNull(),
  byName: text('by_name'),
  createdAt: moment('created_at').notNull(),
  tries: integer().notNull().default(0),
  doneAt: moment('done_at'),
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

/** Who was named by a note, and whether they saw it or were told by mail. */
export const inboxMentions = pgTable('inbox_mentions', {
  accountId: text('account_id').notNull(),
  userId: text('user_id').notNull(),
  noteId: text('note_id').notNull(),
  conversationId: text('conversation_id').notNull(),
  createdAt: moment('created_at').notNull(),
  seenAt: moment('seen_at'),
  mailedAt: moment('mailed_at'),
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

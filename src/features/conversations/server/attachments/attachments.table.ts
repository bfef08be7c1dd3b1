import { customType, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/** An attachment as it stands on its message; addresses are signed anew each time it is read. */
export type StoredAttachment = {
  id: string;
  kind: 'image' | 'document';
  name: string;
  type: string;
  size: number;
  width: number | null;
  height: number | null;
};

export const attachments = pgTable('conversation_attachments', {
  id: text().primaryKey(),
  accountId: text('account_id').notNull(),
  visitorId: text('visitor_id').notNull(),
  conversationId: text('conversation_id'),
  messageId: text('message_id'),
  /** Who of the team chose it, and the note that it stands at: notes are no messages. */
  authorId: text('author_id'),
  noteId: text('note_id'),
  origin: text({ enum: ['visitor', 'model', 'team'] }).notNull(),
  kind: text({ enum: ['image', 'document'] }).notNull(),
  name: text().notNull(),
  mimeType: text('mime_type').notNull(),
  byteCount: integer('byte_count').notNull(),
  width: integer(),
  height: integer(),
  body: text().notNull().default(''),
  bytes: bytea().notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
});

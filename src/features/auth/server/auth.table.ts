import { pgTable, text, timestamp } from 'drizzle-orm/pg-core';

const moment = (name: string) => timestamp(name, { withTimezone: true });

/** `id` is the SHA-256 of the cookie's token. */
export const sessions = pgTable('sessions', {
  id: text().primaryKey(),
  userId: text('user_id').notNull(),
  createdAt: moment('created_at').notNull(),
  lastSeenAt: moment('last_seen_at').notNull(),
  expiresAt: moment('expires_at').notNull(),
  userAgent: text('user_agent').notNull(),
  /** The account that the session was opened for. */
  worksIn: text('works_in'),
});

/** `id` is the SHA-256 of the mailed token. */
export const passwordResets = pgTable('password_resets', {
  id: text().primaryKey(),
  userId: text('user_id').notNull(),
  createdAt: moment('created_at').notNull(),
  expiresAt: moment('expires_at').notNull(),
  usedAt: moment('used_at'),
});

import { bigint, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

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
  /** When its person lost their access to the account. Such a session lets nobody in, and only says why. */
  accessEndedAt: moment('access_ended_at'),
  /** When a code of the second factor was passed in it; null where none was asked for. */
  secondFactorAt: moment('second_factor_at'),
  /** The superadmin who works as this person, from which session of theirs, and why; null in everybody's own. */
  impersonatedBy: text('impersonated_by'),
  impersonatedFrom: text('impersonated_from'),
  impersonationReason: text('impersonation_reason').notNull().default(''),
});

/** `id` is the SHA-256 of the mailed token. */
export const passwordResets = pgTable('password_resets', {
  id: text().primaryKey(),
  userId: text('user_id').notNull(),
  createdAt: moment('created_at').notNull(),
  expiresAt: moment('expires_at').notNull(),
  usedAt: moment('used_at'),
});

export const twoFactors = pgTable('two_factors', {
  userId: text('user_id').primaryKey(),
  sealedSecret: text('sealed_secret').notNull(),
  lastStep: bigint('last_step', { mode: 'number' }).notNull().default(0),
  createdAt: moment('created_at').notNull(),
  confirmedAt: moment('confirmed_at'),
});

/** `id` is the SHA-256 of person and code. */
export const recoveryCodes = pgTable('recovery_codes', {
  id: text().primaryKey(),
  userId: text('user_id').notNull(),
  usedAt: moment('used_at'),
});

import { getTableColumns, sql } from 'drizzle-orm';
import { boolean, customType, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';

const moment = (name: string) => timestamp(name, { withTimezone: true });

export const accounts = pgTable('accounts', {
  id: text().primaryKey(),
  name: text().notNull(),
  createdAt: moment('created_at').notNull(),
  subscriptionStatus: text('subscription_status', {
    enum: ['trialing', 'incomplete', 'active', 'canceled'],
  }).notNull(),
  hasPaid: boolean('has_paid').notNull(),
  trialEnd: moment('trial_end').notNull(),
  /** An account of the instance itself, which nobody belongs to and no figure counts. */
  isSystem: boolean('is_system').notNull().default(false),
  /** What the account pays the platform for. */
  plan: text({ enum: ['pro', 'white_label'] }),
  /** Since when a payment is missing. */
  incompleteSince: moment('incomplete_since'),
  /** Until when it is served: the end of what is paid and its grace, or when it ended. */
  activeUntil: moment('active_until'),
  /** Since when the owner has to say what of the account is theirs; meanwhile nobody else gets in. */
  reviewSince: moment('review_since'),
  /** When somebody gave it its name; null: it is called as whoever registered. */
  namedAt: moment('named_at'),
  /** Where replies to its mails to visitors go, while they don't come back by themselves. */
  replyEmail: text('reply_email'),
  /** Since when a superadmin keeps the account out, and why. */
  suspendedAt: moment('suspended_at'),
  suspendedReason: text('suspended_reason').notNull().default(''),
  /** A plan that a superadmin gave, which nobody pays for, and until when; null is for ever. */
  givenPlan: text('given_plan', { enum: ['pro', 'white_label'] }),
  givenUntil: moment('given_until'),
});

export const users = pgTable('users', {
  id: text().primaryKey(),
  email: text().notNull(),
  emailKey: text('email_key').notNull(),
  /**
   * When somebody first used a link that was mailed to the address; null: whoever registered only typed it.
   */
  emailProvenAt: moment('email_proven_at'),
  username: text().notNull(),
  name: text().notNull(),
  firstName: text('first_name').notNull(),
  lastName: text('last_name').notNull(),
  passwordHash: text('password_hash').notNull(),
  profileImageUrl: text('profile_image_url'),
  language: text({ enum: ['en', 'nl', 'es', 'pt', 'fr', 'cs'] }).notNull(),
  timezone: text(),
  isSuperadmin: boolean('is_superadmin').notNull(),
  hidePassiveVisitors: boolean('hide_passive_visitors').notNull(),
  hideLocationData: boolean('hide_location_data').notNull(),
  disabledAt: moment('disabled_at'),
  /** When they last looked at what is new in the product. */
  newsSeenAt: moment('news_seen_at'),
  createdAt: moment('created_at').notNull(),
});

export const userImages = pgTable('user_images', {
  userId: text('user_id').primaryKey(),
  key: text().notNull(),
  type: text().notNull(),
  bytes: customType<{ data: Buffer }>({ dataType: () => 'bytea' })().notNull(),
  createdAt: moment('created_at').notNull(),
});

export const memberships = pgTable(
  'memberships',
  {
    accountId: text('account_id').notNull(),
    userId: text('user_id').notNull(),
    role: text({ enum: ['owner', 'admin', 'editor', 'support', 'billing', 'viewer'] }).notNull(),
    /**
     * Agents that the member reaches; null: all of them. Owners and admins reach all whatever stands here.
     */
    agentIds: text('agent_ids').array(),
    createdAt: moment('created_at').notNull(),
    /** Since when the member is kept out. */
    suspendedAt: moment('suspended_at'),
    lastActiveAt: moment('last_active_at'),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.userId] })],
);

/**
 * An account as it is read: its row, whether it is one of the superadmin's own, which have everything, and whether
 * it holds invented data.
 * Written with the table's name, because the query builder drops it where only one table is read.
 */
export const accountColumns = {
  ...getTableColumns(accounts),
  isOperators: sql<boolean>`EXISTS (SELECT FROM memberships m JOIN users u ON u.id = m.user_id
    WHERE m.account_id = accounts.id AND m.role = 'owner' AND u.is_superadmin AND u.disabled_at IS NULL)`,
  isSample: sql<boolean>`EXISTS (SELECT FROM sample_accounts s WHERE s.account_id = accounts.id)`,
};

/** An account’s row as it is stored. */
export type StoredAccount = typeof accounts.$inferSelect;
/** An account as `accountColumns` reads it. */
export type AccountRow = StoredAccount & {
  /** Whether whoever runs this instance owns it: then nothing is sold to it. */
  isOperators: boolean;
  /** Whether it holds invented data to look around in: then nothing is sold to it either. */
  isSample: boolean;
};

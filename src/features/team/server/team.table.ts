import { integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

const moment = (name: string) => timestamp(name, { withTimezone: true });

export const invitations = pgTable('invitations', {
  id: text().primaryKey(),
  accountId: text('account_id').notNull(),
  email: text().notNull(),
  emailKey: text('email_key').notNull(),
  /** `owner` is the first person of a client, whom its agency invites. */
  role: text({ enum: ['owner', 'admin', 'editor', 'support', 'billing', 'viewer'] }).notNull(),
  /** The agency that invited, by its own right. */
  agencyId: text('agency_id'),
  agentIds: text('agent_ids').array(),
  message: text().notNull().default(''),
  /** SHA-256 of the link's token. */
  tokenHash: text('token_hash').notNull(),
  invitedBy: text('invited_by').notNull(),
  createdAt: moment('created_at').notNull(),
  sentAt: moment('sent_at').notNull(),
  expiresAt: moment('expires_at').notNull(),
  acceptedAt: moment('accepted_at'),
  acceptedBy: text('accepted_by'),
  revokedAt: moment('revoked_at'),
});

/** A change of owner that waits for its code. */
export const ownershipTransfers = pgTable('ownership_transfers', {
  accountId: text('account_id').primaryKey(),
  fromUser: text('from_user').notNull(),
  toUser: text('to_user').notNull(),
  codeHash: text('code_hash').notNull(),
  tries: integer().notNull().default(0),
  createdAt: moment('created_at').notNull(),
  expiresAt: moment('expires_at').notNull(),
});

import { boolean, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

export const identitySecrets = pgTable('identity_secrets', {
  id: text().primaryKey(),
  accountId: text('account_id').notNull(),
  /** Null: for all agents of the account. */
  agentId: text('agent_id'),
  sealed: text().notNull(),
  /** Made before each way of signing had a key of its own: it signs tokens and hashes alike. */
  isShared: boolean('is_shared').notNull(),
  hint: text().notNull(),
  createdBy: text('created_by').notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
});

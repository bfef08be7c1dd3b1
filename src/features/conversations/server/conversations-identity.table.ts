import { pgTable, text, timestamp } from 'drizzle-orm/pg-core';

export const identitySecrets = pgTable('identity_secrets', {
  id: text().primaryKey(),
  accountId: text('account_id').notNull(),
  /** Null: for all agents of the account. */
  agentId: text('agent_id'),
  sealed: text().notNull(),
  hint: text().notNull(),
  createdBy: text('created_by').notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
});

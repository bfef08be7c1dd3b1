import { pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { keyKinds } from '../api-keys.contract.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true });

export const apiKeys = pgTable('api_keys', {
  id: text().primaryKey(),
  accountId: text('account_id').notNull(),
  agentId: text('agent_id').notNull(),
  kind: text({ enum: keyKinds }).notNull(),
  name: text().notNull(),
  hash: text().notNull(),
  lastFour: text('last_four').notNull(),
  createdBy: text('created_by').notNull(),
  createdAt: moment('created_at').notNull(),
  lastUsedAt: moment('last_used_at'),
  revokedAt: moment('revoked_at'),
});

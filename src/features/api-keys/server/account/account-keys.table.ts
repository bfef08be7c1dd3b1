import { boolean, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import type { ProgramScope } from '../../api-keys-account.contract.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true });

export const accountKeys = pgTable('account_keys', {
  id: text().primaryKey(),
  accountId: text('account_id').notNull(),
  name: text().notNull(),
  isTest: boolean('is_test').notNull(),
  scopes: text().array().$type<ProgramScope[]>().notNull(),
  agentIds: text('agent_ids').array(),
  requestsPerMinute: integer('requests_per_minute').notNull(),
  hash: text().notNull(),
  lastFour: text('last_four').notNull(),
  createdBy: text('created_by').notNull(),
  createdAt: moment('created_at').notNull(),
  lastUsedAt: moment('last_used_at'),
  revokedAt: moment('revoked_at'),
});

import { cidr, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { reportKinds } from '../abuse.contract.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true });

export const ipBlocks = pgTable('ip_blocks', {
  id: text().primaryKey(),
  network: cidr().notNull(),
  reason: text().notNull(),
  expiresAt: moment('expires_at'),
  createdAt: moment('created_at').notNull(),
});

export const agentReports = pgTable('agent_reports', {
  id: text().primaryKey(),
  accountId: text('account_id').notNull(),
  agentId: text('agent_id').notNull(),
  kind: text({ enum: reportKinds }).notNull(),
  body: text().notNull(),
  resolvedAt: moment('resolved_at'),
  createdAt: moment('created_at').notNull(),
});

import { pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';

export const templateDemos = pgTable('template_demos', {
  slug: text().primaryKey(),
  accountId: text('account_id').notNull(),
  agentId: text('agent_id').notNull(),
  fingerprint: text().notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
});

export const templateUses = pgTable(
  'template_uses',
  {
    accountId: text('account_id').notNull(),
    key: text().notNull(),
    slug: text().notNull(),
    agentId: text('agent_id').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.key] })],
);

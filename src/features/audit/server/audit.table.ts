import { jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

export const auditEntries = pgTable('audit_entries', {
  id: text().primaryKey(),
  accountId: text('account_id').notNull(),
  actorId: text('actor_id'),
  actorName: text('actor_name').notNull(),
  action: text().notNull(),
  targetId: text('target_id'),
  targetName: text('target_name').notNull().default(''),
  details: jsonb().$type<Record<string, string>>().notNull().default({}),
  address: text(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
});

import { bigint, integer, pgTable, smallint, text, timestamp } from 'drizzle-orm/pg-core';

const moment = (name: string) => timestamp(name, { withTimezone: true });
const number = (name: string) => bigint(name, { mode: 'number' });

/** What happened and is not counted yet. Its sums are tables that are only spoken to in SQL: see the migration. */
export const analyticsInbox = pgTable('analytics_inbox', {
  seq: number('seq').primaryKey().generatedAlwaysAsIdentity(),
  accountId: text('account_id').notNull(),
  /** See `kinds`. */
  kind: smallint().notNull(),
  id: text().notNull(),
  at: moment('at').notNull(),
  agentId: text('agent_id'),
  visitorId: text('visitor_id'),
  conversationId: text('conversation_id'),
  /** Where agent and visitor are found: a purchase, a QR code. */
  about: text(),
  amount: integer().notNull().default(1),
});

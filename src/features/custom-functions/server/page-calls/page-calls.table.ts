import { pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { orderedJsonColumn } from '#platform/database/json-column.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true });

export const pageCalls = pgTable('page_calls', {
  id: text().primaryKey(),
  accountId: text('account_id').notNull(),
  agentId: text('agent_id').notNull(),
  conversationId: text('conversation_id').notNull(),
  visitorId: text('visitor_id').notNull(),
  arguments: orderedJsonColumn<Record<string, unknown>>().notNull(),
  sites: text().array().notNull(),
  state: text({ enum: ['waiting', 'taken', 'done'] }).notNull(),
  /** The page that took it, by a word of its own. */
  takenBy: text('taken_by'),
  result: text(),
  errorCode: text('error_code', { enum: ['page_failed', 'page_left'] }),
  errorDetail: text('error_detail'),
  createdAt: moment('created_at').notNull(),
  endsAt: moment('ends_at').notNull(),
});

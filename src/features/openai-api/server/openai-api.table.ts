import { pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';

export const openaiThreads = pgTable(
  'openai_threads',
  {
    hash: text().notNull(),
    accountId: text('account_id').notNull(),
    agentId: text('agent_id').notNull(),
    visitorId: text('visitor_id').notNull(),
    conversationId: text('conversation_id'),
    usedAt: timestamp('used_at', { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.agentId, table.hash] })],
);

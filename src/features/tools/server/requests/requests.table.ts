import { integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { orderedJsonColumn } from '#platform/database/json-column.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true });

export const toolRequests = pgTable('tool_requests', {
  id: text().primaryKey(),
  accountId: text('account_id').notNull(),
  agentId: text('agent_id').notNull(),
  conversationId: text('conversation_id').notNull(),
  answerId: text('answer_id').notNull(),
  tool: text().notNull(),
  arguments: orderedJsonColumn<unknown>().notNull(),
  approver: text({ enum: ['visitor', 'team'] }).notNull(),
  messageCost: integer('message_cost').notNull(),
  state: text({ enum: ['waiting', 'approved', 'declined', 'running', 'done', 'failed'] }).notNull(),
  errorCode: text('error_code'),
  decidedBy: text('decided_by'),
  decidedAt: moment('decided_at'),
  /** When the call began. */
  startedAt: moment('started_at'),
  expiresAt: moment('expires_at').notNull(),
  createdAt: moment('created_at').notNull(),
});

export const toolUses = pgTable('tool_uses', {
  conversationId: text('conversation_id').notNull(),
  tool: text().notNull(),
  accountId: text('account_id').notNull(),
  used: integer().notNull(),
});

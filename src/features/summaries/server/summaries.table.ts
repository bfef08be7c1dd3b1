import { bigint, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { jsonColumn } from '#platform/database/json-column.ts';
import type { SummaryContent } from './summaries.models.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true });

export const summaryWatches = pgTable('summary_watches', {
  agentId: text('agent_id').primaryKey(),
  accountId: text('account_id').notNull(),
  since: moment('since').notNull(),
});

export const conversationSummaries = pgTable('conversation_summaries', {
  id: text().primaryKey(),
  accountId: text('account_id').notNull(),
  agentId: text('agent_id').notNull(),
  conversationId: text('conversation_id').notNull(),
  /** What was said since the last one, or the whole conversation, which its visitor asked for. */
  kind: text({ enum: ['stretch', 'copy'] })
    .notNull()
    .default('stretch'),
  /** The first and the last message of the stretch. */
  fromSeq: integer('from_seq').notNull(),
  throughSeq: integer('through_seq').notNull(),
  state: text({ enum: ['waiting', 'sent', 'skipped'] }).notNull(),
  engine: text({ enum: ['built-in', 'model'] }),
  content: jsonColumn<SummaryContent>(),
  costMicros: bigint('cost_micros', { mode: 'number' }),
  recipients: integer().notNull().default(0),
  createdAt: moment('created_at').notNull(),
  queuedAt: moment('queued_at').notNull(),
  sentAt: moment('sent_at'),
});

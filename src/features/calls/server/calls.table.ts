import { bigint, boolean, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { callEnds, callWays } from '#shared/voice/calls.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true });

/** Stretches in which visitors and agents talked. */
export const calls = pgTable('calls', {
  id: text().primaryKey(),
  accountId: text('account_id').notNull(),
  agentId: text('agent_id').notNull(),
  visitorId: text('visitor_id').notNull(),
  conversationId: text('conversation_id'),
  key: text().notNull(),
  isPreview: boolean('is_preview').notNull(),
  provider: text().notNull(),
  way: text({ enum: callWays }).notNull(),
  language: text().notNull(),
  beganAt: moment('began_at').notNull(),
  toldAt: moment('told_at').notNull(),
  endedAt: moment('ended_at'),
  endReason: text('end_reason', { enum: callEnds }),
  turns: integer().notNull().default(0),
  interruptions: integer().notNull().default(0),
  sounds: integer().notNull().default(0),
  soundMs: integer('sound_ms').notNull().default(0),
  speechMicros: bigint('speech_micros', { mode: 'number' }).notNull().default(0),
  answerMicros: bigint('answer_micros', { mode: 'number' }).notNull().default(0),
  minuteMessages: integer('minute_messages').notNull(),
  minutesPaid: integer('minutes_paid').notNull().default(0),
});

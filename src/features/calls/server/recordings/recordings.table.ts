import { boolean, customType, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import { languages } from '#shared/languages.ts';
import { recordingTypes } from '#shared/voice/calls.ts';

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/** Sound of calls whose visitors agreed to be recorded. */
export const callRecordings = pgTable('call_recordings', {
  id: text().primaryKey(),
  accountId: text('account_id').notNull(),
  agentId: text('agent_id').notNull(),
  visitorId: text('visitor_id').notNull(),
  callId: text('call_id').notNull(),
  key: text().notNull(),
  type: text({ enum: recordingTypes }),
  consent: text().notNull(),
  language: text({ enum: languages }).notNull(),
  beganAt: timestamp('began_at', { withTimezone: true }).notNull(),
  hasAgent: boolean('has_agent').notNull(),
  keptDays: integer('kept_days').notNull(),
  lengthMs: integer('length_ms').notNull().default(0),
  byteCount: integer('byte_count').notNull().default(0),
  pieceCount: integer('piece_count').notNull().default(0),
});

export const callRecordingPieces = pgTable(
  'call_recording_pieces',
  {
    recordingId: text('recording_id').notNull(),
    number: integer().notNull(),
    accountId: text('account_id').notNull(),
    byteCount: integer('byte_count').notNull(),
    sealed: bytea().notNull(),
  },
  ({ recordingId, number }) => [primaryKey({ columns: [recordingId, number] })],
);

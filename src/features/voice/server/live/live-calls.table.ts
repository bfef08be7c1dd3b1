import { pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/** Calls with a vendor of speech that run now. */
export const voiceCalls = pgTable('voice_calls', {
  id: text().primaryKey(),
  accountId: text('account_id').notNull(),
  agentId: text('agent_id').notNull(),
  visitorId: text('visitor_id').notNull(),
  provider: text().notNull(),
  vendorId: text('vendor_id'),
  processId: text('process_id').notNull(),
  beganAt: timestamp('began_at', { withTimezone: true }).notNull(),
});

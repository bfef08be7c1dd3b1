import { jsonb, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';

export const repeatedRequests = pgTable(
  'repeated_requests',
  {
    accountId: text('account_id').notNull(),
    programId: text('program_id').notNull(),
    keyHash: text('key_hash').notNull(),
    fingerprint: text().notNull(),
    /** Null while the first request is under way. */
    answer: jsonb().$type<{ value: unknown }>(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.programId, table.keyHash] })],
);

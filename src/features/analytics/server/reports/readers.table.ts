import { pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import { reportRhythms } from '../../analytics-reports.contract.ts';

export const analyticsReportReaders = pgTable(
  'analytics_report_readers',
  {
    accountId: text('account_id').notNull(),
    userId: text('user_id').notNull(),
    every: text({ enum: reportRhythms }).notNull(),
    zone: text().notNull(),
    /** When the next one is due; moved on in the transaction that writes the mail. */
    nextAt: timestamp('next_at', { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.userId] })],
);

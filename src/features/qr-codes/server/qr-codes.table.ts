import { integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

const moment = (name: string) => timestamp(name, { withTimezone: true });

export const qrCodes = pgTable('qr_codes', {
  id: text().primaryKey(),
  accountId: text('account_id').notNull(),
  agentId: text('agent_id').notNull(),
  code: text().notNull(),
  name: text().notNull(),
  description: text().notNull().default(''),
  targetUrl: text('target_url').notNull().default(''),
  color: text().notNull(),
  background: text().notNull(),
  logo: text().notNull().default(''),
  scanCount: integer('scan_count').notNull().default(0),
  lastScanAt: moment('last_scan_at'),
  createdAt: moment('created_at').notNull(),
  updatedAt: moment('updated_at').notNull(),
});

import { bigint, customType, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';

const moment = (name: string) => timestamp(name, { withTimezone: true });
const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

export const accountExports = pgTable('account_exports', {
  id: text().primaryKey(),
  accountId: text('account_id').notNull(),
  askedBy: text('asked_by').notNull(),
  state: text({ enum: ['running', 'ready', 'failed'] }).notNull(),
  byteCount: bigint('byte_count', { mode: 'number' }).notNull().default(0),
  createdAt: moment('created_at').notNull(),
  expiresAt: moment('expires_at').notNull(),
});

export const accountExportParts = pgTable(
  'account_export_parts',
  {
    exportId: text('export_id').notNull(),
    accountId: text('account_id').notNull(),
    part: integer().notNull(),
    bytes: bytes().notNull(),
  },
  (table) => [primaryKey({ columns: [table.exportId, table.part] })],
);

/** What deleted accounts had paid the platform: books that the law asks for. */
export const keptPlanPayments = pgTable('kept_plan_payments', {
  id: text().primaryKey(),
  email: text().notNull(),
  plan: text().notNull(),
  vendor: text().notNull(),
  reference: text().notNull(),
  currency: text().notNull(),
  amount: integer().notNull(),
  refunded: integer().notNull(),
  paidAt: moment('paid_at').notNull(),
  keptUntil: moment('kept_until').notNull(),
});

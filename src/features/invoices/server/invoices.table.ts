import { bigint, boolean, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import { jsonColumn } from '#platform/database/json-column.ts';
import { invoiceKinds, type InvoiceContent } from '../invoices.contract.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true });

export const sellerDetails = pgTable('seller_details', {
  accountId: text('account_id').primaryKey(),
  name: text().notNull(),
  address: text().notNull(),
  country: text().notNull(),
  taxNumber: text('tax_number').notNull(),
  updatedAt: moment('updated_at').notNull(),
});

export const invoiceCounters = pgTable(
  'invoice_counters',
  {
    accountId: text('account_id').notNull(),
    isTest: boolean('is_test').notNull(),
    kind: text({ enum: invoiceKinds }).notNull(),
    lastNumber: integer('last_number').notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.isTest, table.kind] })],
);

export const invoices = pgTable('invoices', {
  id: text().primaryKey(),
  /** The seller's. */
  accountId: text('account_id').notNull(),
  agentId: text('agent_id'),
  isTest: boolean('is_test').notNull(),
  kind: text({ enum: invoiceKinds }).notNull(),
  number: integer().notNull(),
  subjectId: text('subject_id').notNull(),
  reference: text().notNull(),
  invoiceId: text('invoice_id'),
  currency: text().notNull(),
  total: bigint({ mode: 'number' }).notNull(),
  tax: bigint({ mode: 'number' }).notNull(),
  content: jsonColumn<InvoiceContent>().notNull(),
  buyer: text().notNull(),
  issuedAt: moment('issued_at').notNull(),
});

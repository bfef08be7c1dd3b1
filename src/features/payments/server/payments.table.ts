import { bigint, boolean, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import { jsonColumn } from '#platform/database/json-column.ts';
import { onboardingStates, purchaseKinds, type Onboarding, type Terms } from '../payments.contract.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true });
const sum = (name: string) => bigint(name, { mode: 'number' });

export const paymentConnections = pgTable(
  'payment_connections',
  {
    accountId: text('account_id').notNull(),
    isTest: boolean('is_test').notNull(),
    vendor: text({ enum: ['stripe', 'test-money'] }).notNull(),
    accountName: text('account_name').notNull().default(''),
    lastFour: text('last_four').notNull().default(''),
    /** Encrypted: key and webhook secret. Empty for an account that is reached through the platform. */
    secrets: text().notNull(),
    isPlatform: boolean('is_platform').notNull().default(false),
    refs: jsonColumn<{ account: string; webhookEndpoint: string; portalConfiguration: string }>().notNull(),
    checks: jsonColumn<{ name: 'key' | 'charges' | 'checkout' | 'customers' | 'subscriptions' | 'refunds' | 'webhook' | 'portal' | 'payouts'; isReady: boolean; detail: string }[]>().notNull().default([]),
    checkedAt: moment('checked_at').notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.isTest] })],
);

export const paymentPlatformAccounts = pgTable(
  'payment_platform_accounts',
  {
    accountId: text('account_id').notNull(),
    isTest: boolean('is_test').notNull(),
    requestKey: text('request_key').notNull(),
    reference: text(),
    isOpen: boolean('is_open').notNull(),
    state: text({ enum: onboardingStates }).notNull().default('unfinished'),
    missing: jsonColumn<Onboarding['missing']>().notNull().default([]),
    checkedAt: moment('checked_at').notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.isTest] })],
);

export const purchases = pgTable('purchases', {
  id: text().primaryKey(),
  accountId: text('account_id').notNull(),
  agentId: text('agent_id'),
  agentName: text('agent_name').notNull(),
  /** Null for what was paid in a form: it opens nothing. */
  walletId: text('wallet_id'),
  visitorId: text('visitor_id'),
  contactId: text('contact_id'),
  conversationId: text('conversation_id'),
  tag: text().notNull().default(''),
  email: text().notNull(),
  vendor: text({ enum: ['stripe', 'test-money'] }).notNull(),
  isTest: boolean('is_test').notNull(),
  kind: text({ enum: purchaseKinds }).notNull(),
  /** What was promised when it was bought. */
  terms: jsonColumn<Terms>().notNull(),
  currency: text().notNull(),
  base: integer().notNull(),
  tax: integer().notNull(),
  total: integer().notNull(),
  coupon: text().notNull().default(''),
  status: text({ enum: ['open', 'processing', 'paid', 'failed', 'expired'] }).notNull(),
  paidAmount: sum('paid_amount').notNull().default(0),
  refundedAmount: sum('refunded_amount').notNull().default(0),
  dispute: text({ enum: ['none', 'open', 'won', 'lost'] }).notNull().default('none'),
  subscriptionStatus: text('subscription_status', { enum: ['trialing', 'active', 'past_due', 'canceled', 'incomplete'] }),
  periodEnd: moment('period_end'),
  isEnding: boolean('is_ending').notNull().default(false),
  canceledAt: moment('canceled_at'),
  pastDueSince: moment('past_due_since'),
  checkoutRef: text('checkout_ref'),
  checkoutUrl: text('checkout_url').notNull().default(''),
  paymentRef: text('payment_ref'),
  customerRef: text('customer_ref'),
  subscriptionRef: text('subscription_ref'),
  receiptUrl: text('receipt_url'),
  clientKey: text('client_key').notNull(),
  language: text({ enum: ['en', 'nl', 'es', 'pt', 'fr', 'cs'] }).notNull(),
  createdAt: moment('created_at').notNull(),
  expiresAt: moment('expires_at').notNull(),
  paidAt: moment('paid_at'),
  /** Why what was paid could not be taken for good. */
  problem: text({ enum: ['', 'mismatch', 'unreachable'] }).notNull().default(''),
  syncedAt: moment('synced_at'),
  syncDueAt: moment('sync_due_at'),
  syncFailures: integer('sync_failures').notNull().default(0),
  /** Every asking draws a number before it asks; what was asked earlier never overwrites what was asked later. */
  askedCount: integer('asked_count').notNull().default(0),
  appliedCount: integer('applied_count').notNull().default(0),
  /** Of what was paid in a form, which may be gone meanwhile. */
  formId: text('form_id'),
  submissionId: text('submission_id'),
  formName: text('form_name').notNull().default(''),
});

export const payments = pgTable(
  'payments',
  {
    accountId: text('account_id').notNull(),
    purchaseId: text('purchase_id').notNull(),
    reference: text().notNull(),
    amount: integer().notNull(),
    refunded: integer().notNull().default(0),
    paidAt: moment('paid_at').notNull(),
    receiptMailedAt: moment('receipt_mailed_at'),
  },
  (table) => [primaryKey({ columns: [table.purchaseId, table.reference] })],
);

export const paymentRefunds = pgTable(
  'payment_refunds',
  {
    accountId: text('account_id').notNull(),
    purchaseId: text('purchase_id').notNull(),
    key: text().notNull(),
    amount: sum('amount').notNull(),
    parts: jsonColumn<{ reference: string; amount: number }[]>().notNull(),
    state: text({ enum: ['asked', 'done', 'refused'] }).notNull(),
    askedBy: text('asked_by').notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.purchaseId, table.key] })],
);

export const paymentPeople = pgTable(
  'payment_people',
  {
    accountId: text('account_id').notNull(),
    agentId: text('agent_id').notNull(),
    email: text().notNull(),
    isTest: boolean('is_test').notNull(),
    walletId: text('wallet_id').notNull(),
    provenAt: moment('proven_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.agentId, table.email, table.isTest] })],
);

export const paymentEvents = pgTable(
  'payment_events',
  {
    accountId: text('account_id').notNull(),
    vendor: text().notNull(),
    eventId: text('event_id').notNull(),
    type: text().notNull(),
    purchaseId: text('purchase_id'),
    createdAt: moment('created_at').notNull(),
    receivedAt: moment('received_at').notNull(),
    doneAt: moment('done_at'),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.vendor, table.eventId] })],
);

export const restoreCodes = pgTable('restore_codes', {
  id: text().primaryKey(),
  accountId: text('account_id').notNull(),
  agentId: text('agent_id').notNull(),
  visitorId: text('visitor_id').notNull(),
  email: text().notNull(),
  codeHash: text('code_hash').notNull(),
  tries: integer().notNull().default(0),
  createdAt: moment('created_at').notNull(),
  expiresAt: moment('expires_at').notNull(),
  usedAt: moment('used_at'),
});

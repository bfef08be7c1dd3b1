import { sql } from 'drizzle-orm';
import { bigint, boolean, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import { jsonColumn } from '#platform/database/json-column.ts';
import { movementKinds } from '../payments-movements.contract.ts';
import { onboardingStates, type Onboarding } from '../payments-connections.contract.ts';
import { purchaseKinds, type Terms } from '../payments.contract.ts';

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
    checks: jsonColumn<
      {
        name:
          | 'key'
          | 'charges'
          | 'checkout'
          | 'customers'
          | 'subscriptions'
          | 'refunds'
          | 'webhook'
          | 'portal'
          | 'payouts';
        isReady: boolean;
        detail: string;
      }[]
    >()
      .notNull()
      .default([]),
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
  dispute: text({ enum: ['none', 'open', 'won', 'lost'] })
    .notNull()
    .default('none'),
  subscriptionStatus: text('subscription_status', {
    enum: ['trialing', 'active', 'past_due', 'canceled', 'incomplete'],
  }),
  periodEnd: moment('period_end'),
  /** Until when the vendor has money for it; null where it did not say. The next period may have begun. */
  paidUntil: moment('paid_until'),
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
  problem: text({ enum: ['', 'mismatch', 'unreachable'] })
    .notNull()
    .default(''),
  syncedAt: moment('synced_at'),
  syncDueAt: moment('sync_due_at'),
  syncFailures: integer('sync_failures').notNull().default(0),
  /**
   * Every asking draws a number before it asks; what was asked earlier never overwrites what was asked later.
   */
  askedCount: integer('asked_count').notNull().default(0),
  appliedCount: integer('applied_count').notNull().default(0),
  /** Of what was paid in a form, which may be gone meanwhile. */
  formId: text('form_id'),
  submissionId: text('submission_id'),
  /** What each renewal costs by the vendor; null until it was asked. */
  renewalAmount: sum('renewal_amount'),
  formName: text('form_name').notNull().default(''),
  /** A mark of the answers that are paid for. */
  boundTo: text('bound_to').notNull().default(''),
  /** Whether what was paid completed a submission; `unmatched` where there is none that it fits. */
  fulfilment: text({ enum: ['', 'done', 'unmatched'] })
    .notNull()
    .default(''),
  /** What the vendor says: nothing is collected for it now. */
  isPaused: boolean('is_paused').notNull().default(false),
  /** What is to become of a subscription whose service stops; empty while it is served. */
  closing: text({ enum: ['', 'refund', 'period', 'pause'] })
    .notNull()
    .default(''),
  /** From when nothing may be charged. */
  stoppedAt: moment('stopped_at'),
  /** From when the buyer can't use it; later than `stoppedAt` where buyers are served longer. */
  unservedAt: moment('unserved_at'),
  careDueAt: moment('care_due_at'),
  /** It was paid beside one that the person had already; given back, and opens nothing. */
  isSurplus: boolean('is_surplus').notNull().default(false),
  /**
   * The mailbox that the address leads to, for telling persons apart who try again; nothing is sent there.
   */
  mailbox: text().notNull().default(''),
  /** The vendor's own mark of the card that a subscription began with; empty where it gives none. */
  cardMark: text('card_mark').notNull().default(''),
});

export const payments = pgTable(
  'payments',
  {
    accountId: text('account_id').notNull(),
    purchaseId: text('purchase_id').notNull(),
    reference: text().notNull(),
    amount: integer().notNull(),
    refunded: integer().notNull().default(0),
    /** Of this payment alone. */
    dispute: text({ enum: ['none', 'open', 'won', 'lost'] })
      .notNull()
      .default('none'),
    paidAt: moment('paid_at').notNull(),
    receiptMailedAt: moment('receipt_mailed_at'),
  },
  (table) => [primaryKey({ columns: [table.purchaseId, table.reference] })],
);

export const paymentMovements = pgTable('payment_movements', {
  id: text().primaryKey(),
  accountId: text('account_id').notNull(),
  purchaseId: text('purchase_id').notNull(),
  kind: text({ enum: movementKinds }).notNull(),
  reference: text().notNull(),
  /** The payment that it happened to. */
  paymentRef: text('payment_ref').notNull(),
  at: moment('at').notNull(),
  currency: text().notNull(),
  gross: sum('gross').notNull(),
  tax: sum('tax').notNull(),
  /** Null is unknown. */
  fee: sum('fee'),
  net: sum('net')
    .notNull()
    .generatedAlwaysAs(sql`gross - tax - coalesce(fee, 0)`),
  /** The vendor did not say all of it: when it was, or what it was made of. */
  isEstimated: boolean('is_estimated').notNull().default(false),
  createdAt: moment('created_at').notNull(),
});

export const paymentRefunds = pgTable(
  'payment_refunds',
  {
    accountId: text('account_id').notNull(),
    purchaseId: text('purchase_id').notNull(),
    key: text().notNull(),
    amount: sum('amount').notNull(),
    parts: jsonColumn<{ reference: string; amount: number; state?: 'done' | 'refused' }[]>().notNull(),
    state: text({ enum: ['asked', 'done', 'refused'] }).notNull(),
    /** The subscription is ended at once, before any money goes back. */
    ends: boolean().notNull().default(false),
    endedAt: moment('ended_at'),
    /** What is paid from then on goes back; how much that is, is worked out once it has ended. */
    unusedFrom: moment('unused_from'),
    /** What the vendor refused when it was asked last. */
    failure: text({ enum: ['', 'unauthorized', 'scope_missing', 'refused'] })
      .notNull()
      .default(''),
    tries: integer().notNull().default(0),
    /** When it is tried again. */
    dueAt: moment('due_at').notNull(),
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

/** What people were written to about: each notice once. */
export const paymentNotices = pgTable(
  'payment_notices',
  {
    accountId: text('account_id').notNull(),
    purchaseId: text('purchase_id').notNull(),
    notice: text().notNull(),
    writtenAt: moment('written_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.purchaseId, table.notice] })],
);

/** Which mails about money a member wants. */
export const paymentNoticePreferences = pgTable(
  'payment_notice_preferences',
  {
    accountId: text('account_id').notNull(),
    userId: text('user_id').notNull(),
    sales: boolean().notNull(),
    failures: boolean().notNull(),
    refunds: boolean().notNull(),
    disputes: boolean().notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.userId] })],
);

import { bigint, boolean, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import { jsonColumn } from '#platform/database/json-column.ts';
import type { PaymentCard } from '#providers/payments/payments.port.ts';
import { planNames, type Plan } from '../billing.contract.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true });
const sum = (name: string) => bigint(name, { mode: 'number' });

/** What accounts subscribed to at the platform, one row for each checkout. */
export const planSubscriptions = pgTable('plan_subscriptions', {
  id: text().primaryKey(),
  accountId: text('account_id').notNull(),
  vendor: text({ enum: ['stripe', 'test-money'] }).notNull(),
  isTest: boolean('is_test').notNull(),
  /** What was promised when it was bought. */
  orderedPlan: text('ordered_plan', { enum: planNames }).notNull(),
  orderedInterval: text('ordered_interval', { enum: ['month', 'year'] }).notNull(),
  orderedAmount: integer('ordered_amount').notNull(),
  /** What it is now, after changes. */
  plan: text({ enum: planNames }).notNull(),
  interval: text({ enum: ['month', 'year'] }).notNull(),
  amount: integer().notNull(),
  currency: text().notNull(),
  status: text({ enum: ['open', 'processing', 'paid', 'failed', 'expired'] }).notNull(),
  paidAmount: sum('paid_amount').notNull().default(0),
  refundedAmount: sum('refunded_amount').notNull().default(0),
  subscriptionStatus: text('subscription_status', {
    enum: ['trialing', 'active', 'past_due', 'canceled', 'incomplete'],
  }),
  periodEnd: moment('period_end'),
  isEnding: boolean('is_ending').notNull().default(false),
  canceledAt: moment('canceled_at'),
  pastDueSince: moment('past_due_since'),
  /** The last payment was given back or lost in a dispute. */
  isRevoked: boolean('is_revoked').notNull().default(false),
  /** The account had paid for another one already. */
  isSurplus: boolean('is_surplus').notNull().default(false),
  /** What begins when the period ends. */
  waiting: jsonColumn<{ plan: Plan; interval: 'month' | 'year'; amount: number }>(),
  /** What was paid too much so far, as the vendor says. */
  credit: sum('credit').notNull().default(0),
  card: jsonColumn<PaymentCard>(),
  checkoutRef: text('checkout_ref'),
  checkoutUrl: text('checkout_url').notNull().default(''),
  paymentRef: text('payment_ref'),
  customerRef: text('customer_ref'),
  subscriptionRef: text('subscription_ref'),
  clientKey: text('client_key').notNull(),
  changeKey: text('change_key').notNull().default(''),
  email: text().notNull(),
  language: text({ enum: ['en', 'nl', 'es', 'pt', 'fr', 'cs'] }).notNull(),
  boughtBy: text('bought_by').notNull(),
  createdAt: moment('created_at').notNull(),
  expiresAt: moment('expires_at').notNull(),
  paidAt: moment('paid_at'),
  problem: text({ enum: ['', 'mismatch', 'unreachable'] })
    .notNull()
    .default(''),
  syncedAt: moment('synced_at'),
  syncDueAt: moment('sync_due_at'),
  syncFailures: integer('sync_failures').notNull().default(0),
  askedCount: integer('asked_count').notNull().default(0),
  appliedCount: integer('applied_count').notNull().default(0),
});

export const planPayments = pgTable(
  'plan_payments',
  {
    accountId: text('account_id').notNull(),
    subscriptionId: text('subscription_id').notNull(),
    reference: text().notNull(),
    amount: integer().notNull(),
    refunded: integer().notNull().default(0),
    paidAt: moment('paid_at').notNull(),
    url: text(),
    /** As it was when the payment became known. */
    plan: text({ enum: planNames }).notNull(),
    interval: text({ enum: ['month', 'year'] }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.subscriptionId, table.reference] })],
);

/** Events of the platform's own payment provider, by its ids. */
export const planEvents = pgTable(
  'plan_events',
  {
    vendor: text().notNull(),
    eventId: text('event_id').notNull(),
    type: text().notNull(),
    subscriptionId: text('subscription_id'),
    createdAt: moment('created_at').notNull(),
    receivedAt: moment('received_at').notNull(),
    doneAt: moment('done_at'),
  },
  (table) => [primaryKey({ columns: [table.vendor, table.eventId] })],
);

/** What owners were written to about their plans: each notice once. */
export const planNotices = pgTable(
  'plan_notices',
  {
    accountId: text('account_id').notNull(),
    notice: text().notNull(),
    sentAt: moment('sent_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.notice] })],
);

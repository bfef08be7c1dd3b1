import { boolean, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import { jsonColumn } from '#platform/database/json-column.ts';
import type { CheckoutOrder, SubscriptionPrice } from '#providers/payments/payments.port.ts';
import type { CardName } from './test-money-cards.models.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true });

/** What a seller ordered, without the moments and names that have columns of their own. */
export type TestMoneyTerms = Omit<CheckoutOrder, 'expiresAt' | 'purchaseId'>;
export type PayFailure = 'declined' | 'funds' | 'refused';
export type DisputeState = 'none' | 'open' | 'won' | 'lost';

export const testMoneySessions = pgTable('test_money_sessions', {
  id: text().primaryKey(),
  accountId: text('account_id').notNull(),
  purchaseId: text('purchase_id').notNull(),
  customerId: text('customer_id').notNull(),
  terms: jsonColumn<TestMoneyTerms>().notNull(),
  status: text().$type<'open' | 'complete' | 'expired'>().notNull(),
  isCalledOff: boolean('is_called_off').notNull().default(false),
  failure: text().$type<PayFailure>(),
  confirmingCard: text('confirming_card').$type<CardName>(),
  createdAt: moment('created_at').notNull(),
  expiresAt: moment('expires_at').notNull(),
  completedAt: moment('completed_at'),
});

export const testMoneySubscriptions = pgTable('test_money_subscriptions', {
  id: text().primaryKey(),
  accountId: text('account_id').notNull(),
  sessionId: text('session_id').notNull(),
  status: text().$type<'trialing' | 'active' | 'past_due' | 'canceled'>().notNull(),
  card: text().$type<CardName>().notNull(),
  anchorAt: moment('anchor_at').notNull(),
  periods: integer().notNull(),
  periodEnd: moment('period_end').notNull(),
  dueAt: moment('due_at'),
  failures: integer().notNull().default(0),
  isEnding: boolean('is_ending').notNull().default(false),
  canceledAt: moment('canceled_at'),
  /** Nothing is charged until that is taken back. */
  isPaused: boolean('is_paused').notNull().default(false),
  /** Null as it was ordered. */
  price: jsonColumn<SubscriptionPrice>(),
  /** What is charged from the next period on; null as it is. */
  nextPrice: jsonColumn<SubscriptionPrice>('next_price'),
  /** What was paid too much for an earlier price; the next payments are less by it. */
  credit: integer().notNull().default(0),
});

export const testMoneyPayments = pgTable('test_money_payments', {
  id: text().primaryKey(),
  accountId: text('account_id').notNull(),
  sessionId: text('session_id').notNull(),
  amount: integer().notNull(),
  refunded: integer().notNull().default(0),
  card: text().$type<CardName>().notNull(),
  status: text().$type<'paid' | 'failed'>().notNull(),
  dispute: text().$type<DisputeState>().notNull().default('none'),
  disputeAmount: integer('dispute_amount').notNull().default(0),
  disputeOpenedAt: moment('dispute_opened_at'),
  disputeClosedAt: moment('dispute_closed_at'),
  createdAt: moment('created_at').notNull(),
});

export const testMoneyRefunds = pgTable('test_money_refunds', {
  id: text().primaryKey(),
  accountId: text('account_id').notNull(),
  paymentId: text('payment_id').notNull(),
  amount: integer().notNull(),
  createdAt: moment('created_at').notNull(),
});

export const testMoneyCalls = pgTable(
  'test_money_calls',
  {
    accountId: text('account_id').notNull(),
    key: text().notNull(),
    digest: text().notNull(),
    reference: text().notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.key] })],
);

export const testMoneyEvents = pgTable('test_money_events', {
  id: text().primaryKey(),
  accountId: text('account_id').notNull(),
  body: text().notNull(),
  createdAt: moment('created_at').notNull(),
  queuedAt: moment('queued_at').notNull(),
  deliveredAt: moment('delivered_at'),
});

export const testMoneyPortals = pgTable('test_money_portals', {
  id: text().primaryKey(),
  accountId: text('account_id').notNull(),
  customerId: text('customer_id').notNull(),
  returnUrl: text('return_url').notNull(),
  expiresAt: moment('expires_at').notNull(),
});

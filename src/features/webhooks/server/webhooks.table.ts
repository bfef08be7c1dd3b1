import { boolean, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { deliveryStates, deliveryProblems, disabledReasons, webhookFormats } from '../webhooks.contract.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true });

export const webhooks = pgTable('webhooks', {
  id: text().primaryKey(),
  accountId: text('account_id').notNull(),
  url: text().notNull(),
  description: text().notNull(),
  format: text({ enum: webhookFormats }).notNull().default('events'),
  /** Types of events; none means all. */
  events: text().array().notNull(),
  secret: text().notNull(),
  /** The secret before the present one, which signs as well until then. */
  oldSecret: text('old_secret'),
  oldSecretUntil: moment('old_secret_until'),
  isEnabled: boolean('is_enabled').notNull(),
  disabledReason: text('disabled_reason', { enum: ['', ...disabledReasons] })
    .notNull()
    .default(''),
  /** Since when nothing reached it. */
  failingSince: moment('failing_since'),
  createdBy: text('created_by').notNull(),
  createdAt: moment('created_at').notNull(),
});

export const webhookEvents = pgTable('webhook_events', {
  id: text().primaryKey(),
  accountId: text('account_id').notNull(),
  type: text().notNull(),
  /** The body as it is sent, byte for byte: the signature stands over it. */
  body: text().notNull(),
  createdAt: moment('created_at').notNull(),
});

export const webhookDeliveries = pgTable('webhook_deliveries', {
  id: text().primaryKey(),
  accountId: text('account_id').notNull(),
  webhookId: text('webhook_id').notNull(),
  eventId: text('event_id').notNull(),
  eventType: text('event_type').notNull(),
  state: text({ enum: deliveryStates }).notNull(),
  attempts: integer().notNull(),
  /** When it is tried next; while it is under way: when it counts as lost. */
  dueAt: moment('due_at').notNull(),
  /** Of the last try: the status of the answer. */
  status: integer(),
  problem: text({ enum: ['', ...deliveryProblems] })
    .notNull()
    .default(''),
  tookMs: integer('took_ms'),
  /** The beginning of what was answered. */
  answer: text().notNull().default(''),
  triedAt: moment('tried_at'),
  /** Sent by somebody who saw at once how it went. */
  isTest: boolean('is_test').notNull().default(false),
  createdAt: moment('created_at').notNull(),
});

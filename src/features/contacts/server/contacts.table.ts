import { integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import type { FormValue } from '#shared/form-values.ts';
import { jsonColumn } from '#platform/database/json-column.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true });

export const contacts = pgTable('contacts', {
  id: text().primaryKey(),
  accountId: text('account_id').notNull(),
  name: text().notNull().default(''),
  email: text(),
  phone: text(),
  company: text(),
  /** Answers that have no column. */
  customValues: jsonColumn<FormValue[]>('custom_values').notNull().default([]),
  /** An address that was typed here and belongs to another contact. */
  claimedEmail: text('claimed_email'),
  /** Who it is in the owner's own books, and when the owner's server said so. */
  externalId: text('external_id'),
  verifiedAt: moment('verified_at'),
  source: text().notNull().default('widget'),
  sourceAgentId: text('source_agent_id'),
  country: text(),
  timezone: text(),
  language: text(),
  device: text(),
  browser: text(),
  os: text(),
  landingUrl: text('landing_url'),
  referrer: text(),
  tag: text(),
  conversationCount: integer('conversation_count').notNull().default(0),
  messageCount: integer('message_count').notNull().default(0),
  firstSeenAt: moment('first_seen_at').notNull(),
  lastSeenAt: moment('last_seen_at').notNull(),
  createdAt: moment('created_at').notNull(),
});

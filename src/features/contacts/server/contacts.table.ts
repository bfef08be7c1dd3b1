import { integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

const moment = (name: string) => timestamp(name, { withTimezone: true });

export const contacts = pgTable('contacts', {
  id: text().primaryKey(),
  accountId: text('account_id').notNull(),
  name: text().notNull().default(''),
  email: text(),
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

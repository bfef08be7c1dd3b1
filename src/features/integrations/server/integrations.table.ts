import { pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { jsonColumn } from '#platform/database/json-column.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true });

export type StoredModel = {
  id: string;
  label: string;
  kind: 'chat' | 'embedding' | 'other';
  contextTokens: number | null;
};

export type ToldEnd = {
  model: string;
  endsOn: string;
};

export const providerConnections = pgTable('provider_connections', {
  id: text().primaryKey(),
  accountId: text('account_id').notNull(),
  provider: text().notNull(),
  sealedKey: text('sealed_key'),
  lastFour: text('last_four'),
  baseUrl: text('base_url'),
  models: jsonColumn<StoredModel[]>().notNull(),
  /** When models end, as the vendor's own list told the last time. */
  ends: jsonColumn<ToldEnd[]>().notNull().default([]),
  checkedAt: moment('checked_at'),
  createdAt: moment('created_at').notNull(),
  updatedAt: moment('updated_at').notNull(),
});

import { integer, jsonb, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import { storeKinds, type StoreKind } from '#shared/store-kinds.ts';
import type { StoreProduct } from '#providers/stores/stores.port.ts';
import type { StoreProblem } from '../stores.contract.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true });

/** A product that was shown in a conversation, for words like "add two of it". */
export type SeenProduct = {
  productId: string;
  name: string;
};

export const stores = pgTable('stores', {
  id: text().primaryKey(),
  accountId: text('account_id').notNull(),
  kind: text({ enum: storeKinds }).$type<Exclude<StoreKind, 'demo'>>().notNull(),
  name: text().notNull(),
  url: text().notNull(),
  sealedToken: text('sealed_token'),
  lastFour: text('last_four'),
  failure: text().$type<StoreProblem>(),
  sample: jsonb().$type<string[]>().notNull(),
  productCount: integer('product_count'),
  skippedCount: integer('skipped_count'),
  checkedAt: moment('checked_at'),
  readAgainAt: moment('read_again_at'),
  createdAt: moment('created_at').notNull(),
  updatedAt: moment('updated_at').notNull(),
});

export const storeProducts = pgTable(
  'store_products',
  {
    storeId: text('store_id').notNull(),
    id: text().notNull(),
    accountId: text('account_id').notNull(),
    words: text().array().notNull(),
    product: jsonb().$type<StoreProduct>().notNull(),
    reading: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.storeId, table.id] })],
);

export const storeCarts = pgTable(
  'store_carts',
  {
    conversationId: text('conversation_id').notNull(),
    storeId: text('store_id').notNull(),
    accountId: text('account_id').notNull(),
    handle: text(),
    seen: jsonb().$type<SeenProduct[]>().notNull(),
    version: integer().notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.conversationId, table.storeId] })],
);

export const storeOrderCodes = pgTable('store_order_codes', {
  id: text().primaryKey(),
  accountId: text('account_id').notNull(),
  conversationId: text('conversation_id').notNull(),
  storeId: text('store_id').notNull(),
  number: text().notNull(),
  codeHash: text('code_hash').notNull(),
  emailHash: text('email_hash').notNull(),
  tries: integer().notNull(),
  provenAt: moment('proven_at'),
  createdAt: moment('created_at').notNull(),
  expiresAt: moment('expires_at').notNull(),
});

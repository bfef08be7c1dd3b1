import { customType, integer, jsonb, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import { domainProblems, domainStates } from '../white-label-domains.contract.ts';
import { brandImageKinds } from '../white-label.contract.ts';
import type { FoundFacts } from './domains/checks.models.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true });

export const whiteLabels = pgTable('white_labels', {
  accountId: text('account_id').primaryKey(),
  brandName: text('brand_name').notNull(),
  primaryColor: text('primary_color').notNull(),
  secondaryColor: text('secondary_color').notNull(),
  supportEmail: text('support_email'),
  privacyEmail: text('privacy_email'),
  termsEmail: text('terms_email'),
  termsText: text('terms_text').notNull().default(''),
  privacyText: text('privacy_text').notNull().default(''),
  updatedAt: moment('updated_at').notNull(),
});

export const whiteLabelImages = pgTable(
  'white_label_images',
  {
    accountId: text('account_id').notNull(),
    kind: text({ enum: brandImageKinds }).notNull(),
    /** The end of its address. */
    key: text().notNull(),
    type: text().notNull(),
    bytes: customType<{ data: Buffer }>({ dataType: () => 'bytea' })().notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.kind] })],
);

/** Hosts that a superadmin switched off. Of the server: whoever named one, nobody does again. */
export const blockedDomains = pgTable('blocked_domains', {
  host: text().primaryKey(),
  reason: text().notNull(),
  createdAt: moment('created_at').notNull(),
});

/** The address of an account's brand; see `white-label-domains.contract.ts` for its states. */
export const customDomains = pgTable('custom_domains', {
  accountId: text('account_id').primaryKey(),
  host: text().notNull(),
  token: text().notNull(),
  state: text({ enum: domainStates }).notNull(),
  lastError: text('last_error', { enum: domainProblems }),
  found: jsonb().$type<FoundFacts>().notNull(),
  /** Daily looks in a row that found it gone. */
  misses: integer().notNull().default(0),
  createdAt: moment('created_at').notNull(),
  checkedAt: moment('checked_at'),
  nextCheckAt: moment('next_check_at'),
  /** When somebody first came by it over TLS. */
  activeAt: moment('active_at'),
});

import { sql, type SQL } from 'drizzle-orm';
import {
  boolean,
  customType,
  doublePrecision,
  integer,
  pgTable,
  smallint,
  text,
  timestamp,
} from 'drizzle-orm/pg-core';
import type { Campaign } from '#shared/campaign.ts';
import type { CustomValues } from '#shared/contacts/custom-fields.ts';
import type { FormValue } from '#shared/forms/values.ts';
import { jsonColumn } from '#platform/database/json-column.ts';
import type { OrSlots } from '#platform/database/statement.ts';
import type { ColumnFormat, ImportPlan, ImportProblem } from '../contacts-import.contract.ts';
import type { BulkAction, BulkTarget } from '../contacts-many.contract.ts';
import {
  contactSorts,
  lifecycles,
  proofs,
  tagColors,
  type ContactFilter,
  type MarketingConsent,
} from '../contacts.contract.ts';

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
const moment = (name: string) => timestamp(name, { withTimezone: true });

export const contacts = pgTable('contacts', {
  id: text().primaryKey(),
  accountId: text('account_id').notNull(),
  name: text().notNull().default(''),
  firstName: text('first_name').notNull().default(''),
  lastName: text('last_name').notNull().default(''),
  email: text(),
  phone: text(),
  company: text(),
  jobTitle: text('job_title'),
  /** Answers that have no column. */
  customValues: jsonColumn<FormValue[]>('custom_values').notNull().default([]),
  /** An address that was typed here and belongs to another contact. */
  claimedEmail: text('claimed_email'),
  /** Further addresses, of contacts that became part of this one. */
  otherEmails: jsonColumn<string[]>('other_emails').notNull().default([]),
  /** What showed that `email` is the person's, and when; null: it was only typed. */
  emailProof: text('email_proof', { enum: proofs }),
  emailProvenAt: moment('email_proven_at'),
  /** Who it is in the owner's own books, and when the owner's server said so. */
  externalId: text('external_id'),
  verifiedAt: moment('verified_at'),
  source: text().notNull().default('widget'),
  sourceAgentId: text('source_agent_id'),
  country: text(),
  region: text(),
  city: text(),
  timezone: text(),
  language: text(),
  device: text(),
  browser: text(),
  os: text(),
  landingUrl: text('landing_url'),
  referrer: text(),
  tag: text(),
  /** The campaign by which they came. */
  utm: jsonColumn<Campaign>().notNull().default({}),
  lifecycle: text({ enum: lifecycles }).notNull().default('new'),
  leadScore: smallint('lead_score').notNull().default(0),
  tagIds: text('tag_ids').array().notNull().default([]),
  marketingConsent: jsonColumn<MarketingConsent>('marketing_consent'),
  customFields: jsonColumn<CustomValues>('custom_fields').notNull().default({}),
  isBlocked: boolean('is_blocked').notNull().default(false),
  conversationCount: integer('conversation_count').notNull().default(0),
  messageCount: integer('message_count').notNull().default(0),
  firstSeenAt: moment('first_seen_at').notNull(),
  lastSeenAt: moment('last_seen_at').notNull(),
  /** Made by the database: `last_seen_at`, or the epoch of who was never there; see the migration. */
  seenAt: moment('seen_at')
    .notNull()
    .generatedAlwaysAs(sql`last_seen_at`),
  createdAt: moment('created_at').notNull(),
  updatedAt: moment('updated_at').notNull().defaultNow(),
  /** Made by the database out of name, addresses and number; see the migration. */
  searchText: text('search_text').generatedAlwaysAs(sql`left(fold_text(name), 600)`),
  sortName: text('sort_name').generatedAlwaysAs(sql`fold_text(name)`),
});

/** What contacts are looked for by in the account's own fields; the database writes it. */
export const contactFieldValues = pgTable('contact_field_values', {
  accountId: text('account_id').notNull(),
  contactId: text('contact_id').notNull(),
  key: text().notNull(),
  textKey: text('text_key').notNull(),
  numberKey: doublePrecision('number_key'),
});

export const contactTags = pgTable('contact_tags', {
  id: text().primaryKey(),
  accountId: text('account_id').notNull(),
  name: text().notNull(),
  color: text({ enum: tagColors }).notNull(),
  createdAt: moment('created_at').notNull(),
});

export const contactNotes = pgTable('contact_notes', {
  id: text().primaryKey(),
  accountId: text('account_id').notNull(),
  contactId: text('contact_id').notNull(),
  authorId: text('author_id').notNull(),
  authorName: text('author_name').notNull(),
  body: text().notNull(),
  createdAt: moment('created_at').notNull(),
  updatedAt: moment('updated_at').notNull(),
});

export const contactSegments = pgTable('contact_segments', {
  id: text().primaryKey(),
  accountId: text('account_id').notNull(),
  name: text().notNull(),
  filter: jsonColumn<ContactFilter>().notNull(),
  sort: text({ enum: contactSorts }).notNull(),
  createdAt: moment('created_at').notNull(),
});

/** What a task does, to whom, and what its maker saw of contacts. */
export type TaskSpec = {
  action: BulkAction;
  target: BulkTarget;
  view: { agentIds: readonly string[] | null; hidesPassive: boolean };
};

export const contactTasks = pgTable('contact_tasks', {
  id: text().primaryKey(),
  accountId: text('account_id').notNull(),
  createdBy: text('created_by').notNull(),
  spec: jsonColumn<TaskSpec>().notNull(),
  state: text({ enum: ['queued', 'running', 'done', 'failed'] }).notNull(),
  total: integer().notNull(),
  done: integer().notNull().default(0),
  skipped: integer().notNull().default(0),
  cursor: text().notNull().default(''),
  createdAt: moment('created_at').notNull(),
  finishedAt: moment('finished_at'),
});

export const contactMerges = pgTable('contact_merges', {
  id: text().primaryKey(),
  accountId: text('account_id').notNull(),
  mergedInto: text('merged_into').notNull(),
  mergedAt: moment('merged_at').notNull(),
});

export const contactImports = pgTable('contact_imports', {
  id: text().primaryKey(),
  accountId: text('account_id').notNull(),
  createdBy: text('created_by').notNull(),
  fileName: text('file_name').notNull(),
  file: bytes(),
  encoding: text().notNull(),
  delimiter: text().notNull(),
  columns: jsonColumn<string[]>().notNull(),
  samples: jsonColumn<string[][]>().notNull(),
  plan: jsonColumn<ImportPlan>(),
  state: text({ enum: ['uploaded', 'checking', 'checked', 'importing', 'done', 'failed'] }).notNull(),
  total: integer().notNull(),
  done: integer().notNull().default(0),
  created: integer().notNull().default(0),
  updated: integer().notNull().default(0),
  unchanged: integer().notNull().default(0),
  refused: integer().notNull().default(0),
  refusedCells: integer('refused_cells').notNull().default(0),
  formats: jsonColumn<ColumnFormat[]>().notNull().default([]),
  newTags: text('new_tags').array().notNull().default([]),
  problems: jsonColumn<ImportProblem[]>().notNull().default([]),
  createdAt: moment('created_at').notNull(),
});

/** Rows of a file of which a cell or all was refused, to be handed back; they go with their import. */
export const contactImportRefusals = pgTable('contact_import_refusals', {
  importId: text('import_id').notNull(),
  rowNumber: integer('row_number').notNull(),
  accountId: text('account_id').notNull(),
  cells: jsonColumn<string[]>().notNull(),
  problems: jsonColumn<ImportProblem[]>().notNull(),
});

/**
 * Makes contacts of visitors who write for the first time, one conversation of two messages each: as
 * `createContact`, inside of another statement.
 * `rows` gives the visitors' rows.
 */
export function insertWriters(
  input: OrSlots<{ contactId: string; accountId: string; agentId: string; now: string }>,
  rows: SQL,
): SQL {
  return sql`
    INSERT INTO ${contacts} (id, account_id, source, source_agent_id, timezone, language, device, browser, os,
      landing_url, referrer, tag, utm, custom_fields, conversation_count, message_count, first_seen_at,
      last_seen_at, created_at, updated_at)
    SELECT ${input.contactId}, ${input.accountId},
      CASE WHEN landing_page_id IS NOT NULL THEN 'landing' WHEN channel = 'qr' THEN 'qr' ELSE 'widget' END,
      ${input.agentId},
      CASE WHEN (SELECT hides_location FROM account_privacy('')) THEN NULL ELSE timezone END, language,
      device, browser, os, landing_url, referrer, tag, utm,
      custom_initials(${input.accountId}, 'contact'), 1, 2, ${input.now}::timestamptz,
        ${input.now}::timestamptz, ${input.now}::timestamptz, ${input.now}::timestamptz FROM ${rows}`;
}

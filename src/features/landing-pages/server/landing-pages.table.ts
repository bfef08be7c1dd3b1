import {
  boolean,
  customType,
  date,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
} from 'drizzle-orm/pg-core';
import type { PageDocument } from '#shared/landing-pages/page-settings.ts';
import { jsonColumn } from '#platform/database/json-column.ts';
import { pageImageFormats } from '../landing-pages-images.contract.ts';
import { experimentGoals, pageStatuses, pageVisibilities } from '../landing-pages.contract.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true });
const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

export const landingPages = pgTable('landing_pages', {
  id: text().primaryKey(),
  accountId: text('account_id').notNull(),
  title: text().notNull(),
  slug: text().notNull(),
  status: text({ enum: pageStatuses }).notNull().default('draft'),
  draft: jsonColumn<PageDocument>().notNull(),
  draftRevision: integer('draft_revision').notNull().default(1),
  hasChanges: boolean('has_changes').notNull().default(true),
  lastVersion: integer('last_version').notNull().default(0),
  publishedVersion: integer('published_version'),
  visibility: text({ enum: pageVisibilities }).notNull().default('public'),
  passwordHash: text('password_hash'),
  isHome: boolean('is_home').notNull().default(false),
  publishAt: moment('publish_at'),
  endAt: moment('end_at'),
  /** Shown to `experimentShare` percent of the visitors since then. */
  experimentVersion: integer('experiment_version'),
  experimentShare: integer('experiment_share'),
  experimentSince: moment('experiment_since'),
  experimentGoal: text('experiment_goal', { enum: experimentGoals }).notNull().default('conversations'),
  /** By name. */
  savedBy: text('saved_by').notNull().default(''),
  createdAt: moment('created_at').notNull(),
  updatedAt: moment('updated_at').notNull(),
});

export const landingPageVersions = pgTable(
  'landing_page_versions',
  {
    accountId: text('account_id').notNull(),
    pageId: text('page_id').notNull(),
    version: integer().notNull(),
    document: jsonColumn<PageDocument>().notNull(),
    blockCount: integer('block_count').notNull(),
    /** By name; empty: the schedule. */
    createdBy: text('created_by').notNull().default(''),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.pageId, table.version] })],
);

export const landingPageImages = pgTable('landing_page_images', {
  /** The end of its address. */
  key: text().primaryKey(),
  accountId: text('account_id').notNull(),
  pageId: text('page_id').notNull(),
  name: text().notNull(),
  width: integer().notNull(),
  height: integer().notNull(),
  createdAt: moment('created_at').notNull(),
});

export const landingPageImageFiles = pgTable(
  'landing_page_image_files',
  {
    accountId: text('account_id').notNull(),
    key: text().notNull(),
    width: integer().notNull(),
    format: text({ enum: pageImageFormats }).notNull(),
    bytes: bytea().notNull(),
  },
  (table) => [primaryKey({ columns: [table.key, table.width, table.format] })],
);

export const landingPageImageUses = pgTable(
  'landing_page_image_uses',
  {
    accountId: text('account_id').notNull(),
    key: text().notNull(),
    pageId: text('page_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.key, table.pageId] })],
);

export const landingPageDays = pgTable(
  'landing_page_days',
  {
    accountId: text('account_id').notNull(),
    pageId: text('page_id').notNull(),
    version: integer().notNull(),
    /** In UTC. */
    day: date().notNull(),
    views: integer().notNull().default(0),
    visitors: integer().notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.pageId, table.day, table.version] })],
);

/** Browsers that came today, by a hash that means nothing tomorrow. */
export const landingPageSeen = pgTable(
  'landing_page_seen',
  {
    accountId: text('account_id').notNull(),
    pageId: text('page_id').notNull(),
    day: date().notNull(),
    mark: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.pageId, table.day, table.mark] })],
);

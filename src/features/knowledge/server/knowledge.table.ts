import { bigint, boolean, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { languages } from '#shared/languages.ts';
import { knowledgeStatuses, resyncIntervals, sourceKinds } from '../knowledge.contract.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true });

export const knowledgeCollections = pgTable('knowledge_collections', {
  id: text().primaryKey(),
  accountId: text('account_id').notNull(),
  revision: bigint({ mode: 'number' }).notNull().default(0),
  embeddingProvider: text('embedding_provider'),
  embeddingModel: text('embedding_model'),
  embeddingError: text('embedding_error'),
  createdAt: moment('created_at').notNull().defaultNow(),
});

export const knowledgeSources = pgTable('knowledge_sources', {
  id: text().primaryKey(),
  accountId: text('account_id').notNull(),
  collectionId: text('collection_id').notNull(),
  kind: text({ enum: sourceKinds }).notNull(),
  title: text().notNull(),
  url: text(),
  siteName: text('site_name'),
  settings: jsonb().$type<unknown>().notNull().default({}),
  status: text({ enum: knowledgeStatuses }).notNull(),
  errorCode: text('error_code'),
  foundCount: integer('found_count').notNull().default(0),
  doneCount: integer('done_count').notNull().default(0),
  failedCount: integer('failed_count').notNull().default(0),
  chunkCount: integer('chunk_count').notNull().default(0),
  characterCount: bigint('character_count', { mode: 'number' }).notNull().default(0),
  leftOutCount: integer('left_out_count').notNull().default(0),
  tooDeepCount: integer('too_deep_count').notNull().default(0),
  knownCount: integer('known_count').notNull().default(0),
  fileName: text('file_name'),
  mimeType: text('mime_type'),
  byteCount: bigint('byte_count', { mode: 'number' }),
  resync: text({ enum: resyncIntervals }).notNull().default('off'),
  nextSyncAt: moment('next_sync_at'),
  syncedAt: moment('synced_at'),
  processId: text('process_id'),
  run: integer().notNull().default(0),
  runScope: text('run_scope', { enum: ['all', 'queued', 'stored'] })
    .notNull()
    .default('all'),
  cutOffCount: integer('cut_off_count').notNull().default(0),
  queuedAt: moment('queued_at'),
  deletedAt: moment('deleted_at'),
  createdAt: moment('created_at').notNull(),
  updatedAt: moment('updated_at').notNull(),
});

export const knowledgeDocuments = pgTable('knowledge_documents', {
  id: text().primaryKey(),
  accountId: text('account_id').notNull(),
  sourceId: text('source_id').notNull(),
  collectionId: text('collection_id').notNull(),
  position: integer().notNull().default(0),
  url: text(),
  depth: integer().notNull().default(0),
  title: text().notNull(),
  questionKey: text('question_key'),
  status: text({ enum: knowledgeStatuses }).notNull(),
  errorCode: text('error_code'),
  language: text({ enum: languages }).notNull().default('en'),
  body: text().notNull().default(''),
  pages: jsonb().$type<{ page: number; start: number; end: number }[] | null>(),
  headings: jsonb().$type<string[]>().notNull().default([]),
  etag: text(),
  lastModified: text('last_modified'),
  contentHash: text('content_hash'),
  chunkCount: integer('chunk_count').notNull().default(0),
  characterCount: integer('character_count').notNull().default(0),
  run: integer().notNull().default(0),
  fetchedAt: moment('fetched_at'),
  createdAt: moment('created_at').notNull(),
});

export const knowledgeChunks = pgTable('knowledge_chunks', {
  id: text().primaryKey(),
  accountId: text('account_id').notNull(),
  collectionId: text('collection_id').notNull(),
  sourceId: text('source_id').notNull(),
  documentId: text('document_id').notNull(),
  segmentId: bigint('segment_id', { mode: 'number' }).notNull(),
  ordinal: integer().notNull(),
  position: integer().notNull(),
  startOffset: integer('start_offset').notNull(),
  endOffset: integer('end_offset').notNull(),
  page: integer(),
  heading: text().notNull().default(''),
  body: text().notNull(),
  language: text({ enum: languages }).notNull(),
  enabled: boolean().notNull().default(true),
});

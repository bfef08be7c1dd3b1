import { boolean, customType, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import type { FormAnswers } from '#shared/forms/answers.ts';
import type { FormDocument } from '#shared/forms/document.ts';
import { jsonColumn } from '#platform/database/json-column.ts';
import { submissionStates, submissionStatuses } from '../forms-submissions.contract.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true });
const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

export const forms = pgTable('forms', {
  id: text().primaryKey(),
  accountId: text('account_id').notNull(),
  publicId: text('public_id').notNull(),
  slug: text(),
  name: text().notNull(),
  isActive: boolean('is_active').notNull().default(true),
  draft: jsonColumn<FormDocument>().notNull(),
  draftRevision: integer('draft_revision').notNull().default(1),
  published: jsonColumn<FormDocument>(),
  publishedVersion: integer('published_version').notNull().default(0),
  hasChanges: boolean('has_changes').notNull().default(true),
  submissionCount: integer('submission_count').notNull().default(0),
  createdAt: moment('created_at').notNull(),
  updatedAt: moment('updated_at').notNull(),
});

export const formSubmissions = pgTable('form_submissions', {
  id: text().primaryKey(),
  accountId: text('account_id').notNull(),
  formId: text('form_id').notNull(),
  version: integer().notNull(),
  state: text({ enum: submissionStates }).notNull(),
  status: text({ enum: submissionStatuses }).notNull().default('new'),
  answers: jsonColumn<FormAnswers>().notNull(),
  variables: jsonColumn<Record<string, number>>().notNull().default({}),
  screen: text().notNull().default(''),
  page: integer().notNull().default(0),
  lastField: text('last_field').notNull().default(''),
  searchText: text('search_text').notNull().default(''),
  onceKey: text('once_key'),
  contactId: text('contact_id'),
  conversationId: text('conversation_id'),
  messageId: text('message_id'),
  agentId: text('agent_id'),
  visitorId: text('visitor_id'),
  tag: text().notNull().default(''),
  utm: jsonColumn<Record<string, string>>().notNull().default({}),
  /** The landing page that showed the form, and its version. */
  landingPageId: text('landing_page_id'),
  landingPageVersion: integer('landing_page_version'),
  /** The page on which it was filled, and the one from which its reader came; both without a query. */
  landingUrl: text('landing_url'),
  referrer: text(),
  device: text(),
  language: text(),
  startedAt: moment('started_at').notNull(),
  submittedAt: moment('submitted_at'),
  notifiedAt: moment('notified_at'),
  confirmedAt: moment('confirmed_at'),
  confirmMails: integer('confirm_mails').notNull().default(0),
  confirmMailedAt: moment('confirm_mailed_at'),
  updatedAt: moment('updated_at').notNull(),
});

export const formFiles = pgTable('form_files', {
  id: text().primaryKey(),
  accountId: text('account_id').notNull(),
  formId: text('form_id').notNull(),
  submissionId: text('submission_id').notNull(),
  field: text().notNull(),
  isSent: boolean('is_sent').notNull().default(false),
  kind: text({ enum: ['image', 'document'] }).notNull(),
  name: text().notNull(),
  mimeType: text('mime_type').notNull(),
  byteCount: integer('byte_count').notNull(),
  bytes: bytea().notNull(),
  createdAt: moment('created_at').notNull(),
});

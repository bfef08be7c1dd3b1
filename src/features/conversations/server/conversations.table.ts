import { bigint, boolean, integer, pgTable, smallint, text, timestamp } from 'drizzle-orm/pg-core';
import { jsonColumn } from '#platform/database/json-column.ts';
import type { Campaign } from '#shared/campaign.ts';
import type { CustomValues } from '#shared/contacts/custom-fields.ts';
import type { FormValue } from '#shared/forms/values.ts';
import type { MessagePart } from '#shared/chat/message-parts.ts';
import { proofs } from '#features/contacts/contacts.contract.ts';
import type { AnswerTrace } from '../conversations.contract.ts';
import {
  channels,
  handlers,
  messageRoles,
  priorities,
  statuses,
  type EventKind,
} from '../conversations-handoff.contract.ts';
import type { OfficeHours } from '../conversations-hours.contract.ts';
import type { StoredAttachment } from './attachments/attachments.table.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true });

/** A citation as stored; addresses of stored copies are signed anew each time it is read. */
export type StoredCitation = {
  number: number;
  title: string;
  quote: string;
  kind: 'page' | 'file' | 'text' | 'qa';
  url: string | null;
  page: number | null;
  documentId: string;
  start: number;
  end: number;
};

export const visitors = pgTable('visitors', {
  id: text().primaryKey(),
  accountId: text('account_id').notNull(),
  agentId: text('agent_id').notNull(),
  contactId: text('contact_id'),
  /** What showed that the visitor is that contact, and when; null: nothing but their own word. */
  proof: text({ enum: proofs }),
  provenAt: moment('proven_at'),
  isPreview: boolean('is_preview').notNull().default(false),
  language: text(),
  timezone: text(),
  device: text(),
  browser: text(),
  os: text(),
  landingUrl: text('landing_url'),
  referrer: text(),
  tag: text(),
  channel: text({ enum: channels }).notNull().default('site'),
  /** The landing page by which they came, and its version. */
  landingPageId: text('landing_page_id'),
  landingPageVersion: integer('landing_page_version'),
  /** The campaign in that page's address. */
  utm: jsonColumn<Campaign>().notNull().default({}),
  /** Which text the visitor agreed to. */
  consentVersion: text('consent_version'),
  consentAt: moment('consent_at'),
  consentLanguage: text('consent_language'),
  /** The contact form: asked for by the agent, skipped or filled; null when none of it. */
  formState: text('form_state', { enum: ['asked', 'skipped', 'filled'] }),
  formValues: jsonColumn<FormValue[]>('form_values').notNull().default([]),
  formAt: moment('form_at'),
  /** What the page tells about its visitor; nobody vouches for it. */
  variables: jsonColumn<Record<string, string>>().notNull().default({}),
  /** The first visitor of the same person, for whoever came by switching from another agent. */
  rootId: text('root_id'),
  /** The agent with which the person went on, at the first visitor; null: with the first one's. */
  wentOnWith: text('went_on_with'),
  /**
   * The conversation that they came from, for the one that they begin next; and whether its agent reads that.
   */
  cameFrom: text('came_from'),
  carries: boolean().notNull().default(false),
  createdAt: moment('created_at').notNull(),
  lastSeenAt: moment('last_seen_at').notNull(),
});

/** That a visitor deleted their data, and nothing of what it was. */
export const visitorDeletions = pgTable('visitor_deletions', {
  id: text().primaryKey(),
  accountId: text('account_id').notNull(),
  agentId: text('agent_id').notNull(),
  contactId: text('contact_id'),
  deletedAt: moment('deleted_at').notNull(),
});

export const conversations = pgTable('conversations', {
  id: text().primaryKey(),
  accountId: text('account_id').notNull(),
  agentId: text('agent_id').notNull(),
  visitorId: text('visitor_id').notNull(),
  contactId: text('contact_id'),
  isPreview: boolean('is_preview').notNull().default(false),
  language: text().notNull().default('en'),
  pageUrl: text('page_url'),
  tag: text(),
  channel: text({ enum: channels }).notNull().default('site'),
  nextSeq: integer('next_seq').notNull().default(1),
  messageCount: integer('message_count').notNull().default(0),
  lastMessage: text('last_message').notNull().default(''),
  lastMessageRole: text('last_message_role'),
  lastMessageAt: moment('last_message_at').notNull(),
  endedAt: moment('ended_at'),
  endedBy: text('ended_by', { enum: ['visitor', 'agent'] }),
  rating: smallint(),
  ratingComment: text('rating_comment').notNull().default(''),
  /**
   * The conversation with another agent that the visitor came from, and whether this one's agent reads it.
   */
  cameFrom: text('came_from'),
  carries: boolean().notNull().default(false),
  /** Who may speak: an answer passes this before it begins and before it counts. */
  handler: text({ enum: handlers }).notNull().default('ai'),
  handlerUserId: text('handler_user_id'),
  status: text({ enum: statuses }).notNull().default('pending'),
  priority: text({ enum: priorities }).notNull().default('none'),
  assigneeId: text('assignee_id'),
  /** Since when the visitor waits for a person. */
  waitingSince: moment('waiting_since'),
  offeredAt: moment('offered_at'),
  snoozedUntil: moment('snoozed_until'),
  resolvedAt: moment('resolved_at'),
  resolveAt: moment('resolve_at'),
  returnAt: moment('return_at'),
  lastVisitorSeq: integer('last_visitor_seq').notNull().default(0),
  /** Values of the account's own fields, by their keys. */
  customFields: jsonColumn<CustomValues>('custom_fields').notNull().default({}),
  /** Places that are no question and no answer of the AI. */
  sideSeq: integer('side_seq').notNull().default(0),
  /** How far the visitor has had it before them. */
  visitorReadSeq: integer('visitor_read_seq').notNull().default(0),
  /** How far people's messages went to them by mail, and when the next ones go if they do not come. */
  mailedSeq: integer('mailed_seq').notNull().default(0),
  mailDueAt: moment('mail_due_at'),
  /** The beginning of the stretch of waiting that the team was told of, or that one of it saw. */
  noticedSince: moment('noticed_since'),
  createdAt: moment('created_at').notNull(),
});

/** When the team is there; without a row whenever somebody is. */
export const officeHours = pgTable('office_hours', {
  accountId: text('account_id').primaryKey(),
  isOn: boolean('is_on').notNull(),
  timeZone: text('time_zone').notNull(),
  week: jsonColumn<OfficeHours['week']>().notNull(),
  daysOff: jsonColumn<OfficeHours['daysOff']>('days_off').notNull().default([]),
  updatedAt: moment('updated_at').notNull(),
});

/** Who of the team is there; a row counts for some minutes. */
export const teamPresence = pgTable('team_presence', {
  accountId: text('account_id').notNull(),
  userId: text('user_id').notNull(),
  seenAt: moment('seen_at').notNull(),
  isAway: boolean('is_away').notNull().default(false),
});

/** What a person's message said before. */
export type EarlierText = {
  body: string;
  at: string;
  by: string;
};

export const messages = pgTable('messages', {
  id: text().primaryKey(),
  accountId: text('account_id').notNull(),
  conversationId: text('conversation_id').notNull(),
  visitorId: text('visitor_id').notNull(),
  seq: integer().notNull(),
  role: text({ enum: messageRoles }).notNull(),
  /** Written by replying to a mail, and not in the chat. */
  byMail: boolean('by_mail').notNull().default(false),
  /** Said aloud by the visitor; the text is what was understood. */
  isSpoken: boolean('is_spoken').notNull().default(false),
  body: text().notNull(),
  status: text({ enum: ['streaming', 'complete', 'interrupted', 'stopped', 'failed'] }).notNull(),
  clientMessageId: text('client_message_id'),
  answersId: text('answers_id'),
  engine: text({ enum: ['built-in', 'model'] }),
  provider: text(),
  model: text(),
  citations: jsonColumn<StoredCitation[]>().notNull().default([]),
  parts: jsonColumn<MessagePart[]>().notNull().default([]),
  suggestions: jsonColumn<string[]>().notNull().default([]),
  attachments: jsonColumn<StoredAttachment[]>().notNull().default([]),
  trace: jsonColumn<AnswerTrace>(),
  inputTokens: integer('input_tokens'),
  outputTokens: integer('output_tokens'),
  costMicros: bigint('cost_micros', { mode: 'number' }),
  feedback: text({ enum: ['up', 'down'] }),
  feedbackReason: text('feedback_reason'),
  errorCode: text('error_code'),
  processId: text('process_id'),
  createdAt: moment('created_at').notNull(),
  completedAt: moment('completed_at'),
  authorId: text('author_id'),
  authorName: text('author_name'),
  authorAvatar: text('author_avatar'),
  event: text().$type<EventKind>(),
  editedAt: moment('edited_at'),
  deletedAt: moment('deleted_at'),
  earlier: jsonColumn<EarlierText[]>().notNull().default([]),
});

import { boolean, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { jsonColumn } from '#platform/database/json-column.ts';
import type { KnowledgeState } from '#features/knowledge/knowledge.contract.ts';
import type { AgentConfiguration } from '../agents-configuration.contract.ts';
import type { AgentExperiment } from '../agents-experiments.contract.ts';
import type { FunctionState, ModelFailure } from '../agents.contract.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true });

/**
 * Proposed first questions, those that they replaced, and the draft's revision since then. `base` is the
 * revision that the owner may still have on screen.
 */
export type ProposedQuestions = {
  questions: string[];
  before: string[];
  revision: number;
  base: number;
};

export const agents = pgTable('agents', {
  id: text().primaryKey(),
  accountId: text('account_id').notNull(),
  number: integer().notNull(),
  collectionId: text('collection_id').notNull(),
  name: text().notNull(),
  systemPrompt: text('system_prompt').notNull(),
  draft: jsonColumn<AgentConfiguration>().notNull(),
  draftRevision: integer('draft_revision').notNull().default(1),
  live: jsonColumn<AgentConfiguration>(),
  liveVersion: integer('live_version'),
  latestVersion: integer('latest_version').notNull().default(0),
  status: text({ enum: ['draft', 'live', 'paused', 'archived'] })
    .notNull()
    .default('draft'),
  closedMessage: text('closed_message').notNull().default(''),
  /** While it is paused: whether those who paid are answered until what they paid for is over. */
  servesPaid: boolean('serves_paid').notNull().default(false),
  /** The first questions that were proposed; null where none ever were. */
  firstQuestions: jsonColumn<ProposedQuestions>('first_questions'),
  /** Why its model gave no answer the last time; null while it does. */
  modelFailure: jsonColumn<ModelFailure>('model_failure'),
  /** Of which ends of models its owners were written to: `openai/gpt-4o 2027-01-14`. */
  modelEndsTold: text('model_ends_told').array().notNull().default([]),
  /** What is tried with a part of its new visitors, and what was; newest first. */
  experiments: jsonColumn<AgentExperiment[]>().notNull().default([]),
  siteUrl: text('site_url'),
  seenUrl: text('seen_url'),
  seenAt: moment('seen_at'),
  /** Since when it lies in the bin, where nothing but restoring and deleting reaches it. */
  binnedAt: moment('binned_at'),
  createdAt: moment('created_at').notNull(),
  updatedAt: moment('updated_at').notNull(),
  /** Since when a superadmin keeps it closed, and why. */
  heldAt: moment('held_at'),
  heldReason: text('held_reason').notNull().default(''),
});

export const agentVersions = pgTable('agent_versions', {
  id: text().primaryKey(),
  accountId: text('account_id').notNull(),
  agentId: text('agent_id').notNull(),
  version: integer().notNull(),
  name: text().notNull(),
  configuration: jsonColumn<AgentConfiguration>().notNull(),
  /** What it knew then; null where that was not kept. */
  knowledge: jsonColumn<KnowledgeState>(),
  /** The functions that it called then; null where that was not kept. */
  functions: jsonColumn<FunctionState[]>(),
  publishedBy: text('published_by').notNull(),
  createdAt: moment('created_at').notNull(),
});

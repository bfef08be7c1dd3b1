import { bigint, boolean, date, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import { jsonColumn } from '#platform/database/json-column.ts';
import { personas, walletPresets, type Scenario } from '#features/agents/agents-tests.contract.ts';
import {
  resultStatuses,
  type Checked,
  type SimulatedTurnRecord,
  type SpeechSum,
} from '../simulator-results.contract.ts';
import { runStatuses } from '../simulator.contract.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true });

export const simulatorSuites = pgTable('simulator_suites', {
  id: text().primaryKey(),
  accountId: text('account_id').notNull(),
  agentId: text('agent_id').notNull(),
  name: text().notNull(),
  isRequired: boolean('is_required').notNull(),
  isFromAnswers: boolean('is_from_answers').notNull().default(false),
  scenarios: jsonColumn<Scenario[]>().notNull(),
  revision: integer().notNull().default(1),
  createdAt: moment('created_at').notNull(),
  updatedAt: moment('updated_at').notNull(),
});

export const simulatorRuns = pgTable('simulator_runs', {
  id: text().primaryKey(),
  accountId: text('account_id').notNull(),
  agentId: text('agent_id').notNull(),
  suiteId: text('suite_id').notNull(),
  suiteName: text('suite_name').notNull(),
  scenarios: jsonColumn<Scenario[]>().notNull(),
  version: integer(),
  draftRevision: integer('draft_revision'),
  fingerprint: text().notNull(),
  status: text({ enum: runStatuses }).notNull(),
  player: text({ enum: ['script', 'model'] }).notNull(),
  isReading: boolean('is_reading').notNull(),
  isSpoken: boolean('is_spoken').notNull().default(false),
  total: integer().notNull(),
  done: integer().notNull().default(0),
  passed: integer().notNull().default(0),
  costMicros: bigint('cost_micros', { mode: 'number' }).notNull().default(0),
  spentMicros: bigint('spent_micros', { mode: 'number' }).notNull().default(0),
  milliseconds: integer().notNull().default(0),
  attempt: integer().notNull().default(0),
  stalls: integer().notNull().default(0),
  movedAt: moment('moved_at'),
  startedBy: text('started_by').notNull(),
  createdAt: moment('created_at').notNull(),
  endedAt: moment('ended_at'),
});

export const simulatorResults = pgTable(
  'simulator_results',
  {
    runId: text('run_id').notNull(),
    place: integer().notNull(),
    accountId: text('account_id').notNull(),
    agentId: text('agent_id').notNull(),
    scenario: text().notNull(),
    persona: text({ enum: personas }).notNull(),
    wallet: text({ enum: walletPresets }).notNull(),
    attempt: integer().notNull(),
    status: text({ enum: resultStatuses }).notNull(),
    checks: jsonColumn<Checked[]>().notNull(),
    turns: jsonColumn<SimulatedTurnRecord[]>().notNull(),
    speech: jsonColumn<SpeechSum>(),
    costMicros: bigint('cost_micros', { mode: 'number' }).notNull().default(0),
    milliseconds: integer().notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.runId, table.place] })],
);

export const simulatorSources = pgTable(
  'simulator_sources',
  {
    suiteId: text('suite_id').notNull(),
    conversationId: text('conversation_id').notNull(),
    accountId: text('account_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.suiteId, table.conversationId] })],
);

export const simulatorSpending = pgTable('simulator_spending', {
  accountId: text('account_id').primaryKey(),
  day: date().notNull(),
  micros: bigint({ mode: 'number' }).notNull(),
});

import { boolean, integer, jsonb, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import { languages } from '#shared/languages.ts';
import type { AgentExport } from '#features/agents/agents-lifecycle.contract.ts';
import { templateCategories, type PriceSuggestion } from '../templates.contract.ts';

export const templateDemos = pgTable('template_demos', {
  slug: text().primaryKey(),
  accountId: text('account_id').notNull(),
  agentId: text('agent_id').notNull(),
  fingerprint: text().notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
});

export const templateUses = pgTable(
  'template_uses',
  {
    accountId: text('account_id').notNull(),
    key: text().notNull(),
    slug: text().notNull(),
    agentId: text('agent_id').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.key] })],
);

/** Where a template stands among those that are offered, and whether it is. */
export const templatePlaces = pgTable('template_places', {
  slug: text().primaryKey(),
  place: integer().notNull(),
  isShown: boolean('is_shown').notNull(),
});

/** Templates that superadmins made of an agent. */
export const ownTemplates = pgTable('own_templates', {
  slug: text().primaryKey(),
  category: text({ enum: templateCategories }).notNull(),
  title: text().notNull(),
  tagline: text().notNull(),
  description: text().notNull(),
  language: text({ enum: languages }),
  picture: text(),
  agentName: text('agent_name').notNull(),
  color: text().notNull(),
  price: jsonb().$type<PriceSuggestion>().notNull(),
  file: jsonb().$type<AgentExport>().notNull(),
  revision: integer().notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
});

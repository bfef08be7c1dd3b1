import { pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { orderedJsonColumn } from '#platform/database/json-column.ts';
import { mcpAuths, type McpFailure, type McpToolSummary } from '../mcp.contract.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true });

/** A tool as it is kept: what people read of it, and the schema that a model reads besides. */
export type StoredMcpTool = McpToolSummary & { parameters: Record<string, unknown> };

export const mcpConnections = pgTable('mcp_connections', {
  id: text().primaryKey(),
  accountId: text('account_id').notNull(),
  name: text().notNull(),
  url: text().notNull(),
  auth: text({ enum: mcpAuths }).notNull(),
  headerName: text('header_name').notNull(),
  sealedSecret: text('sealed_secret'),
  lastFour: text('last_four'),
  /** Registration, tokens and what signing in needs until it ends. */
  sealedOauth: text('sealed_oauth'),
  /** Of the state of a sign-in that was begun. */
  signInHash: text('sign_in_hash'),
  failure: text().$type<McpFailure>(),
  serverName: text('server_name').notNull(),
  tools: orderedJsonColumn<StoredMcpTool[]>().notNull(),
  checkedAt: moment('checked_at'),
  createdAt: moment('created_at').notNull(),
  updatedAt: moment('updated_at').notNull(),
});

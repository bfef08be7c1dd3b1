import { pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import type { ProgramScope } from '#features/api-keys/api-keys-account.contract.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true });

export const oauthClients = pgTable('oauth_clients', {
  id: text().primaryKey(),
  name: text().notNull(),
  redirectUris: text('redirect_uris').array().notNull(),
  createdAt: moment('created_at').notNull(),
});

export const oauthGrants = pgTable('oauth_grants', {
  id: text().primaryKey(),
  accountId: text('account_id').notNull(),
  userId: text('user_id').notNull(),
  clientId: text('client_id').notNull(),
  clientName: text('client_name').notNull(),
  scopes: text().array().$type<ProgramScope[]>().notNull(),
  agentIds: text('agent_ids').array(),
  redirectUri: text('redirect_uri').notNull(),
  codeChallenge: text('code_challenge').notNull(),
  codeHash: text('code_hash').notNull(),
  codeExpiresAt: moment('code_expires_at').notNull(),
  codeUsedAt: moment('code_used_at'),
  accessHash: text('access_hash'),
  accessExpiresAt: moment('access_expires_at'),
  refreshHash: text('refresh_hash'),
  earlierRefreshHash: text('earlier_refresh_hash'),
  createdAt: moment('created_at').notNull(),
  lastUsedAt: moment('last_used_at'),
  endedAt: moment('ended_at'),
});

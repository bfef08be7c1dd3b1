import { eq, sql } from 'drizzle-orm';
import type { Language } from '#shared/languages.ts';
import type { Transaction } from '#platform/database/database.ts';
import { users } from '#features/accounts/server/accounts.table.ts';
import { accountOnboarding } from './onboarding.table.ts';

/** What is there in an account, as far as the first steps are about it. */
export type AccountFacts = {
  agent_id: string | null;
  knowledge: boolean;
  tried: boolean;
  published: boolean;
  site: boolean;
  payment: boolean;
  colleague: boolean;
};
/** Somebody who registered not long ago, with the account that came with it. */
export type Founder = {
  account_id: string;
  user_id: string;
  email: string;
  email_key: string;
  language: Language;
  is_proven: boolean;
  created_at: Date;
  letters: string[];
  last_letter_at: Date | null;
};

export function onboardingRepository(tx: Transaction) {
  return {
    /**
     * Counts nothing: it asks whether there is one in the account. The agent to go on with is one of `agentIds`, those
     * that the member reaches; null: all.
     */
    async facts(accountId: string, agentIds: readonly string[] | null): Promise<AccountFacts> {
      const reached =
        agentIds === null ? sql`TRUE` : agentIds.length === 0 ? sql`FALSE` : sql`id IN ${[...agentIds]}`;
      const { rows } = await tx.execute<AccountFacts>(sql`SELECT
        (SELECT id FROM agents WHERE account_id = ${accountId} AND binned_at IS NULL AND ${reached}
          ORDER BY created_at LIMIT 1) AS agent_id,
        EXISTS (SELECT FROM knowledge_sources WHERE account_id = ${accountId}
          AND status = 'ready' AND deleted_at IS NULL) AS knowledge,
        EXISTS (SELECT FROM conversations WHERE account_id = ${accountId} AND message_count > 0) AS tried,
        EXISTS (SELECT FROM agents WHERE account_id = ${accountId} AND status = 'live'
          AND binned_at IS NULL) AS published,
        EXISTS (SELECT FROM agents WHERE account_id = ${accountId} AND seen_at IS NOT NULL) AS site,
        EXISTS (SELECT FROM purchases WHERE account_id = ${accountId} AND status = 'paid') AS payment,
        EXISTS (SELECT FROM invitations WHERE account_id = ${accountId} AND agency_id IS NULL) AS colleague`);
      const [row] = rows;
      if (!row) throw new Error('The database told nothing');
      return row;
    },
    /** Whether every owner's address is known to be theirs. People lie over the wall. */
    async isOwnerProven(accountId: string): Promise<boolean> {
      const { rows } = await tx.execute<{ proven: boolean }>(sql`SELECT
        bool_and(u.email_proven_at IS NOT NULL) AS proven FROM memberships m
        JOIN users u ON u.id = m.user_id WHERE m.account_id = ${accountId} AND m.role = 'owner'`);
      return rows[0]?.proven ?? false;
    },
    async isPutAway(accountId: string): Promise<boolean> {
      const [row] = await tx
        .select({ at: accountOnboarding.putAwayAt })
        .from(accountOnboarding)
        .where(eq(accountOnboarding.accountId, accountId));
      return row !== undefined && row.at !== null;
    },
    async setPutAway(accountId: string, putAwayAt: Date | null): Promise<void> {
      await tx
        .insert(accountOnboarding)
        .values({ accountId, putAwayAt })
        .onConflictDoUpdate({ target: accountOnboarding.accountId, set: { putAwayAt } });
    },
    /**
     * Who registered after `since`, over all accounts. Whoever was invited, or had an account opened for them,
     * is led by those who did it; superadmins run the server and need no guide.
     */
    async founders(since: Date, after: string, most: number): Promise<Founder[]> {
      const { rows } = await tx.execute<Record<keyof Founder, unknown>>(sql`
        SELECT a.id AS account_id, u.id AS user_id, u.email, u.email_key, u.language,
          u.email_proven_at IS NOT NULL AS is_proven, a.created_at, coalesce(o.letters, '{}') AS letters,
          o.last_letter_at
        FROM accounts a
        JOIN memberships m ON m.account_id = a.id AND m.role = 'owner' AND m.suspended_at IS NULL
        JOIN users u ON u.id = m.user_id AND u.created_at = a.created_at
          AND u.disabled_at IS NULL AND NOT u.is_superadmin
        LEFT JOIN account_onboarding o ON o.account_id = a.id
        WHERE a.created_at > ${since} AND NOT a.is_system AND a.suspended_at IS NULL
          -- Clients of an agency hear of nobody but the agency.
          AND NOT EXISTS (SELECT FROM agency_clients c WHERE c.account_id = a.id)
          AND a.review_since IS NULL AND a.id > ${after}
        ORDER BY a.id LIMIT ${most}`);
      return rows.map((row) => ({
        ...(row as Founder),
        created_at: new Date(row.created_at as string),
        last_letter_at: row.last_letter_at === null ? null : new Date(row.last_letter_at as string),
      }));
    },
    /** Of two processes one gets the letter. */
    async claimLetter(accountId: string, kind: string, now: Date): Promise<boolean> {
      const { rows } = await tx.execute(sql`
        INSERT INTO account_onboarding AS o (account_id, letters, last_letter_at)
        VALUES (${accountId}, ARRAY[${kind}]::text[], ${now})
        ON CONFLICT (account_id) DO UPDATE SET letters = o.letters || ${kind}::text, last_letter_at = ${now}
        WHERE NOT (${kind} = ANY(o.letters)) RETURNING account_id`);
      return rows.length > 0;
    },
    async newsSeen(userId: string): Promise<{ createdAt: Date; seenAt: Date | null } | null> {
      const [row] = await tx
        .select({ createdAt: users.createdAt, seenAt: users.newsSeenAt })
        .from(users)
        .where(eq(users.id, userId));
      return row ?? null;
    },
    async setNewsSeen(userId: string, newsSeenAt: Date): Promise<void> {
      await tx.update(users).set({ newsSeenAt }).where(eq(users.id, userId));
    },
  };
}

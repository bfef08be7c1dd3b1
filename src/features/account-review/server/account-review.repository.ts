import { sql } from 'drizzle-orm';
import type { Transaction } from '#platform/database/database.ts';
import type { ReviewItem } from '../account-review.contract.ts';

/** What an account was given before its owner's address was proven. It lies in several features' tables, which are only read and ended here. */
export function accountReviewRepository(tx: Transaction) {
  return {
    async ownedBy(userId: string): Promise<string[]> {
      const { rows } = await tx.execute<{ id: string }>(sql`SELECT account_id AS id FROM memberships WHERE user_id = ${userId} AND role = 'owner' ORDER BY 1`);
      return rows.map(({ id }) => id);
    },
    async since(accountId: string): Promise<Date | null> {
      const { rows } = await tx.execute<{ since: string | null }>(sql`SELECT to_json(review_since) #>> '{}' AS since FROM accounts WHERE id = ${accountId} FOR UPDATE`);
      const since = rows[0]?.since;
      return since ? new Date(since) : null;
    },
    async setSince(accountId: string, since: Date | null): Promise<void> {
      await tx.execute(sql`UPDATE accounts SET review_since = ${since?.toISOString() ?? null} WHERE id = ${accountId}`);
    },
    /** Everything that lets somebody in, or lets money or data out, oldest first; `most` is how many of it. */
    async items(accountId: string, most: number | null): Promise<ReviewItem[]> {
      const { rows } = await tx.execute<ReviewItem>(sql`
        SELECT kind, id, name, detail, to_json(at) #>> '{}' AS "createdAt" FROM (
          SELECT 'member' AS kind, m.user_id AS id, u.name AS name, u.email || ' · ' || m.role AS detail, m.created_at AS at
            FROM memberships m JOIN users u ON u.id = m.user_id WHERE m.account_id = ${accountId} AND m.role <> 'owner' AND m.suspended_at IS NULL
          UNION ALL SELECT 'key', k.id, k.name, '…' || k.last_four, k.created_at FROM api_keys k WHERE k.account_id = ${accountId} AND k.revoked_at IS NULL
          UNION ALL SELECT 'provider', p.id, p.provider, coalesce('…' || p.last_four, p.base_url, ''), p.created_at FROM provider_connections p WHERE p.account_id = ${accountId}
          UNION ALL SELECT 'payments', c.is_test::text, c.account_name, c.vendor, c.created_at FROM payment_connections c WHERE c.account_id = ${accountId} AND c.vendor <> 'test-money'
          UNION ALL SELECT 'identity', s.id, coalesce(a.name, ''), '…' || s.hint, s.created_at
            FROM identity_secrets s LEFT JOIN agents a ON a.id = s.agent_id WHERE s.account_id = ${accountId}
        ) AS found ORDER BY at, kind, id LIMIT ${most}`);
      return rows;
    },
    /** Ends one thing. Members are only suspended: an owner who knows them lets them in again. */
    async end(accountId: string, { kind, id }: Pick<ReviewItem, 'kind' | 'id'>, now: Date): Promise<void> {
      const at = now.toISOString();
      const ending = {
        member: sql`UPDATE memberships SET suspended_at = ${at} WHERE account_id = ${accountId} AND user_id = ${id} AND role <> 'owner'`,
        key: sql`UPDATE api_keys SET revoked_at = ${at} WHERE account_id = ${accountId} AND id = ${id} AND revoked_at IS NULL`,
        provider: sql`DELETE FROM provider_connections WHERE account_id = ${accountId} AND id = ${id}`,
        payments: sql`DELETE FROM payment_connections WHERE account_id = ${accountId} AND is_test = (${id} = 'true')`,
        identity: sql`DELETE FROM identity_secrets WHERE account_id = ${accountId} AND id = ${id}`,
      };
      await tx.execute(ending[kind]);
    },
    /** Takes back what is only offered: open invitations, and a change of owner that waits for its code. */
    async endOffers(accountId: string, now: Date): Promise<void> {
      await tx.execute(sql`UPDATE invitations SET revoked_at = ${now.toISOString()} WHERE account_id = ${accountId} AND accepted_at IS NULL AND revoked_at IS NULL`);
      await tx.execute(sql`DELETE FROM ownership_transfers WHERE account_id = ${accountId}`);
    },
    /** Signs all members but the owner out of the account; gives who they are. */
    async signOutMembers(accountId: string): Promise<string[]> {
      const { rows } = await tx.execute<{ id: string }>(sql`SELECT user_id AS id FROM memberships WHERE account_id = ${accountId} AND role <> 'owner'`);
      await tx.execute(sql`
        DELETE FROM sessions s USING memberships m
        WHERE m.account_id = ${accountId} AND m.role <> 'owner' AND s.user_id = m.user_id AND (s.works_in = ${accountId} OR s.works_in IS NULL)`);
      return rows.map(({ id }) => id);
    },
  };
}

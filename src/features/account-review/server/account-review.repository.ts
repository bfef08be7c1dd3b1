import { sql, type SQL } from 'drizzle-orm';
import type { Transaction } from '#platform/database/database.ts';
import type { ReviewItem } from '../account-review.contract.ts';

/** Where an agent's configuration and a form's document name those who are told of chats and answers. */
const [ofAgent, ofForm] = [sql`'{summary,recipients}'`, sql`'{settings,notify}'`];

/** Every address that an account's agents and forms write to, also in versions that can be brought back. */
const noticesOf = (accountId: string): SQL => sql`
  SELECT jsonb_array_elements_text(d.configuration #> ${ofAgent}) AS address, d.name AS place,
    d.created_at AS at FROM (
    SELECT draft AS configuration, name, created_at FROM agents WHERE account_id = ${accountId}
    UNION ALL SELECT live, name, created_at FROM agents WHERE account_id = ${accountId}
    UNION ALL SELECT v.configuration, a.name, v.created_at
      FROM agent_versions v JOIN agents a ON a.id = v.agent_id WHERE v.account_id = ${accountId}
  ) AS d
  UNION ALL SELECT jsonb_array_elements_text(f.document #> ${ofForm}), f.name, f.created_at FROM (
    SELECT draft AS document, name, created_at FROM forms WHERE account_id = ${accountId}
    UNION ALL SELECT published, name, created_at FROM forms WHERE account_id = ${accountId}
  ) AS f`;

/** The document without an address in the list at `place`. */
const without = (document: SQL, place: SQL, address: string): SQL => sql`
  jsonb_set(${document}, ${place}, (SELECT coalesce(jsonb_agg(e.one ORDER BY e.at), '[]')
    FROM jsonb_array_elements(${document} #> ${place}) WITH ORDINALITY AS e (one, at)
    WHERE lower(e.one #>> '{}') <> ${address}), false)`;

/**
 * Takes an address out of all that is written to it. Who has an editor open has an older draft, and can't
 * write it back.
 */
function endNotices(accountId: string, address: string, at: string): SQL[] {
  const holds = (document: SQL, place: SQL): SQL =>
    sql`lower((${document} #> ${place})::text)::jsonb ? ${address}`;
  const [draft, live, published, configuration] = [sql`draft`, sql`live`, sql`published`, sql`configuration`];
  return [
    sql`UPDATE agents SET draft = ${without(draft, ofAgent, address)},
      live = ${without(live, ofAgent, address)}, draft_revision = draft_revision + 1, updated_at = ${at}
      WHERE account_id = ${accountId} AND (${holds(draft, ofAgent)} OR ${holds(live, ofAgent)})`,
    sql`UPDATE agent_versions SET configuration = ${without(configuration, ofAgent, address)}
      WHERE account_id = ${accountId} AND ${holds(configuration, ofAgent)}`,
    sql`UPDATE forms SET draft = ${without(draft, ofForm, address)},
      published = ${without(published, ofForm, address)},
      draft_revision = draft_revision + 1, updated_at = ${at}
      WHERE account_id = ${accountId} AND (${holds(draft, ofForm)} OR ${holds(published, ofForm)})`,
  ];
}

/**
 * A connection, and with it the vendor's account that was opened for it: connecting anew would find that one
 * again.
 */
function endPayments(accountId: string, id: string): SQL {
  const isTest = id.endsWith('true');
  const isBegun = id.startsWith('platform-');
  return sql`
    WITH ended AS (
      DELETE FROM payment_connections
      WHERE account_id = ${accountId} AND is_test = ${isTest} AND NOT ${isBegun} RETURNING is_platform)
    DELETE FROM payment_platform_accounts
    WHERE account_id = ${accountId} AND is_test = ${isTest}
      AND (${isBegun} OR EXISTS (SELECT FROM ended WHERE is_platform))`;
}

/**
 * What an account was given before its owner's address was proven. It lies in several features' tables, which
 * are only read and ended here.
 */
export function accountReviewRepository(tx: Transaction) {
  return {
    async ownedBy(userId: string): Promise<string[]> {
      const { rows } = await tx.execute<{ id: string }>(sql`
        SELECT account_id AS id FROM memberships WHERE user_id = ${userId} AND role = 'owner' ORDER BY 1`);
      return rows.map(({ id }) => id);
    },
    async since(accountId: string): Promise<Date | null> {
      const { rows } = await tx.execute<{ since: string | null }>(sql`
        SELECT to_json(review_since) #>> '{}' AS since FROM accounts WHERE id = ${accountId} FOR UPDATE`);
      const since = rows[0]?.since;
      return since ? new Date(since) : null;
    },
    async setSince(accountId: string, since: Date | null): Promise<void> {
      const at = since?.toISOString() ?? null;
      await tx.execute(sql`UPDATE accounts SET review_since = ${at} WHERE id = ${accountId}`);
    },
    /** Everything that lets somebody in, or money or data out, oldest first; `most` is how many of it. */
    async items(accountId: string, most: number | null): Promise<ReviewItem[]> {
      const { rows } = await tx.execute<ReviewItem>(sql`
        SELECT kind, id, name, detail, to_json(at) #>> '{}' AS "createdAt" FROM (
          SELECT 'member' AS kind, m.user_id AS id, u.name AS name, u.email || ' · ' || m.role AS detail,
              m.created_at AS at
            FROM memberships m JOIN users u ON u.id = m.user_id
            WHERE m.account_id = ${accountId} AND m.role <> 'owner' AND m.suspended_at IS NULL
          UNION ALL SELECT 'key', k.id, k.name, '…' || k.last_four, k.created_at
            FROM api_keys k WHERE k.account_id = ${accountId} AND k.revoked_at IS NULL
          UNION ALL SELECT 'key', k.id, k.name, '…' || k.last_four, k.created_at
            FROM account_keys k WHERE k.account_id = ${accountId} AND k.revoked_at IS NULL
          UNION ALL SELECT 'key', g.id, g.client_name, g.redirect_uri, g.created_at
            FROM oauth_grants g WHERE g.account_id = ${accountId} AND g.ended_at IS NULL
          UNION ALL SELECT 'server', c.id, c.name, c.url, c.created_at
            FROM mcp_connections c WHERE c.account_id = ${accountId}
          UNION ALL SELECT 'function', f.id, f.label, f.definition ->> 'kind', f.created_at
            FROM functions f WHERE f.account_id = ${accountId} AND f.is_enabled AND f.deleted_at IS NULL
          UNION ALL SELECT 'webhook', w.id, w.url, w.description, w.created_at
            FROM webhooks w WHERE w.account_id = ${accountId}
          UNION ALL SELECT 'provider', p.id, p.provider, coalesce('…' || p.last_four, p.base_url, ''),
              p.created_at FROM provider_connections p WHERE p.account_id = ${accountId}
          UNION ALL SELECT 'payments', c.is_test::text, c.account_name, c.vendor, c.created_at
            FROM payment_connections c WHERE c.account_id = ${accountId} AND c.vendor <> 'test-money'
          UNION ALL SELECT 'payments', 'platform-' || o.is_test, '', coalesce(o.reference, 'stripe'),
              o.created_at FROM payment_platform_accounts o WHERE o.account_id = ${accountId} AND NOT EXISTS (
              SELECT FROM payment_connections c
              WHERE c.account_id = o.account_id AND c.is_test = o.is_test AND c.is_platform)
          UNION ALL SELECT 'notice', lower(n.address), lower(n.address),
              left(string_agg(DISTINCT n.place, ', '), 200), min(n.at)
            FROM (${noticesOf(accountId)}) AS n WHERE lower(n.address) NOT IN (
              SELECT lower(u.email) FROM memberships m JOIN users u ON u.id = m.user_id
              WHERE m.account_id = ${accountId} AND m.role = 'owner')
            GROUP BY lower(n.address)
          UNION ALL SELECT 'identity', s.id, coalesce(a.name, ''), '…' || s.hint, s.created_at
            FROM identity_secrets s LEFT JOIN agents a ON a.id = s.agent_id WHERE s.account_id = ${accountId}
        ) AS found ORDER BY at, kind, id LIMIT ${most}`);
      return rows;
    },
    /** Ends one thing. Members are only suspended: an owner who knows them lets them in again. */
    async end(accountId: string, { kind, id }: Pick<ReviewItem, 'kind' | 'id'>, now: Date): Promise<void> {
      const at = now.toISOString();
      const ending = {
        member: sql`UPDATE memberships SET suspended_at = ${at}
          WHERE account_id = ${accountId} AND user_id = ${id} AND role <> 'owner'`,
        key: sql`WITH of_agents AS (
            UPDATE api_keys SET revoked_at = ${at}
            WHERE account_id = ${accountId} AND id = ${id} AND revoked_at IS NULL
          ), of_programs AS (
            UPDATE oauth_grants SET ended_at = ${at}
            WHERE account_id = ${accountId} AND id = ${id} AND ended_at IS NULL
          )
          UPDATE account_keys SET revoked_at = ${at}
          WHERE account_id = ${accountId} AND id = ${id} AND revoked_at IS NULL`,
        server: sql`DELETE FROM mcp_connections WHERE account_id = ${accountId} AND id = ${id}`,
        function: sql`UPDATE functions SET is_enabled = false WHERE account_id = ${accountId} AND id = ${id}`,
        webhook: sql`DELETE FROM webhooks WHERE account_id = ${accountId} AND id = ${id}`,
        provider: sql`DELETE FROM provider_connections WHERE account_id = ${accountId} AND id = ${id}`,
        payments: endPayments(accountId, id),
        identity: sql`DELETE FROM identity_secrets WHERE account_id = ${accountId} AND id = ${id}`,
        notice: null,
      }[kind];
      if (ending) await tx.execute(ending);
      else for (const statement of endNotices(accountId, id, at)) await tx.execute(statement);
    },
    /** Takes back what is only offered: open invitations, and a change of owner that waits for its code. */
    async endOffers(accountId: string, now: Date): Promise<void> {
      await tx.execute(sql`
        UPDATE invitations SET revoked_at = ${now.toISOString()}
        WHERE account_id = ${accountId} AND accepted_at IS NULL AND revoked_at IS NULL`);
      await tx.execute(sql`DELETE FROM ownership_transfers WHERE account_id = ${accountId}`);
    },
    /** Signs all members but the owner out of the account; gives who they are. */
    async signOutMembers(accountId: string): Promise<string[]> {
      const { rows } = await tx.execute<{ id: string }>(sql`
        SELECT user_id AS id FROM memberships WHERE account_id = ${accountId} AND role <> 'owner'`);
      await tx.execute(sql`
        DELETE FROM sessions s USING memberships m
        WHERE m.account_id = ${accountId} AND m.role <> 'owner' AND s.user_id = m.user_id
          AND (s.works_in = ${accountId} OR s.works_in IS NULL)`);
      return rows.map(({ id }) => id);
    },
  };
}

import { sql } from 'drizzle-orm';
import type { Transaction } from '#platform/database/database.ts';
import type { Role } from '#features/accounts/accounts.contract.ts';

export type ListedUser = {
  id: string;
  name: string;
  email: string;
  created_at: string;
  is_superadmin: boolean;
  is_locked: boolean;
  is_proven: boolean;
  has_second_factor: boolean;
  last_seen_at: string | null;
  accounts: { id: string; name: string; role: Role }[];
};

/** People as superadmins see them. */
export function superadminUsersRepository(tx: Transaction) {
  return {
    /** Newest first: all whose name or address contains `containing`, or the one of an id. */
    async page(filter: {
      id?: string | undefined;
      containing?: string | undefined;
      cursor?: string | undefined;
      limit: number;
    }): Promise<ListedUser[]> {
      const { rows } = await tx.execute<ListedUser>(sql`
        SELECT u.id, u.name, u.email, u.created_at, u.is_superadmin, u.disabled_at IS NOT NULL AS is_locked,
          u.email_proven_at IS NOT NULL AS is_proven,
          EXISTS (SELECT FROM two_factors f WHERE f.user_id = u.id AND f.confirmed_at IS NOT NULL)
            AS has_second_factor,
          (SELECT max(s.last_seen_at) FROM sessions s WHERE s.user_id = u.id AND s.impersonated_by IS NULL)
            AS last_seen_at,
          coalesce((SELECT json_agg(json_build_object('id', a.id, 'name', a.name, 'role', m.role)
              ORDER BY m.created_at) FROM memberships m JOIN accounts a ON a.id = m.account_id
            WHERE m.user_id = u.id), '[]') AS accounts
        FROM users u
        WHERE (${filter.id ?? null}::text IS NULL OR u.id = ${filter.id ?? null})
          AND (${filter.containing ?? null}::text IS NULL OR u.name ILIKE ${filter.containing ?? null}
            OR u.email ILIKE ${filter.containing ?? null})
          AND (${filter.cursor ?? null}::text IS NULL OR u.id < ${filter.cursor ?? null})
        ORDER BY u.id DESC LIMIT ${filter.limit}`);
      return rows;
    },
  };
}

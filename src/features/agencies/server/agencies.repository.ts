import { and, asc, count, eq, sql } from 'drizzle-orm';
import type { Transaction } from '#platform/database/database.ts';
import {
  accountColumns,
  accounts,
  agencyClients,
  memberships,
  users,
} from '#features/accounts/server/accounts.table.ts';
import type { ClientSummary } from '../agencies.contract.ts';

export type Figures = Pick<
  ClientSummary,
  'agents' | 'messages' | 'conversations' | 'contacts' | 'revenue' | 'lastActiveAt' | 'owner'
>;

type FiguresRow = Omit<Figures, 'lastActiveAt'> & {
  id: string;
  last_active: Date | null;
};

const mostFound = 200;

/** Clients of an agency. Over the wall: every statement names the agency, or clients that were found to be its. */
export function agenciesRepository(tx: Transaction) {
  const ofAgency = (agencyId: string) => eq(agencyClients.agencyId, agencyId);
  const columns = { account: accountColumns, client: agencyClients };
  return {
    async list(agencyId: string, search: string | undefined) {
      const wanted = search && `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
      return tx
        .select(columns)
        .from(accounts)
        .innerJoin(agencyClients, eq(agencyClients.accountId, accounts.id))
        .where(
          and(
            ofAgency(agencyId),
            wanted
              ? sql`(accounts.name ILIKE ${wanted} OR EXISTS (SELECT FROM memberships m
                  JOIN users u ON u.id = m.user_id
                  WHERE m.account_id = accounts.id AND (u.email ILIKE ${wanted} OR u.name ILIKE ${wanted})))`
              : undefined,
          ),
        )
        .orderBy(sql`lower(accounts.name)`, asc(accounts.id))
        .limit(mostFound);
    },
    async find(agencyId: string, id: string) {
      const [row] = await tx
        .select(columns)
        .from(accounts)
        .innerJoin(agencyClients, eq(agencyClients.accountId, accounts.id))
        .where(and(ofAgency(agencyId), eq(accounts.id, id)));
      return row ?? null;
    },
    async ids(agencyId: string): Promise<string[]> {
      const rows = await tx
        .select({ id: agencyClients.accountId })
        .from(agencyClients)
        .where(ofAgency(agencyId));
      return rows.map(({ id }) => id);
    },
    async idsWithoutOwner(agencyId: string): Promise<string[]> {
      const rows = await tx
        .select({ id: agencyClients.accountId })
        .from(agencyClients)
        .where(
          and(
            ofAgency(agencyId),
            sql`NOT EXISTS (SELECT FROM memberships m WHERE m.account_id = ${agencyClients.accountId})`,
          ),
        );
      return rows.map(({ id }) => id);
    },
    async count(agencyId: string): Promise<number> {
      const [row] = await tx.select({ all: count() }).from(agencyClients).where(ofAgency(agencyId));
      return row?.all ?? 0;
    },
    async insertAccount(row: typeof accounts.$inferInsert): Promise<void> {
      await tx.insert(accounts).values(row);
    },
    async rename(id: string, name: string, namedAt: Date): Promise<void> {
      await tx.update(accounts).set({ name, namedAt }).where(eq(accounts.id, id));
    },
    /** @param month the month's first day, as `2026-05-01` */
    async figures(ids: readonly string[], month: string): Promise<Map<string, Figures>> {
      const { rows } = await tx.execute<FiguresRow>(sql`
        SELECT c.account_id AS id,
          (SELECT count(*)::int FROM agents a WHERE a.account_id = c.account_id AND a.binned_at IS NULL) AS agents,
          account_uses(c.account_id, 'messages', ${month}::date)::int AS messages,
          (SELECT count(*)::int FROM conversations v WHERE v.account_id = c.account_id AND NOT v.is_preview
            AND v.created_at >= ${month}::date::timestamp AT TIME ZONE 'UTC') AS conversations,
          (SELECT count(*)::int FROM contacts k WHERE k.account_id = c.account_id) AS contacts,
          (SELECT json_build_object('name', u.name, 'email', u.email) FROM memberships m
            JOIN users u ON u.id = m.user_id WHERE m.account_id = c.account_id AND m.role = 'owner') AS owner,
          (SELECT greatest(
            (SELECT max(m.last_active_at) FROM memberships m WHERE m.account_id = c.account_id),
            (SELECT max(v.last_message_at) FROM conversations v
              WHERE v.account_id = c.account_id AND NOT v.is_preview))) AS last_active,
          coalesce((SELECT json_agg(s) FROM (${revenue(sql`c.account_id`, month)}) s), '[]'::json) AS revenue
        FROM agency_clients c WHERE c.account_id = ANY(${sql.param([...ids])}::text[])`);
      return new Map(
        rows.map(({ id, last_active, ...figures }) => [
          id,
          { ...figures, lastActiveAt: last_active && new Date(last_active).toISOString() },
        ]),
      );
    },
    async revenueEver(id: string): Promise<Figures['revenue']> {
      const { rows } = await tx.execute<Figures['revenue'][number]>(revenue(sql`${id}`, null));
      return rows;
    },
    /** The first 100 people of a client. */
    async members(id: string) {
      return tx
        .select({
          id: users.id,
          name: users.name,
          email: users.email,
          role: memberships.role,
          lastActiveAt: memberships.lastActiveAt,
        })
        .from(memberships)
        .innerJoin(users, eq(users.id, memberships.userId))
        .where(eq(memberships.accountId, id))
        .orderBy(asc(memberships.createdAt))
        .limit(100);
    },
  };
}

/** Sums of the one list of movements, by currency; `month` is its first day, null all of them. */
const revenue = (accountId: ReturnType<typeof sql>, month: string | null) => sql`
  SELECT m.currency, p.is_test AS "isTest", sum(m.net)::float8 AS net
  FROM payment_movements m JOIN purchases p ON p.id = m.purchase_id
  WHERE m.account_id = ${accountId}
    ${month === null ? sql`` : sql`AND m.at >= ${month}::date::timestamp AT TIME ZONE 'UTC'`}
  GROUP BY m.currency, p.is_test ORDER BY p.is_test, m.currency`;

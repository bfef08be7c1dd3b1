import { and, desc, eq, isNotNull, lt, or, sql } from 'drizzle-orm';
import type { Transaction } from '#platform/database/database.ts';
import {
  accountColumns,
  accounts,
  memberships,
  users,
  type AccountRow,
} from '#features/accounts/server/accounts.table.ts';

export type Usage = {
  agents: number;
  messages: number;
  spentMicros: number;
};

const owner = sql`(SELECT u.id FROM memberships m JOIN users u ON u.id = m.user_id
  WHERE m.account_id = accounts.id AND m.role = 'owner' LIMIT 1)`;

/** A text that is looked for as it is, whatever it has of `%` and `_`. */
export const containing = (text: string): string => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;

/** Accounts as superadmins see them. System accounts are the server's own and never listed. */
export function superadminAccountsRepository(tx: Transaction) {
  return {
    async page(filter: {
      search?: string | undefined;
      only?: 'suspended' | 'given' | undefined;
      cursor?: string | undefined;
      limit: number;
    }): Promise<AccountRow[]> {
      const wanted = filter.search ? containing(filter.search) : null;
      return tx
        .select(accountColumns)
        .from(accounts)
        .where(
          and(
            eq(accounts.isSystem, false),
            wanted
              ? or(
                  sql`accounts.name ILIKE ${wanted}`,
                  eq(accounts.id, filter.search ?? ''),
                  sql`EXISTS (SELECT FROM memberships m JOIN users u ON u.id = m.user_id
                    WHERE m.account_id = accounts.id AND (u.email ILIKE ${wanted} OR u.name ILIKE ${wanted}))`,
                )
              : undefined,
            filter.only === 'suspended' ? isNotNull(accounts.suspendedAt) : undefined,
            filter.only === 'given' ? isNotNull(accounts.givenPlan) : undefined,
            filter.cursor ? lt(accounts.id, filter.cursor) : undefined,
          ),
        )
        .orderBy(desc(accounts.id))
        .limit(filter.limit);
    },
    async one(id: string): Promise<AccountRow | null> {
      const [row] = await tx
        .select(accountColumns)
        .from(accounts)
        .where(and(eq(accounts.id, id), eq(accounts.isSystem, false)));
      return row ?? null;
    },
    async owners(ids: readonly string[]): Promise<Map<string, { id: string; name: string; email: string }>> {
      const rows = await tx
        .select({ accountId: accounts.id, id: users.id, name: users.name, email: users.email })
        .from(accounts)
        .innerJoin(users, sql`users.id = ${owner}`)
        .where(sql`accounts.id = ANY(${sql.param([...ids])}::text[])`);
      return new Map(rows.map(({ accountId, ...person }) => [accountId, person]));
    },
    /** @param month the month's first day, as `2026-05-01` */
    async usage(ids: readonly string[], month: string): Promise<Map<string, Usage>> {
      const { rows } = await tx.execute<{ id: string; agents: number; messages: string; spent: string }>(sql`
        SELECT wanted.id,
          (SELECT count(*)::int FROM agents a WHERE a.account_id = wanted.id AND a.binned_at IS NULL) AS agents,
          coalesce(sum(u.month_messages), 0) AS messages, coalesce(sum(u.month_micros), 0) AS spent
        FROM unnest(${sql.param([...ids])}::text[]) AS wanted (id)
        LEFT JOIN agent_usage u ON u.account_id = wanted.id AND u.month = ${month}::date
        GROUP BY wanted.id`);
      return new Map(
        rows.map(({ id, agents, messages, spent }) => [
          id,
          { agents, messages: Number(messages), spentMicros: Number(spent) },
        ]),
      );
    },
    async totals(id: string): Promise<{ contacts: number; conversations: number; storedBytes: number }> {
      const { rows } = await tx.execute<{ contacts: number; conversations: number; bytes: string }>(sql`SELECT
        (SELECT count(*)::int FROM contacts WHERE account_id = ${id}) AS contacts,
        (SELECT count(*)::int FROM conversations WHERE account_id = ${id} AND NOT is_preview) AS conversations,
        (SELECT coalesce(sum(octet_length(bytes)), 0) FROM knowledge_originals WHERE account_id = ${id}) AS bytes`);
      const [row] = rows;
      return {
        contacts: row?.contacts ?? 0,
        conversations: row?.conversations ?? 0,
        storedBytes: Number(row?.bytes ?? 0),
      };
    },
    /** Everybody of an account, however many. */
    async memberIds(id: string): Promise<string[]> {
      const rows = await tx
        .select({ id: memberships.userId })
        .from(memberships)
        .where(eq(memberships.accountId, id));
      return rows.map((row) => row.id);
    },
    /** The first 500 people of an account. */
    async members(id: string) {
      return tx
        .select({
          id: users.id,
          name: users.name,
          email: users.email,
          role: memberships.role,
          isSuperadmin: users.isSuperadmin,
          lastActiveAt: memberships.lastActiveAt,
        })
        .from(memberships)
        .innerJoin(users, eq(users.id, memberships.userId))
        .where(eq(memberships.accountId, id))
        .orderBy(memberships.createdAt)
        .limit(500);
    },
  };
}

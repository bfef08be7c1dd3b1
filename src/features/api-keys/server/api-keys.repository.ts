import { and, count, desc, eq, isNull, lt, or, sql } from 'drizzle-orm';
import type { Transaction } from '#platform/database/database.ts';
import { apiKeys } from './api-keys.table.ts';

export type ApiKeyRow = typeof apiKeys.$inferSelect;

export function apiKeysRepository(tx: Transaction) {
  return {
    async list(agentId: string): Promise<ApiKeyRow[]> {
      return tx
        .select()
        .from(apiKeys)
        .where(and(eq(apiKeys.agentId, agentId), isNull(apiKeys.revokedAt)))
        .orderBy(desc(apiKeys.createdAt), desc(apiKeys.id))
        .limit(100);
    },
    async countOf(agentId: string): Promise<number> {
      const [row] = await tx
        .select({ count: count() })
        .from(apiKeys)
        .where(and(eq(apiKeys.agentId, agentId), isNull(apiKeys.revokedAt)));
      return row?.count ?? 0;
    },
    async insert(row: typeof apiKeys.$inferInsert): Promise<void> {
      await tx.insert(apiKeys).values(row);
    },
    async revoke(agentId: string, id: string, now: Date): Promise<boolean> {
      const rows = await tx
        .update(apiKeys)
        .set({ revokedAt: now })
        .where(and(eq(apiKeys.agentId, agentId), eq(apiKeys.id, id), isNull(apiKeys.revokedAt)))
        .returning({ id: apiKeys.id });
      return rows.length > 0;
    },
    async byHash(hash: string): Promise<ApiKeyRow | null> {
      const [row] = await tx
        .select()
        .from(apiKeys)
        .where(
          and(
            eq(apiKeys.hash, hash),
            isNull(apiKeys.revokedAt),
            sql`NOT EXISTS (SELECT FROM accounts a
              WHERE a.id = ${apiKeys.accountId} AND a.review_since IS NOT NULL)`,
          ),
        );
      return row ?? null;
    },
    /** Notes a use, at most once a minute; in between nothing is asked. */
    async markUsed({ id, lastUsedAt }: Pick<ApiKeyRow, 'id' | 'lastUsedAt'>, now: Date): Promise<void> {
      const due = new Date(now.getTime() - 60_000);
      if (lastUsedAt !== null && lastUsedAt >= due) return;
      await tx
        .update(apiKeys)
        .set({ lastUsedAt: now })
        .where(and(eq(apiKeys.id, id), or(isNull(apiKeys.lastUsedAt), lt(apiKeys.lastUsedAt, due))));
    },
  };
}

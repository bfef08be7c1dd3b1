import { and, desc, eq, isNull, lt, or } from 'drizzle-orm';
import type { Transaction } from '#platform/database/database.ts';
import { accountKeys } from './account-keys.table.ts';

export type AccountKeyRow = typeof accountKeys.$inferSelect;

export function accountKeysRepository(tx: Transaction) {
  return {
    async list(): Promise<AccountKeyRow[]> {
      return tx
        .select()
        .from(accountKeys)
        .where(isNull(accountKeys.revokedAt))
        .orderBy(desc(accountKeys.createdAt), desc(accountKeys.id))
        .limit(100);
    },
    async count(): Promise<number> {
      return tx.$count(accountKeys, isNull(accountKeys.revokedAt));
    },
    async insert(row: typeof accountKeys.$inferInsert): Promise<void> {
      await tx.insert(accountKeys).values(row);
    },
    /** The name of the key that was revoked; null when there is none to revoke. */
    async revoke(id: string, now: Date): Promise<string | null> {
      const [row] = await tx
        .update(accountKeys)
        .set({ revokedAt: now })
        .where(and(eq(accountKeys.id, id), isNull(accountKeys.revokedAt)))
        .returning({ name: accountKeys.name });
      return row?.name ?? null;
    },
    /** Revokes all keys that a member made in an account. */
    async revokeOf(accountId: string, userId: string, now: Date): Promise<void> {
      await tx
        .update(accountKeys)
        .set({ revokedAt: now })
        .where(
          and(
            eq(accountKeys.accountId, accountId),
            eq(accountKeys.createdBy, userId),
            isNull(accountKeys.revokedAt),
          ),
        );
    },
    async byHash(hash: string): Promise<AccountKeyRow | null> {
      const [row] = await tx
        .select()
        .from(accountKeys)
        .where(and(eq(accountKeys.hash, hash), isNull(accountKeys.revokedAt)));
      return row ?? null;
    },
    /** Notes a use, at most once a minute; in between nothing is asked. */
    async markUsed({ id, lastUsedAt }: Pick<AccountKeyRow, 'id' | 'lastUsedAt'>, now: Date): Promise<void> {
      const due = new Date(now.getTime() - 60_000);
      if (lastUsedAt !== null && lastUsedAt >= due) return;
      await tx
        .update(accountKeys)
        .set({ lastUsedAt: now })
        .where(
          and(eq(accountKeys.id, id), or(isNull(accountKeys.lastUsedAt), lt(accountKeys.lastUsedAt, due))),
        );
    },
  };
}

import { and, desc, eq, gt, isNotNull, isNull, lt, or, sql } from 'drizzle-orm';
import type { Transaction } from '#platform/database/database.ts';
import { oauthClients, oauthGrants } from './oauth.table.ts';

export type OAuthClientRow = typeof oauthClients.$inferSelect;
export type OAuthGrantRow = typeof oauthGrants.$inferSelect;

export function oauthRepository(tx: Transaction) {
  return {
    async insertClient(row: OAuthClientRow): Promise<void> {
      await tx.insert(oauthClients).values(row);
    },
    /** Registrations that nobody let in go after a while. */
    async deleteIdleClients(before: Date): Promise<void> {
      await tx
        .delete(oauthClients)
        .where(
          and(
            lt(oauthClients.createdAt, before),
            sql`NOT EXISTS (SELECT FROM oauth_grants g WHERE g.client_id = ${oauthClients.id})`,
          ),
        );
    },
    async deleteUnusedGrants(before: Date): Promise<void> {
      await tx
        .delete(oauthGrants)
        .where(and(lt(oauthGrants.createdAt, before), isNull(oauthGrants.codeUsedAt)));
    },
    async client(id: string): Promise<OAuthClientRow | null> {
      const [row] = await tx.select().from(oauthClients).where(eq(oauthClients.id, id));
      return row ?? null;
    },
    async insertGrant(row: OAuthGrantRow): Promise<void> {
      await tx.insert(oauthGrants).values(row);
    },
    async grants(): Promise<OAuthGrantRow[]> {
      return tx
        .select()
        .from(oauthGrants)
        .where(and(isNull(oauthGrants.endedAt), isNotNull(oauthGrants.codeUsedAt)))
        .orderBy(desc(oauthGrants.createdAt))
        .limit(200);
    },
    async end(id: string, now: Date): Promise<string | null> {
      const [row] = await tx
        .update(oauthGrants)
        .set({ endedAt: now, accessHash: null, refreshHash: null })
        .where(and(eq(oauthGrants.id, id), isNull(oauthGrants.endedAt)))
        .returning({ name: oauthGrants.clientName });
      return row?.name ?? null;
    },
    /** Ends all grants of a member in an account, also those whose code was not used yet. */
    async endOf(accountId: string, userId: string, now: Date): Promise<void> {
      await tx
        .update(oauthGrants)
        .set({ endedAt: now, accessHash: null, refreshHash: null })
        .where(
          and(
            eq(oauthGrants.accountId, accountId),
            eq(oauthGrants.userId, userId),
            isNull(oauthGrants.endedAt),
          ),
        );
    },
    /** The grant of a code, kept for this transaction. */
    async byCode(hash: string): Promise<OAuthGrantRow | null> {
      const [row] = await tx.select().from(oauthGrants).where(eq(oauthGrants.codeHash, hash)).for('update');
      return row ?? null;
    },
    /** The grant of a refresh token, also of the one that was changed last; kept for this transaction. */
    async byRefresh(hash: string): Promise<OAuthGrantRow | null> {
      const [row] = await tx
        .select()
        .from(oauthGrants)
        .where(or(eq(oauthGrants.refreshHash, hash), eq(oauthGrants.earlierRefreshHash, hash)))
        .for('update');
      return row ?? null;
    },
    async byAccess(hash: string, now: Date): Promise<OAuthGrantRow | null> {
      const [row] = await tx
        .select()
        .from(oauthGrants)
        .where(
          and(
            eq(oauthGrants.accessHash, hash),
            isNull(oauthGrants.endedAt),
            gt(oauthGrants.accessExpiresAt, now),
          ),
        );
      return row ?? null;
    },
    async change(id: string, change: Partial<OAuthGrantRow>): Promise<void> {
      await tx.update(oauthGrants).set(change).where(eq(oauthGrants.id, id));
    },
    /** Notes a use, at most once a minute; in between nothing is asked. */
    async markUsed({ id, lastUsedAt }: Pick<OAuthGrantRow, 'id' | 'lastUsedAt'>, now: Date): Promise<void> {
      const due = new Date(now.getTime() - 60_000);
      if (lastUsedAt !== null && lastUsedAt >= due) return;
      await tx
        .update(oauthGrants)
        .set({ lastUsedAt: now })
        .where(
          and(eq(oauthGrants.id, id), or(isNull(oauthGrants.lastUsedAt), lt(oauthGrants.lastUsedAt, due))),
        );
    },
  };
}

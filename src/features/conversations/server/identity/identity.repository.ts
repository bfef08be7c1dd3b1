import { eq, isNull, or, sql } from 'drizzle-orm';
import type { Transaction } from '#platform/database/database.ts';
import { identitySecrets } from './identity.table.ts';
import { visitors } from '../conversations.table.ts';

export type SecretRow = typeof identitySecrets.$inferSelect;

export function identityRepository(tx: Transaction) {
  const place = (agentId: string | null) =>
    agentId === null ? isNull(identitySecrets.agentId) : eq(identitySecrets.agentId, agentId);
  return {
    /** The secrets that speak for an agent: its own and the account's. */
    async secretsFor(agentId: string): Promise<SecretRow[]> {
      return tx
        .select()
        .from(identitySecrets)
        .where(or(place(agentId), place(null)));
    },
    async replace(row: SecretRow): Promise<void> {
      await tx.delete(identitySecrets).where(place(row.agentId));
      await tx.insert(identitySecrets).values(row);
    },
    async remove(agentId: string | null): Promise<void> {
      await tx.delete(identitySecrets).where(place(agentId));
    },
    /** Adds to what is known by the page's word; the newest names stay when there are too many. */
    async setVariables(visitorId: string, variables: Record<string, string>, most: number): Promise<void> {
      await tx
        .update(visitors)
        .set({
          variables: sql`(SELECT coalesce(jsonb_object_agg(key, value), '{}') FROM (
            SELECT key, value FROM jsonb_each(${visitors.variables} || ${JSON.stringify(variables)}::jsonb)
            ORDER BY (${JSON.stringify(variables)}::jsonb ? key) DESC, key LIMIT ${most}) AS kept)`,
        })
        .where(eq(visitors.id, visitorId));
    },
  };
}

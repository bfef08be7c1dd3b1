import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Transaction } from '#platform/database/database.ts';
import { agentImages } from './images.table.ts';

/** Pictures of agents, each kept once in an account however many agents show it. */
export function agentsImagesRepository(tx: Transaction) {
  return {
    /** Stores a picture; one that is there already counts as new, so that it outlives the next clean-up. */
    async save(row: typeof agentImages.$inferInsert): Promise<void> {
      await tx
        .insert(agentImages)
        .values(row)
        .onConflictDoUpdate({
          target: [agentImages.accountId, agentImages.hash],
          set: { createdAt: row.createdAt },
        });
    },
    async owned(accountId: string, hashes: readonly string[]): Promise<Set<string>> {
      const rows = await tx
        .select({ hash: agentImages.hash })
        .from(agentImages)
        .where(and(eq(agentImages.accountId, accountId), inArray(agentImages.hash, [...hashes])));
      return new Set(rows.map(({ hash }) => hash));
    },
    /** Pictures of the account with their bytes. */
    async pictures(accountId: string, hashes: readonly string[]) {
      if (hashes.length === 0) return [];
      return tx
        .select({ hash: agentImages.hash, kind: agentImages.kind, bytes: agentImages.bytes })
        .from(agentImages)
        .where(and(eq(agentImages.accountId, accountId), inArray(agentImages.hash, [...hashes])));
    },
    async byHash(hash: string): Promise<{ bytes: Buffer; type: string } | null> {
      const [row] = await tx
        .select({ bytes: agentImages.bytes, type: agentImages.type })
        .from(agentImages)
        .where(eq(agentImages.hash, hash))
        .limit(1);
      return row ?? null;
    },
    /**
     * Removes pictures from before that moment that no draft, no live configuration, no version and no QR
     * code shows.
     */
    async removeUnused(before: Date): Promise<number> {
      const { rowCount } = await tx.execute(sql`
        WITH used AS (
          SELECT account_id, draft::text AS text FROM agents
          UNION ALL SELECT account_id, live::text FROM agents WHERE live IS NOT NULL
          UNION ALL SELECT account_id, configuration::text FROM agent_versions
          UNION ALL SELECT account_id, logo FROM qr_codes WHERE logo <> ''
        ), named AS (SELECT DISTINCT account_id, found[1] AS hash
        FROM used, regexp_matches(text, '[0-9a-f]{32}', 'g') AS found)
        DELETE FROM agent_images i WHERE i.created_at < ${before.toISOString()}
          AND NOT EXISTS (SELECT FROM named n WHERE n.account_id = i.account_id AND n.hash = i.hash)`);
      return rowCount ?? 0;
    },
  };
}

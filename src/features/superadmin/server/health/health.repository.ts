import { sql } from 'drizzle-orm';
import type { Transaction } from '#platform/database/database.ts';

type Troubles = {
  mails: number;
  agents: number;
  embeddings: number;
};
export const noTroubles: Troubles = { mails: 0, agents: 0, embeddings: 0 };

export function healthRepository(tx: Transaction) {
  return {
    async database(): Promise<{ version: string; bytes: number }> {
      const { rows } = await tx.execute<{ version: string; bytes: string }>(
        sql`SELECT current_setting('server_version') AS version,
          pg_database_size(current_database()) AS bytes`,
      );
      return { version: rows[0]?.version.split(' ')[0] ?? '', bytes: Number(rows[0]?.bytes ?? 0) };
    },
    /** Mails that wait for somebody, and agents and knowledge whose model failed when it was last asked. */
    async troubles(): Promise<Troubles> {
      const { rows } = await tx.execute<Troubles>(sql`SELECT
        (SELECT count(*)::int FROM outbox_mails
          WHERE state = 'held' OR (state = 'failed' AND attempts >= 7)) AS mails,
        (SELECT count(*)::int FROM agents WHERE model_failure IS NOT NULL AND binned_at IS NULL) AS agents,
        (SELECT count(DISTINCT k.id)::int FROM agents a JOIN knowledge_collections k ON k.id = a.collection_id
          WHERE a.binned_at IS NULL AND k.embedding_provider IS NOT NULL AND k.embedding_error IS NOT NULL)
          AS embeddings`);
      return rows[0] ?? noTroubles;
    },
  };
}

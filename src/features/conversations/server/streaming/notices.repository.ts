import { sql } from 'drizzle-orm';
import type { Transaction } from '#platform/database/database.ts';
import type { NoticeSubject } from './notices.models.ts';

/** Whether what a notice is about lies with agents that a member reaches. */
export function noticesRepository(tx: Transaction) {
  return {
    async isReached({ kind, id }: NoticeSubject, agentIds: readonly string[]): Promise<boolean> {
      const reach = sql.param([...agentIds]);
      const found = {
        conversation: sql`SELECT 1 FROM conversations c
          WHERE c.id = ${id} AND c.agent_id = ANY(${reach}::text[])`,
        contact: sql`
          SELECT 1 FROM contacts k WHERE k.id = ${id}
            AND (k.source_agent_id IS NULL OR k.source_agent_id = ANY(${reach}::text[])
            OR EXISTS (SELECT FROM conversations c
              WHERE c.contact_id = k.id AND c.agent_id = ANY(${reach}::text[])))`,
        collection: sql`SELECT 1 FROM agents a
          WHERE a.collection_id = ${id} AND a.id = ANY(${reach}::text[])`,
      };
      const { rows } = await tx.execute(found[kind]);
      return rows.length > 0;
    },
  };
}

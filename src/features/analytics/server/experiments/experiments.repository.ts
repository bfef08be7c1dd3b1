import { sql, type SQL } from 'drizzle-orm';
import type { Transaction } from '#platform/database/database.ts';
import type { AgentExperiment } from '#features/agents/agents-experiments.contract.ts';

type Counted = {
  isVariant: boolean;
  visitors: number;
  wrote: number;
  bought: number;
  refunded: number;
  complained: number;
};

/** The database's word for `isInShare`: the first four bytes of the same hash. */
function isInShareSql(experimentId: string, share: number): SQL {
  const hash = sql`sha256(convert_to(${experimentId} || ':' || v.id, 'UTF8'))`;
  return sql`((get_byte(${hash}, 0)::bigint << 24) + (get_byte(${hash}, 1)::bigint << 16)
    + (get_byte(${hash}, 2)::bigint << 8) + get_byte(${hash}, 3)) / 4294967296.0 < ${share / 100}::float8`;
}

export function experimentsRepository(tx: Transaction) {
  return {
    /** What visitors did who came for the first time while an experiment ran, by side; nobody twice. */
    async counted(
      agentId: string,
      { id, share, startedAt, endedAt }: Pick<AgentExperiment, 'id' | 'share' | 'startedAt' | 'endedAt'>,
      isTest: boolean,
    ): Promise<Counted[]> {
      const bought = sql`FROM purchases p WHERE p.visitor_id = v.id AND p.submission_id IS NULL
        AND p.paid_at IS NOT NULL AND p.is_test = ${isTest}`;
      const { rows } = await tx.execute<Counted>(sql`
        SELECT "isVariant", count(*)::int AS visitors, sum(wrote)::int AS wrote, sum(bought)::int AS bought,
          sum(refunded)::int AS refunded, sum(complained)::int AS complained
        FROM (
          SELECT ${isInShareSql(id, share)} AS "isVariant",
            EXISTS (SELECT FROM conversations c WHERE c.visitor_id = v.id AND c.message_count > 0)::int AS wrote,
            EXISTS (SELECT ${bought})::int AS bought,
            EXISTS (SELECT ${bought} AND EXISTS (SELECT FROM payment_movements m WHERE m.purchase_id = p.id
              AND m.kind IN ('refund', 'dispute_opened')))::int AS refunded,
            EXISTS (SELECT FROM conversations c JOIN messages s ON s.conversation_id = c.id
              WHERE c.visitor_id = v.id AND s.feedback = 'down')::int AS complained
          FROM visitors v
          WHERE v.agent_id = ${agentId} AND NOT v.is_preview AND v.created_at >= ${startedAt}::timestamptz
            AND v.created_at < ${endedAt ?? 'infinity'}::timestamptz
        ) came GROUP BY 1`);
      return rows;
    },
  };
}

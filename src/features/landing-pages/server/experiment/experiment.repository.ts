import { sql } from 'drizzle-orm';
import type { Transaction } from '#platform/database/database.ts';
import type { ExperimentGoal } from '../../landing-pages.contract.ts';

type Reached = { version: number } & Record<ExperimentGoal, number>;

export function experimentRepository(tx: Transaction) {
  return {
    /** Visitors of each day from `from` (UTC) on, by version. */
    async visitors(pageId: string, from: string): Promise<Map<number, number>> {
      const { rows } = await tx.execute<{ version: number; visitors: number }>(sql`
        SELECT version, sum(visitors)::int AS visitors FROM landing_page_days
        WHERE page_id = ${pageId} AND day >= ${from}::date GROUP BY version`);
      return new Map(rows.map(({ version, visitors }) => [version, visitors]));
    },

    /** How many who came since then wrote, sent a form, and paid real money, by version; nobody twice. */
    async reached(pageId: string, from: string): Promise<Reached[]> {
      const since = `${from}T00:00:00Z`;
      const { rows } = await tx.execute<Reached>(sql`
        SELECT version, sum(conversations)::int AS conversations, sum(submissions)::int AS submissions,
          sum(purchases)::int AS purchases
        FROM (
          SELECT v.landing_page_version AS version,
            EXISTS (SELECT FROM conversations c WHERE c.visitor_id = v.id AND c.message_count > 0)::int AS conversations,
            0 AS submissions,
            EXISTS (SELECT FROM purchases p WHERE p.visitor_id = v.id AND p.submission_id IS NULL
              AND p.paid_at IS NOT NULL AND NOT p.is_test)::int AS purchases
          FROM visitors v
          WHERE v.landing_page_id = ${pageId} AND v.created_at >= ${since} AND NOT v.is_preview
          UNION ALL
          SELECT s.landing_page_version, 0, (s.state = 'complete')::int,
            EXISTS (SELECT FROM purchases p WHERE p.submission_id = s.id
              AND p.paid_at IS NOT NULL AND NOT p.is_test)::int
          FROM form_submissions s
          WHERE s.landing_page_id = ${pageId} AND s.started_at >= ${since} AND s.status <> 'spam'
        ) came GROUP BY version`);
      return rows;
    },
  };
}

import { sql } from 'drizzle-orm';
import type { Transaction } from '#platform/database/database.ts';

type Counts = {
  accounts: number;
  recent: number;
  active: number;
  live_agents: number;
  conversations: number;
  messages: string;
  spent: string;
  stuck: number;
};

/** What is invented, to look around in, counts nowhere either. */
const isReal = sql.raw('NOT EXISTS (SELECT FROM sample_accounts s WHERE s.account_id = accounts.id)');
const isRealFor = (table: string) =>
  sql.raw(`NOT EXISTS (SELECT FROM sample_accounts s WHERE s.account_id = ${table}.account_id)`);

/** Sums over all accounts. System accounts are the server's own and counted nowhere. */
export function overviewRepository(tx: Transaction) {
  return {
    /** @param since seven days ago; @param month the month's first day, as `2026-05-01` */
    async counts(since: Date, month: string): Promise<Counts> {
      const { rows } = await tx.execute<Counts>(sql`SELECT
        (SELECT count(*)::int FROM accounts WHERE NOT is_system AND ${isReal}) AS accounts,
        (SELECT count(*)::int FROM accounts WHERE NOT is_system AND ${isReal} AND created_at > ${since}) AS recent,
        (SELECT count(DISTINCT account_id)::int FROM memberships m WHERE last_active_at > ${since}
          AND ${isRealFor('m')}) AS active,
        (SELECT count(*)::int FROM agents JOIN accounts ON accounts.id = agents.account_id
          WHERE NOT accounts.is_system AND ${isReal} AND agents.status = 'live' AND agents.binned_at IS NULL) AS live_agents,
        (SELECT count(*)::int FROM conversations c WHERE created_at > ${since} AND NOT is_preview
          AND ${isRealFor('c')}) AS conversations,
        (SELECT coalesce(sum(month_messages), 0) FROM agent_usage u WHERE month = ${month}::date
          AND ${isRealFor('u')}) AS messages,
        (SELECT coalesce(sum(month_micros), 0) FROM agent_usage u WHERE month = ${month}::date
          AND ${isRealFor('u')}) AS spent,
        (SELECT count(*)::int FROM outbox_mails
          WHERE state = 'held' OR (state = 'failed' AND attempts >= 7)) AS stuck`);
      const [row] = rows;
      if (!row) throw new Error('The database counted nothing');
      return row;
    },
    /** What came in since a moment, without test money. */
    async volume(since: Date): Promise<{ currency: string; gross: number }[]> {
      const { rows } = await tx.execute<{ currency: string; gross: string }>(sql`
        SELECT m.currency, sum(m.gross) AS gross FROM payment_movements m
        JOIN purchases p ON p.id = m.purchase_id
        WHERE NOT p.is_test AND m.gross > 0 AND m.at >= ${since}
        GROUP BY m.currency ORDER BY m.currency`);
      return rows.map(({ currency, gross }) => ({ currency, gross: Number(gross) }));
    },
  };
}

import { sql } from 'drizzle-orm';
import type { Transaction } from '#platform/database/database.ts';

/** Sums and events of all accounts, as they get old. Over the wall. */
export function upkeepRepository(tx: Transaction) {
  return {
    /** Accounts with sums that lie open until a day, and the first day of these. */
    async unpacked(last: string): Promise<{ accountId: string; day: string }[]> {
      const { rows } = await tx.execute<{ accountId: string; day: string }>(sql`
        SELECT account_id AS "accountId", to_char(min(day), 'YYYY-MM-DD') AS day FROM analytics_days
        WHERE day <= ${last}::date GROUP BY 1 ORDER BY 1`);
      return rows;
    },
    async pack(accountId: string, from: string, to: string): Promise<void> {
      await tx.execute(sql`SELECT analytics_pack(${accountId}, ${from}::date, ${to}::date)`);
    },
    /** Removes the events before a month's first moment; says how many months were dropped as a whole. */
    async dropBefore(moment: Date): Promise<number> {
      const { rows } = await tx.execute<{ months: number }>(
        sql`SELECT analytics_drop_before(${moment.toISOString()}::timestamptz) AS months`,
      );
      return rows[0]?.months ?? 0;
    },
  };
}

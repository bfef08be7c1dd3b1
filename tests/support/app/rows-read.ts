import { sql } from 'drizzle-orm';
import type { Transaction } from '#platform/database/database.ts';

/**
 * How many rows and entries of indexes some work reads in the named tables: what a list costs, without a look
 * at the clock.
 */
export async function rowsRead(
  tx: Transaction,
  tables: readonly string[],
  work: () => Promise<unknown>,
): Promise<number> {
  const read = async (): Promise<number> => {
    const {
      rows: [row],
    } = await tx.execute<{ read: number }>(sql`
      SELECT sum(pg_stat_get_xact_tuples_returned(relation))::int AS read
      FROM unnest(${sql.param([...tables])}::text[]) AS name,
        LATERAL (SELECT name::regclass::oid AS relation UNION ALL SELECT indexrelid FROM pg_index
        WHERE indrelid = name::regclass) AS part`);
    return row?.read ?? 0;
  };
  const before = await read();
  await work();
  return (await read()) - before;
}

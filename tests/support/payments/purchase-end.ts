import { sql } from 'drizzle-orm';
import type { Database } from '#platform/database/database.ts';

/** Everything about a purchase that must not depend on the way on which it came about; one row, amounts in cents. */
export async function purchaseEnd(
  { direct }: Pick<Database, 'direct'>,
  id: string,
): Promise<Record<string, unknown>[]> {
  const { rows } = await direct.execute<Record<string, unknown>>(sql`
    SELECT p.status, p.paid_amount::int AS paid, p.refunded_amount::int AS refunded, p.dispute,
      p.subscription_status, p.is_ending, p.problem, l.granted, l.used, l.remaining, l.expires_at,
      l.revoked_at IS NOT NULL AS revoked, l.frozen_at IS NOT NULL AS frozen,
      (SELECT count(*)::int FROM payments x WHERE x.purchase_id = p.id) AS payments,
        (SELECT coalesce(sum(e.amount), 0)::int FROM paywall_entries e WHERE e.lot_id = l.id) AS entries
    FROM purchases p LEFT JOIN paywall_lots l ON l.purchase_id = p.id WHERE p.id = ${id}`);
  return rows;
}

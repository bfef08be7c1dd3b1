import { asc, eq, sql } from 'drizzle-orm';
import { newId } from '#shared/ids.ts';
import type { Transaction } from '#platform/database/database.ts';
import type { Movement, MovementRow } from './changes.models.ts';
import { paymentMovements } from '../payments.table.ts';

/** The list of money movements. Rows are added and never changed. */
export function movementsRepository(tx: Transaction) {
  return {
    /** Of a purchase, as they were written. */
    async ofPurchase(purchaseId: string): Promise<MovementRow[]> {
      const order = [asc(paymentMovements.createdAt), asc(paymentMovements.id)];
      return tx
        .select()
        .from(paymentMovements)
        .where(eq(paymentMovements.purchaseId, purchaseId))
        .orderBy(...order);
    },
    /** What came in and what went back of purchases. */
    async sumsOf(purchaseIds: readonly string[]): Promise<Map<string, { paid: number; returned: number }>> {
      if (purchaseIds.length === 0) return new Map();
      const { rows } = await tx.execute<{ id: string; paid: number; returned: number }>(sql`
        SELECT purchase_id AS id, coalesce(sum(gross) FILTER (WHERE kind IN ('payment', 'renewal')),
          0)::float8 AS paid,
          coalesce(-sum(gross) FILTER (WHERE kind NOT IN ('payment', 'renewal')), 0)::float8 AS returned
        FROM ${paymentMovements} WHERE purchase_id = ANY(${sql.param([...purchaseIds])}::text[]) GROUP BY 1`);
      return new Map(rows.map(({ id, paid, returned }) => [id, { paid, returned }]));
    },
    /**
     * Writes what happened; what is written already stays as it is. The caller holds the purchase.
     * `known` is how many movements the purchase has already.
     */
    async add(
      of: { accountId: string; purchaseId: string; now: Date; known: number },
      movements: readonly Movement[],
    ): Promise<void> {
      if (movements.length === 0) return;
      const { accountId, purchaseId, now } = of;
      // Ids sort in the order of what happened, also within one millisecond.
      const first = now.getTime() + of.known;
      const rows = movements.map((movement, place) => {
        const id = newId('mov', first + place);
        return { id, accountId, purchaseId, createdAt: now, ...movement };
      });
      await tx.insert(paymentMovements).values(rows).onConflictDoNothing();
    },
  };
}

import { and, desc, eq, gt, isNull, lt, sql } from 'drizzle-orm';
import type { Transaction } from '#platform/database/database.ts';
import { storeOrderCodes } from '../stores.table.ts';

export type OrderPlace = {
  conversationId: string;
  storeId: string;
  number: string;
};
type CodeRow = typeof storeOrderCodes.$inferSelect;

export function ordersRepository(tx: Transaction) {
  const of = ({ conversationId, storeId, number }: OrderPlace) =>
    and(
      eq(storeOrderCodes.conversationId, conversationId),
      eq(storeOrderCodes.storeId, storeId),
      eq(storeOrderCodes.number, number),
    );
  return {
    async insert(row: Omit<CodeRow, 'tries' | 'provenAt'>): Promise<void> {
      await tx.insert(storeOrderCodes).values({ ...row, tries: 0, provenAt: null });
    },
    /** Uses up a try of the newest code; null where there is none, it is over, or has no tries left. */
    async takeTry(place: OrderPlace, most: number, now: Date): Promise<CodeRow | null> {
      const [row] = await tx
        .update(storeOrderCodes)
        .set({ tries: sql`${storeOrderCodes.tries} + 1` })
        .where(
          and(
            eq(
              storeOrderCodes.id,
              tx
                .select({ id: storeOrderCodes.id })
                .from(storeOrderCodes)
                .where(of(place))
                .orderBy(desc(storeOrderCodes.createdAt), desc(storeOrderCodes.id))
                .limit(1),
            ),
            isNull(storeOrderCodes.provenAt),
            lt(storeOrderCodes.tries, most),
            gt(storeOrderCodes.expiresAt, now),
          ),
        )
        .returning();
      return row ?? null;
    },
    /** A code works once; false when it was used meanwhile. */
    async prove(id: string, now: Date): Promise<boolean> {
      const rows = await tx
        .update(storeOrderCodes)
        .set({ provenAt: now })
        .where(and(eq(storeOrderCodes.id, id), isNull(storeOrderCodes.provenAt)))
        .returning({ id: storeOrderCodes.id });
      return rows.length > 0;
    },
    /**
     * The hashes of the addresses for which this conversation proved since `since` that the order is its
     * visitor's.
     */
    async proven(place: OrderPlace, since: Date): Promise<string[]> {
      const rows = await tx
        .select({ emailHash: storeOrderCodes.emailHash })
        .from(storeOrderCodes)
        .where(and(of(place), gt(storeOrderCodes.provenAt, since)))
        .limit(20);
      return rows.map(({ emailHash }) => emailHash);
    },
    async removeBefore(moment: Date): Promise<void> {
      await tx.delete(storeOrderCodes).where(lt(storeOrderCodes.createdAt, moment));
    },
  };
}

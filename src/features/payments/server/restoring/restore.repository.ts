import { and, desc, eq, gt, isNull, lt, sql } from 'drizzle-orm';
import type { Transaction } from '#platform/database/database.ts';
import { paymentPeople, purchases, restoreCodes } from '../payments.table.ts';

export type CodeRow = typeof restoreCodes.$inferSelect;

/** Codes that prove an address, and the wallets of those who proved one. */
export function paymentsRestoreRepository(tx: Transaction) {
  return {
    /** Keeps a code; the ones before it are worth nothing any more. */
    async insertCode(row: typeof restoreCodes.$inferInsert): Promise<void> {
      const before = and(
        eq(restoreCodes.visitorId, row.visitorId),
        eq(restoreCodes.agentId, row.agentId),
        eq(restoreCodes.email, row.email),
        isNull(restoreCodes.usedAt),
        gt(restoreCodes.expiresAt, row.createdAt),
      );
      await tx.update(restoreCodes).set({ expiresAt: row.createdAt }).where(before);
      await tx.insert(restoreCodes).values(row);
    },
    /**
     * Uses up one try of the code that a visitor may type for an address; null when there is none or its
     * tries are used up.
     */
    async takeTry(
      visitorId: string,
      agentId: string,
      email: string,
      most: number,
      now: Date,
    ): Promise<CodeRow | null> {
      const newest = tx
        .select({ id: restoreCodes.id })
        .from(restoreCodes)
        .where(
          and(
            eq(restoreCodes.visitorId, visitorId),
            eq(restoreCodes.agentId, agentId),
            eq(restoreCodes.email, email),
            isNull(restoreCodes.usedAt),
            gt(restoreCodes.expiresAt, now),
          ),
        )
        .orderBy(desc(restoreCodes.createdAt), desc(restoreCodes.id))
        .limit(1);
      const [row] = await tx
        .update(restoreCodes)
        .set({ tries: sql`${restoreCodes.tries} + 1` })
        .where(
          and(
            sql`${restoreCodes.id} = (${newest})`,
            lt(restoreCodes.tries, most),
            isNull(restoreCodes.usedAt),
            gt(restoreCodes.expiresAt, now),
          ),
        )
        .returning();
      return row ?? null;
    },
    /** Uses a code, once. */
    async use(id: string, now: Date): Promise<boolean> {
      const rows = await tx
        .update(restoreCodes)
        .set({ usedAt: now })
        .where(and(eq(restoreCodes.id, id), isNull(restoreCodes.usedAt)))
        .returning({ id: restoreCodes.id });
      return rows.length === 1;
    },
    /** One at a time finds out which wallet belongs to an address. */
    async lockPerson(agentId: string, email: string): Promise<void> {
      await tx.execute(
        sql`SELECT pg_advisory_xact_lock(hashtextextended(${`person ${agentId} ${email}`}, 0))`,
      );
    },
    async walletOfPerson(agentId: string, email: string, isTest: boolean): Promise<string | null> {
      const [row] = await tx
        .select({ walletId: paymentPeople.walletId })
        .from(paymentPeople)
        .where(
          and(
            eq(paymentPeople.agentId, agentId),
            eq(paymentPeople.email, email),
            eq(paymentPeople.isTest, isTest),
          ),
        );
      return row?.walletId ?? null;
    },
    async setPerson(row: typeof paymentPeople.$inferInsert): Promise<void> {
      await tx
        .insert(paymentPeople)
        .values(row)
        .onConflictDoUpdate({
          target: [paymentPeople.agentId, paymentPeople.email, paymentPeople.isTest],
          set: { walletId: row.walletId, provenAt: row.provenAt },
        });
    },
    async movePurchase(id: string, walletId: string): Promise<void> {
      await tx.update(purchases).set({ walletId }).where(eq(purchases.id, id));
    },
    async removeExpired(limit: Date): Promise<void> {
      await tx.delete(restoreCodes).where(lt(restoreCodes.expiresAt, limit));
    },
  };
}

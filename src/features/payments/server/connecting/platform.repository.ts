import { and, eq, isNull } from 'drizzle-orm';
import type { Transaction } from '#platform/database/database.ts';
import { paymentPlatformAccounts } from '../payments.table.ts';

export type PlatformAccountRow = typeof paymentPlatformAccounts.$inferSelect;

/** Owners' accounts that were opened through the platform's. */
export function paymentsPlatformRepository(tx: Transaction) {
  const one = (accountId: string, isTest: boolean) =>
    and(eq(paymentPlatformAccounts.accountId, accountId), eq(paymentPlatformAccounts.isTest, isTest));
  return {
    async find(accountId: string, isTest: boolean): Promise<PlatformAccountRow | null> {
      const [row] = await tx.select().from(paymentPlatformAccounts).where(one(accountId, isTest));
      return row ?? null;
    },
    /** Whose account it is at the vendor. For work over all accounts. */
    async byReference(reference: string, isTest: boolean): Promise<PlatformAccountRow | null> {
      const [row] = await tx
        .select()
        .from(paymentPlatformAccounts)
        .where(
          and(eq(paymentPlatformAccounts.reference, reference), eq(paymentPlatformAccounts.isTest, isTest)),
        );
      return row ?? null;
    },
    /** The row of before, now open, or this one. */
    async open(row: Omit<PlatformAccountRow, 'state' | 'missing'>): Promise<PlatformAccountRow> {
      const [kept] = await tx
        .insert(paymentPlatformAccounts)
        .values(row)
        .onConflictDoUpdate({
          target: [paymentPlatformAccounts.accountId, paymentPlatformAccounts.isTest],
          set: { isOpen: true },
        })
        .returning();
      if (!kept) throw new Error('The row was not given back');
      return kept;
    },
    /** Keeps the vendor's name of the account for the asking that made it. */
    async name(row: PlatformAccountRow, reference: string): Promise<void> {
      await tx
        .update(paymentPlatformAccounts)
        .set({ reference })
        .where(
          and(
            one(row.accountId, row.isTest),
            eq(paymentPlatformAccounts.requestKey, row.requestKey),
            isNull(paymentPlatformAccounts.reference),
          ),
        );
    },
    /** Forgets an account that is reached no longer, so that the next asking makes another one. */
    async renew(row: PlatformAccountRow, requestKey: string): Promise<void> {
      await tx
        .update(paymentPlatformAccounts)
        .set({ reference: null, requestKey, state: 'unfinished', missing: [] })
        .where(and(one(row.accountId, row.isTest), eq(paymentPlatformAccounts.requestKey, row.requestKey)));
    },
    async look(
      row: PlatformAccountRow,
      seen: Pick<PlatformAccountRow, 'state' | 'missing' | 'checkedAt'>,
    ): Promise<void> {
      await tx
        .update(paymentPlatformAccounts)
        .set(seen)
        .where(and(one(row.accountId, row.isTest), eq(paymentPlatformAccounts.requestKey, row.requestKey)));
    },
    /** Ends the way to connecting. True for whoever ended it: of two that finish at once, one connects. */
    async close(accountId: string, isTest: boolean): Promise<boolean> {
      const closed = await tx
        .update(paymentPlatformAccounts)
        .set({ isOpen: false })
        .where(and(one(accountId, isTest), eq(paymentPlatformAccounts.isOpen, true)))
        .returning({ accountId: paymentPlatformAccounts.accountId });
      return closed.length > 0;
    },
  };
}

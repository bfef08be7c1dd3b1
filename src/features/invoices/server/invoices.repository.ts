import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm';
import type { Transaction } from '#platform/database/database.ts';
import type { InvoiceKind } from '../invoices.contract.ts';
import { invoiceCounters, invoices, sellerDetails } from './invoices.table.ts';

export type InvoiceRow = typeof invoices.$inferSelect;
export type SellerRow = typeof sellerDetails.$inferSelect;

/** Sellers, their numbers, and what they issued. */
export function invoicesRepository(tx: Transaction) {
  return {
    async seller(accountId: string): Promise<SellerRow | null> {
      const [row] = await tx.select().from(sellerDetails).where(eq(sellerDetails.accountId, accountId));
      return row ?? null;
    },
    async setSeller({ accountId, ...row }: SellerRow): Promise<void> {
      await tx
        .insert(sellerDetails)
        .values({ accountId, ...row })
        .onConflictDoUpdate({ target: sellerDetails.accountId, set: row });
    },
    /**
     * The next number of a series. Whoever else needs one waits until this transaction has ended, one way or
     * the other.
     */
    async takeNumber(accountId: string, isTest: boolean, kind: InvoiceKind): Promise<number> {
      const [row] = await tx
        .insert(invoiceCounters)
        .values({ accountId, isTest, kind, lastNumber: 1 })
        .onConflictDoUpdate({
          target: [invoiceCounters.accountId, invoiceCounters.isTest, invoiceCounters.kind],
          set: { lastNumber: sql`${invoiceCounters.lastNumber} + 1` },
        })
        .returning({ number: invoiceCounters.lastNumber });
      if (!row) throw new Error('No number was given out');
      return row.number;
    },
    async insert(row: InvoiceRow): Promise<void> {
      await tx.insert(invoices).values(row);
    },
    async byId(id: string): Promise<InvoiceRow | null> {
      const [row] = await tx.select().from(invoices).where(eq(invoices.id, id));
      return row ?? null;
    },
    /** Everything that was issued about things that were paid for, oldest first. */
    async ofSubjects(accountId: string, subjectIds: readonly string[]): Promise<InvoiceRow[]> {
      if (subjectIds.length === 0) return [];
      return (
        tx
          .select()
          .from(invoices)
          .where(and(eq(invoices.accountId, accountId), inArray(invoices.subjectId, [...subjectIds])))
          // What was issued at one moment: a credit note stands behind the invoice that it corrects.
          .orderBy(asc(invoices.issuedAt), desc(invoices.kind), asc(invoices.number))
      );
    },
    /** Takes a buyer off what was issued about some purchases. */
    async setBuyer(subjectIds: readonly string[], buyer: string): Promise<void> {
      if (subjectIds.length > 0)
        await tx
          .update(invoices)
          .set({ buyer })
          .where(inArray(invoices.subjectId, [...subjectIds]));
    },
  };
}

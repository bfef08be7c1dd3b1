import { and, desc, eq, inArray, lte } from 'drizzle-orm';
import type { Transaction } from '#platform/database/database.ts';
import { formPayments } from './forms.table.ts';

export type FormPaymentRow = typeof formPayments.$inferSelect;

export function formPaymentsRepository(tx: Transaction) {
  return {
    async insert(row: typeof formPayments.$inferInsert): Promise<void> {
      await tx.insert(formPayments).values(row);
    },
    async find(id: string): Promise<FormPaymentRow | null> {
      const [row] = await tx.select().from(formPayments).where(eq(formPayments.id, id));
      return row ?? null;
    },
    /** Reads a payment and keeps others from changing it meanwhile. */
    async lock(id: string): Promise<FormPaymentRow | null> {
      const [row] = await tx.select().from(formPayments).where(eq(formPayments.id, id)).for('update');
      return row ?? null;
    },
    /** The payment of a submission that is open or paid. */
    async current(submissionId: string): Promise<FormPaymentRow | null> {
      const [row] = await tx.select().from(formPayments).where(and(eq(formPayments.submissionId, submissionId), inArray(formPayments.status, ['open', 'paid'])));
      return row ?? null;
    },
    async ofSubmissions(submissionIds: readonly string[]): Promise<FormPaymentRow[]> {
      return submissionIds.length === 0 ? [] : tx.select().from(formPayments).where(inArray(formPayments.submissionId, [...submissionIds])).orderBy(desc(formPayments.createdAt));
    },
    async change(id: string, change: Partial<FormPaymentRow>): Promise<void> {
      await tx.update(formPayments).set(change).where(eq(formPayments.id, id));
    },
    async due(now: Date, most: number): Promise<Pick<FormPaymentRow, 'id' | 'accountId'>[]> {
      return tx.select({ id: formPayments.id, accountId: formPayments.accountId }).from(formPayments).where(lte(formPayments.syncDueAt, now)).limit(most);
    },
  };
}

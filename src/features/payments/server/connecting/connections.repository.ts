import { and, eq } from 'drizzle-orm';
import type { Transaction } from '#platform/database/database.ts';
import { paymentConnections } from '../payments.table.ts';

export type ConnectionRow = typeof paymentConnections.$inferSelect;

/** How accounts are paid. `secrets` is sealed already when it comes here. */
export function paymentConnectionsRepository(tx: Transaction) {
  const one = (accountId: string, isTest: boolean) =>
    and(eq(paymentConnections.accountId, accountId), eq(paymentConnections.isTest, isTest));
  return {
    async find(accountId: string, isTest: boolean): Promise<ConnectionRow | null> {
      const [row] = await tx.select().from(paymentConnections).where(one(accountId, isTest));
      return row ?? null;
    },
    async list(accountId: string): Promise<ConnectionRow[]> {
      return tx.select().from(paymentConnections).where(eq(paymentConnections.accountId, accountId)).limit(2);
    },
    async store(row: ConnectionRow): Promise<void> {
      const { accountId: _account, isTest: _test, createdAt: _created, ...changes } = row;
      await tx
        .insert(paymentConnections)
        .values(row)
        .onConflictDoUpdate({
          target: [paymentConnections.accountId, paymentConnections.isTest],
          set: changes,
        });
    },
    async setChecks(
      accountId: string,
      isTest: boolean,
      checks: ConnectionRow['checks'],
      now: Date,
    ): Promise<void> {
      await tx.update(paymentConnections).set({ checks, checkedAt: now }).where(one(accountId, isTest));
    },
    async remove(accountId: string, isTest: boolean): Promise<void> {
      await tx.delete(paymentConnections).where(one(accountId, isTest));
    },
  };
}

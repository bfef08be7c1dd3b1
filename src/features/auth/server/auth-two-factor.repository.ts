import { and, eq, isNotNull, isNull, lt } from 'drizzle-orm';
import type { Transaction } from '#platform/database/database.ts';
import { recoveryCodes, twoFactors } from './auth.table.ts';

export type TwoFactorRow = typeof twoFactors.$inferSelect;

export function twoFactorRepository(tx: Transaction) {
  return {
    async find(userId: string): Promise<TwoFactorRow | null> {
      const [row] = await tx.select().from(twoFactors).where(eq(twoFactors.userId, userId));
      return row ?? null;
    },
    /** Begins anew; what is switched on already stays. */
    async begin(row: Pick<TwoFactorRow, 'userId' | 'sealedSecret' | 'createdAt'>): Promise<void> {
      await tx
        .delete(twoFactors)
        .where(and(eq(twoFactors.userId, row.userId), isNull(twoFactors.confirmedAt)));
      await tx.insert(twoFactors).values(row).onConflictDoNothing();
    },
    /** Uses a code up by its half minute: true for exactly one caller. */
    async useStep(userId: string, step: number): Promise<boolean> {
      return (
        (
          await tx
            .update(twoFactors)
            .set({ lastStep: step })
            .where(and(eq(twoFactors.userId, userId), lt(twoFactors.lastStep, step)))
            .returning({ userId: twoFactors.userId })
        ).length > 0
      );
    },
    async confirm(userId: string, now: Date): Promise<boolean> {
      return (
        (
          await tx
            .update(twoFactors)
            .set({ confirmedAt: now })
            .where(and(eq(twoFactors.userId, userId), isNull(twoFactors.confirmedAt)))
            .returning({ userId: twoFactors.userId })
        ).length > 0
      );
    },
    async remove(userId: string): Promise<boolean> {
      return (
        (
          await tx
            .delete(twoFactors)
            .where(and(eq(twoFactors.userId, userId), isNotNull(twoFactors.confirmedAt)))
            .returning({ userId: twoFactors.userId })
        ).length > 0
      );
    },
    async replaceCodes(userId: string, ids: readonly string[]): Promise<void> {
      await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
      await tx.insert(recoveryCodes).values(ids.map((id) => ({ id, userId })));
    },
    /** Uses a recovery code up: true for exactly one caller. */
    async useCode(userId: string, id: string, now: Date): Promise<boolean> {
      return (
        (
          await tx
            .update(recoveryCodes)
            .set({ usedAt: now })
            .where(
              and(eq(recoveryCodes.id, id), eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt)),
            )
            .returning({ id: recoveryCodes.id })
        ).length > 0
      );
    },
    async codesLeft(userId: string): Promise<number> {
      return tx.$count(recoveryCodes, and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt)));
    },
  };
}

import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Transaction } from '#platform/database/database.ts';
import type { FeatureFlag } from '../feature-flags.contract.ts';
import { featureFlags } from './feature-flags.table.ts';

export type FlagRow = Pick<typeof featureFlags.$inferSelect, 'flag' | 'accountId' | 'isOn'>;

export function featureFlagsRepository(tx: Transaction) {
  return {
    all: (): Promise<FlagRow[]> =>
      tx
        .select({ flag: featureFlags.flag, accountId: featureFlags.accountId, isOn: featureFlags.isOn })
        .from(featureFlags),
    async put(row: typeof featureFlags.$inferInsert): Promise<void> {
      const { isOn, updatedAt } = row;
      await tx
        .insert(featureFlags)
        .values(row)
        .onConflictDoUpdate({
          target: [featureFlags.flag, featureFlags.accountId],
          set: { isOn, updatedAt },
        });
    },
    async remove(flag: FeatureFlag, accountId: string | null): Promise<void> {
      const place =
        accountId === null ? isNull(featureFlags.accountId) : eq(featureFlags.accountId, accountId);
      await tx.delete(featureFlags).where(and(eq(featureFlags.flag, flag), place));
    },
    /** Names of accounts, by id. */
    async names(ids: readonly string[]): Promise<Map<string, string>> {
      const { rows } = await tx.execute<{ id: string; name: string }>(
        sql`SELECT id, name FROM accounts WHERE id = ANY(${sql.param([...ids])}::text[])`,
      );
      return new Map(rows.map(({ id, name }) => [id, name]));
    },
  };
}

import type { Transaction } from '#platform/database/database.ts';
import { operatorSettings } from './operator-settings.table.ts';

export function operatorSettingsRepository(tx: Transaction) {
  return {
    all: (): Promise<(typeof operatorSettings.$inferSelect)[]> => tx.select().from(operatorSettings),
    async put(row: typeof operatorSettings.$inferInsert): Promise<void> {
      const { sealed, updatedAt } = row;
      await tx
        .insert(operatorSettings)
        .values(row)
        .onConflictDoUpdate({ target: operatorSettings.key, set: { sealed, updatedAt } });
    },
  };
}

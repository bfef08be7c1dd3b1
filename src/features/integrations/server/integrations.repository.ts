import { and, eq, gt, inArray } from 'drizzle-orm';
import type { Transaction } from '#platform/database/database.ts';
import { providerConnections, type ToldEnd } from './integrations.table.ts';

export type ConnectionRow = typeof providerConnections.$inferSelect;

export function integrationsRepository(tx: Transaction) {
  return {
    async list(): Promise<ConnectionRow[]> {
      return tx.select().from(providerConnections);
    },
    async byProvider(accountId: string, provider: string): Promise<ConnectionRow | null> {
      const [row] = await tx
        .select()
        .from(providerConnections)
        .where(and(eq(providerConnections.accountId, accountId), eq(providerConnections.provider, provider)));
      return row ?? null;
    },
    async save(row: typeof providerConnections.$inferInsert): Promise<void> {
      const { sealedKey, lastFour, baseUrl, models, ends, checkedAt, updatedAt } = row;
      await tx
        .insert(providerConnections)
        .values(row)
        .onConflictDoUpdate({
          target: [providerConnections.accountId, providerConnections.provider],
          set: { sealedKey, lastFour, baseUrl, models, ends, checkedAt, updatedAt },
        });
    },
    /** So many connections of these vendors after an id, by their ids. */
    async ofProviders(providers: readonly string[], after: string, most: number): Promise<ConnectionRow[]> {
      return tx
        .select()
        .from(providerConnections)
        .where(and(inArray(providerConnections.provider, [...providers]), gt(providerConnections.id, after)))
        .orderBy(providerConnections.id)
        .limit(most);
    },
    async setEnds(id: string, ends: ToldEnd[]): Promise<void> {
      await tx.update(providerConnections).set({ ends }).where(eq(providerConnections.id, id));
    },
    async remove(provider: string): Promise<void> {
      await tx.delete(providerConnections).where(eq(providerConnections.provider, provider));
    },
  };
}

import { and, arrayOverlaps, asc, eq, lte, ne, sql } from 'drizzle-orm';
import type { Transaction } from '#platform/database/database.ts';
import type { StoreProduct } from '#providers/stores/stores.port.ts';
import { storeProducts, stores } from './stores.table.ts';

export type StoreRow = typeof stores.$inferSelect;

/** Products of a feed that are looked at for one search, the most fitting ones first. */
const mostCandidates = 200;

export function storesRepository(tx: Transaction) {
  return {
    async list(): Promise<StoreRow[]> {
      return tx.select().from(stores).orderBy(asc(stores.createdAt)).limit(100);
    },
    async byId(id: string): Promise<StoreRow | null> {
      const [row] = await tx.select().from(stores).where(eq(stores.id, id));
      return row ?? null;
    },
    async count(): Promise<number> {
      return tx.$count(stores);
    },
    async insert(row: StoreRow): Promise<void> {
      await tx.insert(stores).values(row);
    },
    async update(id: string, change: Partial<Omit<StoreRow, 'id' | 'accountId'>>): Promise<void> {
      await tx.update(stores).set(change).where(eq(stores.id, id));
    },
    async remove(id: string): Promise<string | null> {
      const [row] = await tx.delete(stores).where(eq(stores.id, id)).returning({ name: stores.name });
      return row?.name ?? null;
    },
    /** Feeds that are to be read again, the longest waiting first. */
    async due(now: Date, most: number): Promise<{ id: string; accountId: string }[]> {
      return tx
        .select({ id: stores.id, accountId: stores.accountId })
        .from(stores)
        .where(lte(stores.readAgainAt, now))
        .orderBy(asc(stores.readAgainAt))
        .limit(most);
    },

    async putProducts(rows: (typeof storeProducts.$inferInsert)[]): Promise<void> {
      if (rows.length === 0) return;
      await tx
        .insert(storeProducts)
        .values(rows)
        .onConflictDoUpdate({
          target: [storeProducts.storeId, storeProducts.id],
          set: {
            words: sql`excluded.words`,
            product: sql`excluded.product`,
            reading: sql`excluded.reading`,
          },
        });
    },
    /** Removes what a reading did not bring. */
    async dropOthers(storeId: string, reading: string): Promise<void> {
      await tx
        .delete(storeProducts)
        .where(and(eq(storeProducts.storeId, storeId), ne(storeProducts.reading, reading)));
    },
    async product(storeId: string, id: string): Promise<StoreProduct | null> {
      const [row] = await tx
        .select({ product: storeProducts.product })
        .from(storeProducts)
        .where(and(eq(storeProducts.storeId, storeId), eq(storeProducts.id, id)));
      return row?.product ?? null;
    },
    /** Products that have any of these words, those first that have the most; without words the first ones. */
    async candidates(
      storeId: string,
      words: readonly string[],
    ): Promise<{ words: string[]; product: StoreProduct }[]> {
      const list = sql.param([...words]);
      return tx
        .select({ words: storeProducts.words, product: storeProducts.product })
        .from(storeProducts)
        .where(
          and(
            eq(storeProducts.storeId, storeId),
            words.length > 0 ? arrayOverlaps(storeProducts.words, [...words]) : undefined,
          ),
        )
        .orderBy(
          sql`cardinality(ARRAY(SELECT unnest(${storeProducts.words}) INTERSECT SELECT unnest(${list}::text[]))) DESC`,
          asc(storeProducts.id),
        )
        .limit(mostCandidates);
    },
    async firstCurrency(storeId: string): Promise<string | null> {
      const [row] = await tx
        .select({ product: storeProducts.product })
        .from(storeProducts)
        .where(eq(storeProducts.storeId, storeId))
        .limit(1);
      return row?.product.currency ?? null;
    },
  };
}

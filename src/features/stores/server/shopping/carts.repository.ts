import { and, eq, sql } from 'drizzle-orm';
import type { Transaction } from '#platform/database/database.ts';
import { storeCarts, type SeenProduct } from '../stores.table.ts';

export type CartPlace = {
  accountId: string;
  conversationId: string;
  storeId: string;
};
type CartRow = typeof storeCarts.$inferSelect;

export function cartsRepository(tx: Transaction) {
  const of = ({ conversationId, storeId }: CartPlace) =>
    and(eq(storeCarts.conversationId, conversationId), eq(storeCarts.storeId, storeId));
  return {
    async find(place: CartPlace): Promise<CartRow | null> {
      const [row] = await tx.select().from(storeCarts).where(of(place));
      return row ?? null;
    },
    /** Keeps how the shop knows the cart; false when somebody else changed it since `version` was read. */
    async keepHandle(place: CartPlace, handle: string, version: number, now: Date): Promise<boolean> {
      const rows = await tx
        .insert(storeCarts)
        .values({ ...place, handle, seen: [], version: 1, updatedAt: now })
        .onConflictDoUpdate({
          target: [storeCarts.conversationId, storeCarts.storeId],
          set: { handle, version: sql`${storeCarts.version} + 1`, updatedAt: now },
          setWhere: eq(storeCarts.version, version),
        })
        .returning({ version: storeCarts.version });
      return rows.length > 0;
    },
    async keepSeen(place: CartPlace, seen: SeenProduct[], now: Date): Promise<void> {
      await tx
        .insert(storeCarts)
        .values({ ...place, handle: null, seen, version: 0, updatedAt: now })
        .onConflictDoUpdate({
          target: [storeCarts.conversationId, storeCarts.storeId],
          set: { seen, updatedAt: now },
        });
    },
  };
}

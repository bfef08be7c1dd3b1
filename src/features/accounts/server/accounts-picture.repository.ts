import { eq } from 'drizzle-orm';
import type { Transaction } from '#platform/database/database.ts';
import { userImages, users } from './accounts.table.ts';

/** Pictures of people, who lie outside of every account. */
export function accountsPictureRepository(tx: Transaction) {
  return {
    /** Stores or replaces a picture; gives the key under which it is shown, which a replaced one leaves. */
    async save(row: typeof userImages.$inferInsert): Promise<string> {
      const { type, bytes, createdAt } = row;
      const [kept] = await tx
        .insert(userImages)
        .values(row)
        .onConflictDoUpdate({ target: userImages.userId, set: { type, bytes, createdAt } })
        .returning({ key: userImages.key });
      return kept?.key ?? row.key;
    },
    async remove(userId: string): Promise<void> {
      await tx.delete(userImages).where(eq(userImages.userId, userId));
    },
    async setAddress(userId: string, profileImageUrl: string | null): Promise<void> {
      await tx.update(users).set({ profileImageUrl }).where(eq(users.id, userId));
    },
    async byKey(key: string): Promise<{ bytes: Buffer; type: string } | null> {
      const [row] = await tx
        .select({ bytes: userImages.bytes, type: userImages.type })
        .from(userImages)
        .where(eq(userImages.key, key));
      return row ?? null;
    },
  };
}

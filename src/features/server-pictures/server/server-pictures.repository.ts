import { eq, sql } from 'drizzle-orm';
import type { Transaction } from '#platform/database/database.ts';
import { serverPictures } from './server-pictures.table.ts';

export function serverPicturesRepository(tx: Transaction) {
  return {
    async insert(row: typeof serverPictures.$inferInsert): Promise<void> {
      await tx.insert(serverPictures).values(row);
    },
    async byKey(key: string): Promise<{ bytes: Buffer; type: string } | null> {
      const [row] = await tx
        .select({ bytes: serverPictures.bytes, type: serverPictures.type })
        .from(serverPictures)
        .where(eq(serverPictures.key, key));
      return row ?? null;
    },
    /** Whether a picture is there; it stays until the transaction ends. */
    async hold(key: string): Promise<boolean> {
      const rows = await tx
        .select({ key: serverPictures.key })
        .from(serverPictures)
        .where(eq(serverPictures.key, key))
        .for('key share');
      return rows.length > 0;
    },
    /** Removes what came before that moment and that nothing shows. */
    async removeUnused(before: Date): Promise<void> {
      await tx.execute(sql`
        DELETE FROM server_pictures p WHERE p.created_at < ${before.toISOString()}
          AND NOT EXISTS (SELECT FROM testimonials t WHERE t.picture = p.key)
          AND NOT EXISTS (SELECT FROM own_templates o WHERE o.picture = p.key)`);
    },
  };
}

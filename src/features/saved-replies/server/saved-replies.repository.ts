import { asc, eq } from 'drizzle-orm';
import type { Transaction } from '#platform/database/database.ts';
import { savedReplies } from './saved-replies.table.ts';

export type SavedReplyRow = typeof savedReplies.$inferSelect;

export function savedRepliesRepository(tx: Transaction) {
  return {
    async list(limit: number): Promise<SavedReplyRow[]> {
      return tx.select().from(savedReplies).orderBy(asc(savedReplies.nameKey)).limit(limit);
    },
    async count(): Promise<number> {
      return tx.$count(savedReplies);
    },
    async insert(row: SavedReplyRow): Promise<void> {
      await tx.insert(savedReplies).values(row);
    },
    async change(
      id: string,
      change: Pick<SavedReplyRow, 'name' | 'nameKey' | 'body' | 'updatedAt'>,
    ): Promise<boolean> {
      return (
        (
          await tx
            .update(savedReplies)
            .set(change)
            .where(eq(savedReplies.id, id))
            .returning({ id: savedReplies.id })
        ).length === 1
      );
    },
    async remove(id: string): Promise<boolean> {
      return (
        (await tx.delete(savedReplies).where(eq(savedReplies.id, id)).returning({ id: savedReplies.id }))
          .length === 1
      );
    },
  };
}

import { asc, desc, eq, inArray } from 'drizzle-orm';
import type { Transaction } from '#platform/database/database.ts';
import { users } from '#features/accounts/server/accounts.table.ts';
import { feedbackReplies, feedbackSubmissions } from './feedback.table.ts';

export function feedbackRepository(tx: Transaction) {
  return {
    async insert(row: typeof feedbackSubmissions.$inferInsert): Promise<void> {
      await tx.insert(feedbackSubmissions).values(row);
    },
    /** Says what became of one; its title, or null where there is none. */
    async setStatus(
      id: string,
      status: (typeof feedbackSubmissions.$inferSelect)['status'],
    ): Promise<string | null> {
      const [row] = await tx
        .update(feedbackSubmissions)
        .set({ status })
        .where(eq(feedbackSubmissions.id, id))
        .returning({ title: feedbackSubmissions.title });
      return row?.title ?? null;
    },
    /** One with who sent it; null where there is none. */
    async byId(id: string) {
      const [row] = await tx.select().from(feedbackSubmissions).where(eq(feedbackSubmissions.id, id));
      return row ?? null;
    },
    async addReply(row: typeof feedbackReplies.$inferInsert): Promise<void> {
      await tx.insert(feedbackReplies).values(row);
    },
    repliesOf: (ids: readonly string[]) =>
      tx
        .select()
        .from(feedbackReplies)
        .where(inArray(feedbackReplies.feedbackId, [...ids]))
        .orderBy(asc(feedbackReplies.createdAt)),
    /** The newest of all accounts, with the sender's address. */
    async newest(limit: number) {
      return tx
        .select({ submission: feedbackSubmissions, email: users.email })
        .from(feedbackSubmissions)
        .leftJoin(users, eq(users.id, feedbackSubmissions.userId))
        .orderBy(desc(feedbackSubmissions.createdAt))
        .limit(limit);
    },
  };
}

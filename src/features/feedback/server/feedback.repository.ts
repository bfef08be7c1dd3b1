import { desc, eq } from 'drizzle-orm';
import type { Transaction } from '#platform/database/database.ts';
import { users } from '#features/accounts/server/accounts.table.ts';
import { feedbackSubmissions } from './feedback.table.ts';

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

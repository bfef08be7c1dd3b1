import { and, eq, gt, lt } from 'drizzle-orm';
import type { Transaction } from '#platform/database/database.ts';
import { pageCalls } from './page-calls.table.ts';

export type PageCallRow = typeof pageCalls.$inferSelect;

export function pageCallsRepository(tx: Transaction) {
  return {
    /** Adds a call, and forgets those of its conversation that nobody came back for. */
    async insert(row: PageCallRow): Promise<void> {
      await tx
        .delete(pageCalls)
        .where(and(eq(pageCalls.conversationId, row.conversationId), lt(pageCalls.endsAt, row.createdAt)));
      await tx.insert(pageCalls).values(row);
    },
    async byId(id: string): Promise<PageCallRow | null> {
      const [row] = await tx.select().from(pageCalls).where(eq(pageCalls.id, id));
      return row ?? null;
    },
    /** For the first page that asks, while somebody waits. */
    async take(id: string, takenBy: string, now: Date): Promise<PageCallRow | null> {
      const [row] = await tx
        .update(pageCalls)
        .set({ state: 'taken', takenBy })
        .where(and(eq(pageCalls.id, id), eq(pageCalls.state, 'waiting'), gt(pageCalls.endsAt, now)))
        .returning();
      return row ?? null;
    },
    /** What the page that took it says came of it, once. */
    async end(
      id: string,
      takenBy: string,
      end: Pick<PageCallRow, 'result' | 'errorCode' | 'errorDetail'>,
    ): Promise<boolean> {
      const rows = await tx
        .update(pageCalls)
        .set({ ...end, state: 'done' })
        .where(and(eq(pageCalls.id, id), eq(pageCalls.state, 'taken'), eq(pageCalls.takenBy, takenBy)))
        .returning({ id: pageCalls.id });
      return rows.length > 0;
    },
    /** Forgets a call that no page took; false where one has it, or nobody knows of it. From then on none can take it. */
    async giveUp(id: string): Promise<boolean> {
      const rows = await tx
        .delete(pageCalls)
        .where(and(eq(pageCalls.id, id), eq(pageCalls.state, 'waiting')))
        .returning({ id: pageCalls.id });
      return rows.length > 0;
    },
    /** Those that nobody came back for, of all accounts: the process that waited died. */
    async removeEndedBefore(moment: Date): Promise<void> {
      await tx.delete(pageCalls).where(lt(pageCalls.endsAt, moment));
    },
    async remove(id: string): Promise<void> {
      await tx.delete(pageCalls).where(eq(pageCalls.id, id));
    },
  };
}

import { and, asc, eq, lt, lte, sql, type SQL } from 'drizzle-orm';
import type { Transaction } from '#platform/database/database.ts';
import { mostTags, type Lifecycle } from '../../contacts.contract.ts';
import { contacts, contactSegments, contactTasks } from '../contacts.table.ts';

export type TaskRow = typeof contactTasks.$inferSelect;
export type SegmentRow = typeof contactSegments.$inferSelect;

/** Filters that are kept, and work on many contacts. */
export function contactsManyRepository(tx: Transaction) {
  const named = (ids: readonly string[]): SQL => sql`${contacts.id} = ANY(${sql.param([...ids])}::text[])`;
  return {
    async segments(): Promise<SegmentRow[]> {
      return tx
        .select()
        .from(contactSegments)
        .orderBy(asc(contactSegments.createdAt), asc(contactSegments.id));
    },
    async insertSegment(row: SegmentRow): Promise<void> {
      await tx.insert(contactSegments).values(row);
    },
    async updateSegment(id: string, change: Pick<SegmentRow, 'name' | 'filter' | 'sort'>): Promise<boolean> {
      return (
        (
          await tx
            .update(contactSegments)
            .set(change)
            .where(eq(contactSegments.id, id))
            .returning({ id: contactSegments.id })
        ).length === 1
      );
    },
    async deleteSegment(id: string): Promise<boolean> {
      return (
        (
          await tx
            .delete(contactSegments)
            .where(eq(contactSegments.id, id))
            .returning({ id: contactSegments.id })
        ).length === 1
      );
    },
    async insertTask(row: TaskRow): Promise<void> {
      await tx.insert(contactTasks).values(row);
    },
    async task(id: string): Promise<TaskRow | null> {
      const [row] = await tx.select().from(contactTasks).where(eq(contactTasks.id, id));
      return row ?? null;
    },
    /** A task for whoever goes on with it; another worker waits. */
    async holdTask(id: string): Promise<TaskRow | null> {
      const [row] = await tx.select().from(contactTasks).where(eq(contactTasks.id, id)).for('update');
      return row ?? null;
    },
    async unfinished(): Promise<number> {
      return tx.$count(contactTasks, sql`${contactTasks.state} IN ('queued', 'running')`);
    },
    async advance(id: string, step: { done: number; skipped: number; cursor: string }): Promise<void> {
      await tx
        .update(contactTasks)
        .set({
          state: 'running',
          done: sql`${contactTasks.done} + ${step.done}`,
          skipped: sql`${contactTasks.skipped} + ${step.skipped}`,
          cursor: step.cursor,
        })
        .where(eq(contactTasks.id, id));
    },
    async finish(id: string, state: 'done' | 'failed', now: Date): Promise<void> {
      await tx.update(contactTasks).set({ state, finishedAt: now }).where(eq(contactTasks.id, id));
    },
    /** Gives up on tasks that nobody finished, and forgets old ones. */
    async removeOldTasks(before: Date, unfinishedBefore: Date, now: Date): Promise<void> {
      await tx
        .update(contactTasks)
        .set({ state: 'failed', finishedAt: now })
        .where(
          and(
            lt(contactTasks.createdAt, unfinishedBefore),
            sql`${contactTasks.state} IN ('queued', 'running')`,
          ),
        );
      await tx.delete(contactTasks).where(lt(contactTasks.createdAt, before));
    },
    /** The next ids of those meant; who came later than the task is not. */
    async idsAfter(
      matching: SQL | undefined,
      from: { after: string; until: Date; limit: number },
    ): Promise<string[]> {
      const rows = await tx
        .select({ id: contacts.id })
        .from(contacts)
        .where(and(matching, sql`${contacts.id} > ${from.after}`, lte(contacts.createdAt, from.until)))
        .orderBy(asc(contacts.id))
        .limit(from.limit);
      return rows.map(({ id }) => id);
    },
    named,
    both: (one: SQL, other: SQL): SQL => sql`${one} AND ${other}`,
    async setLifecycle(ids: readonly string[], lifecycle: Lifecycle, now: Date): Promise<number> {
      return (
        await tx
          .update(contacts)
          .set({ lifecycle, updatedAt: now })
          .where(named(ids))
          .returning({ id: contacts.id })
      ).length;
    },
    /** Adds a tag where there is room; says how many have it now. */
    async addTag(ids: readonly string[], tagId: string, now: Date): Promise<number> {
      await tx
        .update(contacts)
        .set({ tagIds: sql`array_append(${contacts.tagIds}, ${tagId})`, updatedAt: now })
        .where(
          and(
            named(ids),
            sql`cardinality(${contacts.tagIds}) < ${mostTags}`,
            sql`NOT ${tagId} = ANY(${contacts.tagIds})`,
          ),
        );
      return tx.$count(contacts, and(named(ids), sql`${tagId} = ANY(${contacts.tagIds})`));
    },
    async removeTag(ids: readonly string[], tagId: string, now: Date): Promise<number> {
      await tx
        .update(contacts)
        .set({ tagIds: sql`array_remove(${contacts.tagIds}, ${tagId})`, updatedAt: now })
        .where(and(named(ids), sql`${tagId} = ANY(${contacts.tagIds})`));
      return ids.length;
    },
  };
}

import { count, desc, eq, max, sum } from 'drizzle-orm';
import type { Transaction } from '#platform/database/database.ts';
import { blogPosts } from './blog.table.ts';

export type BlogPostRow = typeof blogPosts.$inferSelect;

export function blogRepository(tx: Transaction) {
  return {
    async insert(row: BlogPostRow): Promise<void> {
      await tx.insert(blogPosts).values(row);
    },
    async byId(id: string): Promise<BlogPostRow | null> {
      const [row] = await tx.select().from(blogPosts).where(eq(blogPosts.id, id));
      return row ?? null;
    },
    async bySlug(slug: string): Promise<BlogPostRow | null> {
      const [row] = await tx.select().from(blogPosts).where(eq(blogPosts.slug, slug));
      return row ?? null;
    },
    /** The row as it is until the transaction ends. */
    async lock(id: string): Promise<BlogPostRow | null> {
      const [row] = await tx.select().from(blogPosts).where(eq(blogPosts.id, id)).for('update');
      return row ?? null;
    },
    async update(id: string, changes: Partial<BlogPostRow>): Promise<void> {
      await tx.update(blogPosts).set(changes).where(eq(blogPosts.id, id));
    },
    async remove(id: string): Promise<void> {
      await tx.delete(blogPosts).where(eq(blogPosts.id, id));
    },
    async all(): Promise<BlogPostRow[]> {
      return tx.select().from(blogPosts).orderBy(desc(blogPosts.updatedAt), blogPosts.id);
    },
    async published(): Promise<BlogPostRow[]> {
      return tx.select().from(blogPosts).where(eq(blogPosts.isPublished, true));
    },
    /** Differs whenever a published post differs: how many there are, how often they were changed, and when last. */
    async publishedMark(): Promise<string> {
      const [row] = await tx
        .select({ count: count(), revisions: sum(blogPosts.revision), changed: max(blogPosts.updatedAt) })
        .from(blogPosts)
        .where(eq(blogPosts.isPublished, true));
      return `${row?.count ?? 0} ${row?.revisions ?? 0} ${row?.changed?.toISOString() ?? ''}`;
    },
  };
}

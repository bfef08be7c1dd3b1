import { and, count, desc, eq, ilike, ne, or, sql } from 'drizzle-orm';
import type { Transaction } from '#platform/database/database.ts';
import type { PageDocument } from '#shared/landing-pages/page-settings.ts';
import type { PageStatus } from '../landing-pages.contract.ts';
import { landingPages } from './landing-pages.table.ts';

export type PageRow = typeof landingPages.$inferSelect;
export type ListedPage = Omit<PageRow, 'draft'> & { views: number };

const viewDays = 30;
const views = sql<number>`(SELECT coalesce(sum(d.views), 0)::int FROM landing_page_days d
  WHERE d.page_id = landing_pages.id AND d.day > current_date - ${viewDays}::int)`;
/** Everything of a page but its draft, which may be a megabyte. */
export const columnsWithoutDraft = {
  id: landingPages.id,
  accountId: landingPages.accountId,
  title: landingPages.title,
  slug: landingPages.slug,
  status: landingPages.status,
  draftRevision: landingPages.draftRevision,
  hasChanges: landingPages.hasChanges,
  lastVersion: landingPages.lastVersion,
  publishedVersion: landingPages.publishedVersion,
  visibility: landingPages.visibility,
  passwordHash: landingPages.passwordHash,
  isHome: landingPages.isHome,
  publishAt: landingPages.publishAt,
  endAt: landingPages.endAt,
  experimentVersion: landingPages.experimentVersion,
  experimentShare: landingPages.experimentShare,
  experimentSince: landingPages.experimentSince,
  experimentGoal: landingPages.experimentGoal,
  savedBy: landingPages.savedBy,
  createdAt: landingPages.createdAt,
  updatedAt: landingPages.updatedAt,
};
const listed = { ...columnsWithoutDraft, views };

export function landingPagesRepository(tx: Transaction) {
  return {
    /** Without their blocks; archived ones only where they are asked for. */
    async list(search: string, status: PageStatus | undefined, most: number): Promise<ListedPage[]> {
      const pattern = `%${search.replace(/[\\%_]/g, (character) => `\\${character}`)}%`;
      return tx
        .select(listed)
        .from(landingPages)
        .where(
          and(
            search === ''
              ? undefined
              : or(ilike(landingPages.title, pattern), ilike(landingPages.slug, pattern)),
            status ? eq(landingPages.status, status) : ne(landingPages.status, 'archived'),
          ),
        )
        .orderBy(desc(landingPages.updatedAt), desc(landingPages.id))
        .limit(most);
    },
    async find(id: string): Promise<(PageRow & { views: number }) | null> {
      const [row] = await tx
        .select({ page: landingPages, views })
        .from(landingPages)
        .where(eq(landingPages.id, id));
      return row ? { ...row.page, views: row.views } : null;
    },
    /** The page, kept from other writers until the transaction ends. */
    async lock(id: string): Promise<PageRow | null> {
      const [row] = await tx.select().from(landingPages).where(eq(landingPages.id, id)).for('update');
      return row ?? null;
    },
    async count(): Promise<number> {
      const [row] = await tx.select({ count: count() }).from(landingPages);
      return row?.count ?? 0;
    },
    async insert(row: typeof landingPages.$inferInsert): Promise<void> {
      await tx.insert(landingPages).values(row);
    },
    async update(id: string, changes: Partial<PageRow>): Promise<void> {
      await tx.update(landingPages).set(changes).where(eq(landingPages.id, id));
    },
    /** Keeps a draft unless somebody else saved since `revision`. */
    async saveDraft(
      id: string,
      revision: number,
      changes: Partial<Pick<PageRow, 'title' | 'slug' | 'hasChanges' | 'savedBy'>> & {
        draft: PageDocument;
        updatedAt: Date;
      },
    ): Promise<boolean> {
      const rows = await tx
        .update(landingPages)
        .set({ ...changes, draftRevision: revision + 1 })
        .where(and(eq(landingPages.id, id), eq(landingPages.draftRevision, revision)))
        .returning({ id: landingPages.id });
      return rows.length > 0;
    },
    async clearHome(accountId: string): Promise<void> {
      await tx
        .update(landingPages)
        .set({ isHome: false })
        .where(and(eq(landingPages.accountId, accountId), eq(landingPages.isHome, true)));
    },
    async remove(id: string): Promise<void> {
      await tx.delete(landingPages).where(eq(landingPages.id, id));
    },
    /** Over the wall: whether any account has the slug. */
    async isTaken(slug: string): Promise<boolean> {
      const [row] = await tx
        .select({ id: landingPages.id })
        .from(landingPages)
        .where(eq(landingPages.slug, slug));
      return row !== undefined;
    },
  };
}

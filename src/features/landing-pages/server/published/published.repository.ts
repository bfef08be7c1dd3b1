import { and, eq, sql } from 'drizzle-orm';
import type { Transaction } from '#platform/database/database.ts';
import { landingPages, landingPageVersions } from '../landing-pages.table.ts';
import { columnsWithoutDraft, type PageRow } from '../landing-pages.repository.ts';
import type { PageDocument } from '#shared/landing-pages/page-settings.ts';

/** A page without its draft, as visitors may meet it. */
export type ShownRow = Omit<PageRow, 'draft'> & {
  /** Its account was shut out by whoever runs the server. */
  isSuspended: boolean;
};

const selection = {
  ...columnsWithoutDraft,
  isSuspended: sql<boolean>`EXISTS (SELECT FROM accounts a
    WHERE a.id = landing_pages.account_id AND a.suspended_at IS NOT NULL)`,
};

/** Over the wall: visitors belong to no account. */
export function publishedRepository(tx: Transaction) {
  return {
    async bySlug(slug: string): Promise<ShownRow | null> {
      const [row] = await tx.select(selection).from(landingPages).where(eq(landingPages.slug, slug));
      return row ?? null;
    },
    async byId(id: string): Promise<ShownRow | null> {
      const [row] = await tx.select(selection).from(landingPages).where(eq(landingPages.id, id));
      return row ?? null;
    },
    async homeOf(accountId: string): Promise<ShownRow | null> {
      const [row] = await tx
        .select(selection)
        .from(landingPages)
        .where(and(eq(landingPages.accountId, accountId), eq(landingPages.isHome, true)));
      return row ?? null;
    },
    async document(pageId: string, version: number): Promise<PageDocument | null> {
      const [row] = await tx
        .select({ document: landingPageVersions.document })
        .from(landingPageVersions)
        .where(and(eq(landingPageVersions.pageId, pageId), eq(landingPageVersions.version, version)));
      return row?.document ?? null;
    },
  };
}

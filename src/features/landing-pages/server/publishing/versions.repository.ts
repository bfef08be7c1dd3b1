import { and, desc, eq, inArray, notInArray } from 'drizzle-orm';
import type { PageDocument } from '#shared/landing-pages/page-settings.ts';
import type { Transaction } from '#platform/database/database.ts';
import { landingPageImages, landingPageImageUses, landingPageVersions } from '../landing-pages.table.ts';

export type VersionRow = typeof landingPageVersions.$inferSelect;

export function versionsRepository(tx: Transaction) {
  const of = (pageId: string, version: number) =>
    and(eq(landingPageVersions.pageId, pageId), eq(landingPageVersions.version, version));
  return {
    async list(pageId: string, most: number): Promise<Omit<VersionRow, 'document'>[]> {
      const { accountId, version, blockCount, createdBy, createdAt } = landingPageVersions;
      return tx
        .select({ accountId, pageId: landingPageVersions.pageId, version, blockCount, createdBy, createdAt })
        .from(landingPageVersions)
        .where(eq(landingPageVersions.pageId, pageId))
        .orderBy(desc(version))
        .limit(most);
    },
    async find(pageId: string, version: number): Promise<VersionRow | null> {
      const [row] = await tx.select().from(landingPageVersions).where(of(pageId, version));
      return row ?? null;
    },
    async insert(row: typeof landingPageVersions.$inferInsert): Promise<void> {
      await tx.insert(landingPageVersions).values(row);
    },
    /** Removes what is older than the newest `most`, but none of `shown`. */
    async prune(pageId: string, most: number, shown: readonly number[]): Promise<void> {
      const newest = await tx
        .select({ version: landingPageVersions.version })
        .from(landingPageVersions)
        .where(eq(landingPageVersions.pageId, pageId))
        .orderBy(desc(landingPageVersions.version))
        .limit(most);
      const kept = [...newest.map(({ version }) => version), ...shown];
      await tx
        .delete(landingPageVersions)
        .where(and(eq(landingPageVersions.pageId, pageId), notInArray(landingPageVersions.version, kept)));
    },
    /** Which pictures visitors of a page see; what the account has not is left out. */
    async setImageUses(accountId: string, pageId: string, keys: readonly string[]): Promise<void> {
      await tx.delete(landingPageImageUses).where(eq(landingPageImageUses.pageId, pageId));
      if (keys.length === 0) return;
      const known = await tx
        .select({ key: landingPageImages.key })
        .from(landingPageImages)
        .where(inArray(landingPageImages.key, [...keys]));
      if (known.length > 0)
        await tx.insert(landingPageImageUses).values(known.map(({ key }) => ({ accountId, pageId, key })));
    },
    async documents(pageId: string, versions: readonly number[]): Promise<PageDocument[]> {
      if (versions.length === 0) return [];
      const rows = await tx
        .select({ document: landingPageVersions.document })
        .from(landingPageVersions)
        .where(
          and(eq(landingPageVersions.pageId, pageId), inArray(landingPageVersions.version, [...versions])),
        );
      return rows.map(({ document }) => document);
    },
  };
}

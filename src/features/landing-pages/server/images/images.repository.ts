import { and, asc, desc, eq, sql } from 'drizzle-orm';
import type { Transaction } from '#platform/database/database.ts';
import type { PageImageFormat } from '../../landing-pages-images.contract.ts';
import {
  landingPageImageFiles,
  landingPageImages,
  landingPageImageUses,
  landingPages,
} from '../landing-pages.table.ts';

export type PageImageRow = typeof landingPageImages.$inferSelect;

export function imagesRepository(tx: Transaction) {
  return {
    async list(pageId: string, most: number): Promise<PageImageRow[]> {
      return tx
        .select()
        .from(landingPageImages)
        .where(eq(landingPageImages.pageId, pageId))
        .orderBy(desc(landingPageImages.createdAt), desc(landingPageImages.key))
        .limit(most);
    },
    count: (pageId: string): Promise<number> =>
      tx.$count(landingPageImages, eq(landingPageImages.pageId, pageId)),
    async insert(
      row: PageImageRow,
      files: readonly { width: number; format: PageImageFormat; bytes: Buffer }[],
    ): Promise<void> {
      await tx.insert(landingPageImages).values(row);
      await tx
        .insert(landingPageImageFiles)
        .values(files.map((file) => ({ accountId: row.accountId, key: row.key, ...file })));
    },
    async byKey(key: string): Promise<PageImageRow | null> {
      const [row] = await tx.select().from(landingPageImages).where(eq(landingPageImages.key, key));
      return row ?? null;
    },
    /** In the narrowest width that is at least so wide, else the widest. */
    async file(
      key: string,
      format: PageImageFormat,
      width: number,
    ): Promise<{ bytes: Buffer; format: PageImageFormat } | null> {
      const [row] = await tx
        .select({ bytes: landingPageImageFiles.bytes, format: landingPageImageFiles.format })
        .from(landingPageImageFiles)
        .where(and(eq(landingPageImageFiles.key, key), eq(landingPageImageFiles.format, format)))
        .orderBy(
          sql`${landingPageImageFiles.width} < ${width}`,
          asc(sql`abs(${landingPageImageFiles.width} - ${width})`),
        )
        .limit(1);
      return row ?? null;
    },
    /** The pages whose visitors see a picture. */
    async pagesOf(key: string): Promise<string[]> {
      const rows = await tx
        .select({ id: landingPages.id })
        .from(landingPageImageUses)
        .innerJoin(landingPages, eq(landingPages.id, landingPageImageUses.pageId))
        .where(eq(landingPageImageUses.key, key))
        .limit(50);
      return rows.map(({ id }) => id);
    },
  };
}

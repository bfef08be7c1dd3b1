import { and, eq } from 'drizzle-orm';
import type { Transaction } from '#platform/database/database.ts';
import type { BrandImageKind, LegalPage } from '../white-label.contract.ts';
import { whiteLabelImages, whiteLabels } from './white-label.table.ts';

export type WhiteLabelRow = typeof whiteLabels.$inferSelect;
type ImageRow = typeof whiteLabelImages.$inferSelect;

export function whiteLabelRepository(tx: Transaction) {
  return {
    async of(accountId: string): Promise<WhiteLabelRow | null> {
      const [row] = await tx.select().from(whiteLabels).where(eq(whiteLabels.accountId, accountId));
      return row ?? null;
    },
    /** Writes what is given over what is there; what is missing in a first row is taken from `first`. */
    async write(first: WhiteLabelRow, changes: Partial<WhiteLabelRow>): Promise<void> {
      await tx
        .insert(whiteLabels)
        .values({ ...first, ...changes })
        .onConflictDoUpdate({ target: whiteLabels.accountId, set: changes });
    },
    /** Keys of an account's pictures. */
    async imageKeys(accountId: string): Promise<Partial<Record<BrandImageKind, string>>> {
      const rows = await tx
        .select({ kind: whiteLabelImages.kind, key: whiteLabelImages.key })
        .from(whiteLabelImages)
        .where(eq(whiteLabelImages.accountId, accountId));
      return Object.fromEntries(rows.map(({ kind, key }) => [kind, key]));
    },
    async setImage(row: ImageRow): Promise<void> {
      const { key, type, bytes, createdAt } = row;
      await tx
        .insert(whiteLabelImages)
        .values(row)
        .onConflictDoUpdate({
          target: [whiteLabelImages.accountId, whiteLabelImages.kind],
          set: { key, type, bytes, createdAt },
        });
    },
    async removeImage(accountId: string, kind: BrandImageKind): Promise<void> {
      await tx
        .delete(whiteLabelImages)
        .where(and(eq(whiteLabelImages.accountId, accountId), eq(whiteLabelImages.kind, kind)));
    },
    /** Over the wall: whoever has the key may see it. */
    async imageByKey(key: string): Promise<Pick<ImageRow, 'bytes' | 'type'> | null> {
      const [row] = await tx
        .select({ bytes: whiteLabelImages.bytes, type: whiteLabelImages.type })
        .from(whiteLabelImages)
        .where(eq(whiteLabelImages.key, key));
      return row ?? null;
    },
    /** A legal page of an account, as Markdown; empty where it has none. */
    async legalText(accountId: string, page: LegalPage): Promise<string> {
      const column = page === 'terms' ? whiteLabels.termsText : whiteLabels.privacyText;
      const [row] = await tx
        .select({ text: column })
        .from(whiteLabels)
        .where(eq(whiteLabels.accountId, accountId));
      return row?.text ?? '';
    },
  };
}

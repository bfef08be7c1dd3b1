import { count, eq, getTableColumns, min, sql } from 'drizzle-orm';
import type { Transaction } from '#platform/database/database.ts';
import { ownTemplates, templatePlaces, templateUses } from '../templates.table.ts';

export type OwnTemplateRow = typeof ownTemplates.$inferSelect;
/** Without the agent, which may be large. */
export type OwnTemplateSummary = Omit<OwnTemplateRow, 'file'>;
export type PlaceRow = typeof templatePlaces.$inferSelect;

const { file: _file, ...summary } = getTableColumns(ownTemplates);

export function ownTemplatesRepository(tx: Transaction) {
  return {
    all: (): Promise<OwnTemplateSummary[]> =>
      tx.select(summary).from(ownTemplates).orderBy(ownTemplates.createdAt, ownTemplates.slug),
    places: (): Promise<PlaceRow[]> => tx.select().from(templatePlaces),
    async bySlug(slug: string): Promise<OwnTemplateRow | null> {
      const [row] = await tx.select().from(ownTemplates).where(eq(ownTemplates.slug, slug));
      return row ?? null;
    },
    async isHidden(slug: string): Promise<boolean> {
      const [row] = await tx.select().from(templatePlaces).where(eq(templatePlaces.slug, slug));
      return row?.isShown === false;
    },
    /** How many agents were made of each. */
    async uses(): Promise<Map<string, number>> {
      const rows = await tx
        .select({ slug: templateUses.slug, agents: count() })
        .from(templateUses)
        .groupBy(templateUses.slug);
      return new Map(rows.map(({ slug, agents }) => [slug, agents]));
    },
    /** One at a time changes the list, until its transaction ends; whoever reads it waits for nobody. */
    async hold(): Promise<void> {
      await tx.execute(sql`LOCK TABLE template_places IN SHARE ROW EXCLUSIVE MODE`);
    },
    async insert(row: OwnTemplateRow): Promise<void> {
      await tx.insert(ownTemplates).values(row);
    },
    async update(slug: string, change: Partial<OwnTemplateRow>): Promise<void> {
      await tx.update(ownTemplates).set(change).where(eq(ownTemplates.slug, slug));
    },
    async remove(slug: string): Promise<void> {
      await tx.delete(ownTemplates).where(eq(ownTemplates.slug, slug));
      await tx.delete(templatePlaces).where(eq(templatePlaces.slug, slug));
    },
    /** The place before all others. */
    async firstPlace(): Promise<number> {
      const [row] = await tx.select({ first: min(templatePlaces.place) }).from(templatePlaces);
      return (row?.first ?? 0) - 1;
    },
    async place(rows: readonly PlaceRow[]): Promise<void> {
      await tx
        .insert(templatePlaces)
        .values([...rows])
        .onConflictDoUpdate({
          target: templatePlaces.slug,
          set: { place: sql`excluded.place`, isShown: sql`excluded.is_shown` },
        });
    },
  };
}

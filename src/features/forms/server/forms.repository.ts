import { and, desc, eq, ilike, inArray, sql } from 'drizzle-orm';
import type { Transaction } from '#platform/database/database.ts';
import type { FormDocument } from '#shared/forms/document.ts';
import { forms } from './forms.table.ts';

export type FormRow = typeof forms.$inferSelect;

const newCount = sql<number>`(SELECT count(*)::int FROM form_submissions s
  WHERE s.form_id = forms.id AND s.status = 'new' AND s.state = 'complete')`;
const selection = { form: forms, newCount };

export function formsRepository(tx: Transaction) {
  return {
    async list(search: string, most: number): Promise<{ form: FormRow; newCount: number }[]> {
      const matching =
        search === ''
          ? undefined
          : ilike(forms.name, `%${search.replace(/[\\%_]/g, (character) => `\\${character}`)}%`);
      return tx
        .select(selection)
        .from(forms)
        .where(matching)
        .orderBy(desc(forms.updatedAt), desc(forms.id))
        .limit(most);
    },
    async find(id: string): Promise<{ form: FormRow; newCount: number } | null> {
      const [row] = await tx.select(selection).from(forms).where(eq(forms.id, id));
      return row ?? null;
    },
    async byIds(ids: readonly string[]): Promise<FormRow[]> {
      return ids.length === 0
        ? []
        : tx
            .select()
            .from(forms)
            .where(inArray(forms.id, [...ids]));
    },
    count: (): Promise<number> => tx.$count(forms),
    async insert(row: typeof forms.$inferInsert): Promise<void> {
      await tx.insert(forms).values(row);
    },
    /** Keeps a draft unless somebody else changed it since `revision`. */
    async saveDraft(
      id: string,
      revision: number,
      change: { name: string; draft: FormDocument; hasChanges: boolean; now: Date },
    ): Promise<boolean> {
      const { name, draft, hasChanges, now } = change;
      const rows = await tx
        .update(forms)
        .set({ name, draft, hasChanges, draftRevision: revision + 1, updatedAt: now })
        .where(and(eq(forms.id, id), eq(forms.draftRevision, revision)))
        .returning({ id: forms.id });
      return rows.length > 0;
    },
    async publish(id: string, revision: number, now: Date): Promise<boolean> {
      const rows = await tx
        .update(forms)
        .set({
          published: sql`${forms.draft}`,
          publishedVersion: sql`${forms.publishedVersion} + 1`,
          hasChanges: false,
          updatedAt: now,
        })
        .where(and(eq(forms.id, id), eq(forms.draftRevision, revision)))
        .returning({ id: forms.id });
      return rows.length > 0;
    },
    async revert(id: string, now: Date): Promise<void> {
      await tx
        .update(forms)
        .set({
          draft: sql`${forms.published}`,
          draftRevision: sql`${forms.draftRevision} + 1`,
          hasChanges: false,
          updatedAt: now,
        })
        .where(eq(forms.id, id));
    },
    async change(id: string, change: Partial<Pick<FormRow, 'isActive' | 'slug'>>, now: Date): Promise<void> {
      await tx
        .update(forms)
        .set({ ...change, updatedAt: now })
        .where(eq(forms.id, id));
    },
    async remove(id: string): Promise<void> {
      await tx.delete(forms).where(eq(forms.id, id));
    },
    /** By the name in the page's address: its own id first, then the one that the owner chose. */
    async byAddress(identifier: string): Promise<FormRow | null> {
      const rows = await tx
        .select()
        .from(forms)
        .where(sql`${forms.publicId} = ${identifier} OR ${forms.slug} = ${identifier}`)
        .limit(2);
      return rows.find(({ publicId }) => publicId === identifier) ?? rows[0] ?? null;
    },
    async byPublicIds(publicIds: readonly string[]): Promise<FormRow[]> {
      return publicIds.length === 0
        ? []
        : tx
            .select()
            .from(forms)
            .where(inArray(forms.publicId, [...publicIds]));
    },
    async byPublicId(publicId: string): Promise<FormRow | null> {
      const [row] = await tx.select().from(forms).where(eq(forms.publicId, publicId));
      return row ?? null;
    },
    /**
     * Counts one submission while the form is open and has room for it. What was paid for is counted in any
     * case.
     */
    async takePlace(id: string, most: number, isPaid: boolean): Promise<boolean> {
      const rows = await tx
        .update(forms)
        .set({ submissionCount: sql`${forms.submissionCount} + 1` })
        .where(
          and(
            eq(forms.id, id),
            isPaid ? undefined : eq(forms.isActive, true),
            most > 0 && !isPaid ? sql`${forms.submissionCount} < ${most}` : undefined,
          ),
        )
        .returning({ id: forms.id });
      return rows.length > 0;
    },
    /** Counts anew after submissions were deleted or marked. */
    async recount(id: string): Promise<void> {
      await tx
        .update(forms)
        .set({
          submissionCount: sql`(SELECT count(*) FROM form_submissions s
            WHERE s.form_id = forms.id AND s.state = 'complete' AND s.status <> 'spam')`,
        })
        .where(eq(forms.id, id));
    },
  };
}

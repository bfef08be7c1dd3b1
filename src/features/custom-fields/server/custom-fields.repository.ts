import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import type { CustomFieldScope } from '#shared/contacts/custom-fields.ts';
import type { Transaction } from '#platform/database/database.ts';
import { customFields } from './custom-fields.table.ts';

export type CustomFieldRow = typeof customFields.$inferSelect;

/** Fields that the account added. */
export function customFieldsRepository(tx: Transaction) {
  return {
    async all(): Promise<CustomFieldRow[]> {
      return tx
        .select()
        .from(customFields)
        .orderBy(
          asc(customFields.scope),
          sql`${customFields.archivedAt} IS NOT NULL`,
          asc(customFields.position),
          asc(customFields.id),
        );
    },
    async active(scope: CustomFieldScope): Promise<CustomFieldRow[]> {
      return tx
        .select()
        .from(customFields)
        .where(and(eq(customFields.scope, scope), isNull(customFields.archivedAt)))
        .orderBy(asc(customFields.position), asc(customFields.id));
    },
    /** How many fields there are, for whoever adds one; others who add wait. */
    async counts(
      accountId: string,
      scope: CustomFieldScope,
    ): Promise<{ active: number; archived: number; last: number }> {
      await tx.execute(
        sql`SELECT pg_advisory_xact_lock(hashtextextended(${`custom fields ${accountId}`}, 0))`,
      );
      const {
        rows: [row],
      } = await tx.execute<{ active: number; archived: number; last: number }>(sql`
        SELECT count(*) FILTER (WHERE archived_at IS NULL)::int AS active,
          count(archived_at)::int AS archived, coalesce(max(position), 0) AS last FROM ${customFields}
        WHERE scope = ${scope}`);
      return row ?? { active: 0, archived: 0, last: 0 };
    },
    async insert(row: CustomFieldRow): Promise<void> {
      await tx.insert(customFields).values(row);
    },
    async lock(id: string): Promise<CustomFieldRow | null> {
      const [row] = await tx.select().from(customFields).where(eq(customFields.id, id)).for('update');
      return row ?? null;
    },
    async update(id: string, change: Partial<CustomFieldRow>): Promise<void> {
      await tx.update(customFields).set(change).where(eq(customFields.id, id));
    },
    async setOrder(ids: readonly string[]): Promise<void> {
      await tx.execute(
        sql`UPDATE ${customFields} SET position = wanted.place
          FROM unnest(${sql.param([...ids])}::text[]) WITH ORDINALITY AS wanted (id, place)
          WHERE ${customFields.id} = wanted.id`,
      );
    },
  };
}

import { asc, eq, sql } from 'drizzle-orm';
import type { Transaction } from '#platform/database/database.ts';
import { contacts, contactTags } from '../contacts.table.ts';

export type TagRow = typeof contactTags.$inferSelect;

/** The words that an account puts on contacts. */
export function contactsTagsRepository(tx: Transaction) {
  return {
    async all(): Promise<TagRow[]> {
      return tx
        .select()
        .from(contactTags)
        .orderBy(asc(sql`fold_text(${contactTags.name})`), asc(contactTags.id));
    },
    /** How many contacts have each tag. */
    async uses(): Promise<Map<string, number>> {
      const { rows } = await tx.execute<{ id: string; contacts: number }>(
        sql`SELECT used.tag_id AS id, count(*)::int AS contacts
          FROM ${contacts}, unnest(${contacts.tagIds}) AS used (tag_id) WHERE ${contacts.tagIds} <> '{}'
          GROUP BY used.tag_id`,
      );
      return new Map(rows.map(({ id, contacts: count }) => [id, count]));
    },
    /** How many of these ids are tags. */
    async known(ids: readonly string[]): Promise<number> {
      return ids.length === 0
        ? 0
        : tx.$count(contactTags, sql`${contactTags.id} = ANY(${sql.param([...ids])}::text[])`);
    },
    async count(): Promise<number> {
      return tx.$count(contactTags);
    },
    async insert(row: TagRow): Promise<void> {
      await tx.insert(contactTags).values(row);
    },
    /** Makes those whose names no tag has yet. */
    async insertMissing(rows: readonly TagRow[]): Promise<void> {
      await tx
        .insert(contactTags)
        .values([...rows])
        .onConflictDoNothing();
    },
    /** Ids of tags by their names in small letters. */
    async idsOf(names: readonly string[]): Promise<Map<string, string>> {
      const { rows } = await tx.execute<{ name: string; id: string }>(
        sql`SELECT given.name, t.id FROM unnest(${sql.param([...names])}::text[]) AS given (name)
          JOIN ${contactTags} t ON lower(t.name) = lower(given.name)`,
      );
      return new Map(rows.map(({ name, id }) => [name, id]));
    },
    async update(id: string, change: Pick<TagRow, 'name' | 'color'>): Promise<boolean> {
      return (
        (
          await tx
            .update(contactTags)
            .set(change)
            .where(eq(contactTags.id, id))
            .returning({ id: contactTags.id })
        ).length === 1
      );
    },
    /** Removes a tag, from the contacts as well. */
    async delete(id: string): Promise<boolean> {
      const gone = await tx
        .delete(contactTags)
        .where(eq(contactTags.id, id))
        .returning({ id: contactTags.id });
      if (gone.length === 0) return false;
      await tx
        .update(contacts)
        .set({ tagIds: sql`array_remove(${contacts.tagIds}, ${id})` })
        .where(sql`${id} = ANY(${contacts.tagIds})`);
      return true;
    },
  };
}

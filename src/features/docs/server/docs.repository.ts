import { and, count, desc, eq, ne } from 'drizzle-orm';
import type { Transaction } from '#platform/database/database.ts';
import { docsFeedback } from './docs.table.ts';

export function docsRepository(tx: Transaction) {
  return {
    async insert(row: typeof docsFeedback.$inferInsert): Promise<void> {
      await tx.insert(docsFeedback).values(row);
    },
    async counts(slug: string): Promise<{ isHelpful: boolean; count: number }[]> {
      return tx
        .select({ isHelpful: docsFeedback.isHelpful, count: count() })
        .from(docsFeedback)
        .where(eq(docsFeedback.slug, slug))
        .groupBy(docsFeedback.isHelpful);
    },
    /** The newest first. */
    async notes(slug: string, most: number): Promise<(typeof docsFeedback.$inferSelect)[]> {
      return tx
        .select()
        .from(docsFeedback)
        .where(and(eq(docsFeedback.slug, slug), ne(docsFeedback.note, '')))
        .orderBy(desc(docsFeedback.createdAt), desc(docsFeedback.id))
        .limit(most);
    },
  };
}

import { and, eq, lt } from 'drizzle-orm';
import type { Transaction } from '#platform/database/database.ts';
import { visitors } from '../conversations.table.ts';

/** Visitors who are none, as seen by the system: of all accounts. */
export function simulatingRepository(tx: Transaction) {
  return {
    async removeStranded(tag: string, before: Date): Promise<string[]> {
      const rows = await tx
        .delete(visitors)
        .where(and(eq(visitors.isPreview, true), eq(visitors.tag, tag), lt(visitors.createdAt, before)))
        .returning({ id: visitors.id });
      return rows.map(({ id }) => id);
    },
  };
}

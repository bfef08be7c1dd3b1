import { and, asc, eq, isNotNull, lte, or } from 'drizzle-orm';
import type { Transaction } from '#platform/database/database.ts';
import { landingPages } from '../landing-pages.table.ts';

export function dueRepository(tx: Transaction) {
  return {
    /** Over the wall: pages whose beginning or end has come. */
    async due(now: Date, most: number): Promise<{ id: string; accountId: string }[]> {
      return tx
        .select({ id: landingPages.id, accountId: landingPages.accountId })
        .from(landingPages)
        .where(
          or(
            and(isNotNull(landingPages.publishAt), lte(landingPages.publishAt, now)),
            and(
              isNotNull(landingPages.endAt),
              lte(landingPages.endAt, now),
              eq(landingPages.status, 'published'),
            ),
          ),
        )
        .orderBy(asc(landingPages.updatedAt))
        .limit(most);
    },
  };
}

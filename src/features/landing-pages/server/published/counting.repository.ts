import { lt, sql } from 'drizzle-orm';
import type { Transaction } from '#platform/database/database.ts';
import { landingPages, landingPageDays, landingPageSeen } from '../landing-pages.table.ts';

/** A page that was seen. `day` is in UTC; `mark` tells browsers of one day apart. */
export type SeenPage = {
  pageId: string;
  version: number;
  day: string;
  mark: string;
};

export function countingRepository(tx: Transaction) {
  return {
    async add(accountId: string, seen: readonly SeenPage[]): Promise<void> {
      // A page may have been deleted since it was seen.
      const known = new Set(
        (await tx.select({ id: landingPages.id }).from(landingPages)).map(({ id }) => id),
      );
      const counted = seen.filter(({ pageId }) => known.has(pageId));
      if (counted.length === 0) return;
      const firsts = await tx
        .insert(landingPageSeen)
        .values(counted.map(({ pageId, day, mark }) => ({ accountId, pageId, day, mark })))
        .onConflictDoNothing()
        .returning({ pageId: landingPageSeen.pageId, day: landingPageSeen.day, mark: landingPageSeen.mark });
      const isNew = new Set(firsts.map(({ pageId, day, mark }) => `${pageId} ${day} ${mark}`));
      const sums = new Map<
        string,
        typeof landingPageDays.$inferInsert & { views: number; visitors: number }
      >();
      for (const { pageId, version, day, mark } of counted) {
        const key = `${pageId} ${day} ${version}`;
        const sum = sums.get(key) ?? { accountId, pageId, version, day, views: 0, visitors: 0 };
        sum.views += 1;
        if (isNew.delete(`${pageId} ${day} ${mark}`)) sum.visitors += 1;
        sums.set(key, sum);
      }
      await tx
        .insert(landingPageDays)
        .values([...sums.values()])
        .onConflictDoUpdate({
          target: [landingPageDays.pageId, landingPageDays.day, landingPageDays.version],
          set: {
            views: sql`${landingPageDays.views} + excluded.views`,
            visitors: sql`${landingPageDays.visitors} + excluded.visitors`,
          },
        });
    },
    /** Over the wall. */
    async forgetBefore(day: string): Promise<void> {
      await tx.delete(landingPageSeen).where(lt(landingPageSeen.day, day));
    },
  };
}

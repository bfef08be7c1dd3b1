import { and, desc, eq, gt, inArray, isNull, lt, lte, ne, notExists, or, sql } from 'drizzle-orm';
import type { Transaction } from '#platform/database/database.ts';
import type { AnnouncementAudience } from '../announcements.contract.ts';
import { announcementDismissals, announcements } from './announcements.table.ts';

export type AnnouncementRow = typeof announcements.$inferSelect;

export function announcementsRepository(tx: Transaction) {
  return {
    newest: (limit: number): Promise<AnnouncementRow[]> =>
      tx.select().from(announcements).orderBy(desc(announcements.startsAt)).limit(limit),
    async byId(id: string): Promise<AnnouncementRow | null> {
      const [row] = await tx.select().from(announcements).where(eq(announcements.id, id));
      return row ?? null;
    },
    /** What is shown at a moment to people of these audiences, without what this person closed. */
    shownTo: (
      userId: string,
      audiences: readonly AnnouncementAudience[],
      now: Date,
    ): Promise<AnnouncementRow[]> =>
      tx
        .select()
        .from(announcements)
        .where(
          and(
            inArray(announcements.audience, [...audiences]),
            lte(announcements.startsAt, now),
            or(isNull(announcements.endsAt), gt(announcements.endsAt, now)),
            notExists(
              tx
                .select({ one: sql`1` })
                .from(announcementDismissals)
                .where(
                  and(
                    eq(announcementDismissals.announcementId, announcements.id),
                    eq(announcementDismissals.userId, userId),
                  ),
                ),
            ),
          ),
        )
        .orderBy(announcements.startsAt),
    /** Another one that somebody would see beside it. One at a time asks, until its transaction ends. */
    async overlapping(row: AnnouncementRow): Promise<AnnouncementRow | null> {
      await tx.execute(sql`LOCK TABLE announcements IN SHARE ROW EXCLUSIVE MODE`);
      const [other] = await tx
        .select()
        .from(announcements)
        .where(
          and(
            ne(announcements.id, row.id),
            row.audience === 'everybody'
              ? undefined
              : inArray(announcements.audience, ['everybody', row.audience]),
            or(isNull(announcements.endsAt), gt(announcements.endsAt, row.startsAt)),
            row.endsAt ? lt(announcements.startsAt, row.endsAt) : undefined,
          ),
        )
        .limit(1);
      return other ?? null;
    },
    async write(row: AnnouncementRow): Promise<void> {
      const { id: _id, createdAt: _createdAt, ...changes } = row;
      await tx
        .insert(announcements)
        .values(row)
        .onConflictDoUpdate({ target: announcements.id, set: changes });
    },
    async remove(id: string): Promise<void> {
      await tx.delete(announcements).where(eq(announcements.id, id));
    },
    async dismiss(announcementId: string, userId: string): Promise<void> {
      await tx.insert(announcementDismissals).values({ announcementId, userId }).onConflictDoNothing();
    },
  };
}

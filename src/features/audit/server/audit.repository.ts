import { and, desc, eq, gt, like, lt, max, notLike, or } from 'drizzle-orm';
import type { Transaction } from '#platform/database/database.ts';
import { auditEntries } from './audit.table.ts';

/** What superadmins do about the whole server stands in the account that they work in, and is read by them only. */
const superadmins = ['operator.%', 'blog.%'];

export type AuditRow = typeof auditEntries.$inferSelect;

export function auditRepository(tx: Transaction) {
  return {
    async insert(row: typeof auditEntries.$inferInsert): Promise<void> {
      await tx.insert(auditEntries).values(row);
    },
    async insertAll(rows: AuditRow[]): Promise<void> {
      for (let from = 0; from < rows.length; from += 1_000)
        await tx.insert(auditEntries).values(rows.slice(from, from + 1_000));
    },
    /** Of an account, newest first, before the line `cursor`. What superadmins did as such is not its affair. */
    async page(filter: {
      actor?: string | undefined;
      group?: string | undefined;
      cursor?: string | undefined;
      limit: number;
    }): Promise<AuditRow[]> {
      return tx
        .select()
        .from(auditEntries)
        .where(
          and(
            ...superadmins.map((lines) => notLike(auditEntries.action, lines)),
            filter.actor ? eq(auditEntries.actorId, filter.actor) : undefined,
            filter.group ? like(auditEntries.action, `${filter.group}.%`) : undefined,
            filter.cursor ? lt(auditEntries.id, filter.cursor) : undefined,
          ),
        )
        .orderBy(desc(auditEntries.id))
        .limit(filter.limit);
    },
    /** What superadmins did while they worked in this account. */
    async linesOfSuperadmins(accountId: string): Promise<AuditRow[]> {
      return tx
        .select()
        .from(auditEntries)
        .where(
          and(
            eq(auditEntries.accountId, accountId),
            or(...superadmins.map((lines) => like(auditEntries.action, lines))),
          ),
        );
    },
    /** What superadmins did, in whichever account they worked: newest first, before the line `cursor`. */
    async pageOfSuperadmins(filter: { cursor?: string | undefined; limit: number }): Promise<AuditRow[]> {
      return tx
        .select()
        .from(auditEntries)
        .where(
          and(
            or(...superadmins.map((lines) => like(auditEntries.action, lines))),
            filter.cursor ? lt(auditEntries.id, filter.cursor) : undefined,
          ),
        )
        .orderBy(desc(auditEntries.id))
        .limit(filter.limit);
    },
    /** What was done to something since another thing was done to it, newest first; nothing where it never was. */
    async about(targetId: string, action: string, sinceAction: string): Promise<AuditRow[]> {
      const [since] = await tx
        .select({ id: max(auditEntries.id) })
        .from(auditEntries)
        .where(and(eq(auditEntries.targetId, targetId), eq(auditEntries.action, sinceAction)));
      if (!since?.id) return [];
      return tx
        .select()
        .from(auditEntries)
        .where(
          and(
            eq(auditEntries.targetId, targetId),
            eq(auditEntries.action, action),
            gt(auditEntries.id, since.id),
          ),
        )
        .orderBy(desc(auditEntries.id))
        .limit(20);
    },
    async deleteBefore(moment: Date): Promise<void> {
      await tx.delete(auditEntries).where(lt(auditEntries.createdAt, moment));
    },
  };
}

import { and, desc, eq, inArray, lt } from 'drizzle-orm';
import type { Transaction } from '#platform/database/database.ts';
import { backups } from './backups.table.ts';

export type BackupRow = typeof backups.$inferSelect;

const underWay = inArray(backups.status, ['queued', 'running']);

export function backupsRepository(tx: Transaction) {
  return {
    all: (): Promise<BackupRow[]> =>
      tx.select().from(backups).orderBy(desc(backups.createdAt), desc(backups.id)),
    async find(id: string): Promise<BackupRow | null> {
      const [row] = await tx.select().from(backups).where(eq(backups.id, id));
      return row ?? null;
    },
    /** False where another one is under way. */
    async insert(row: BackupRow): Promise<boolean> {
      const rows = await tx.insert(backups).values(row).onConflictDoNothing().returning({ id: backups.id });
      return rows.length > 0;
    },
    /** Changes one that is under way; false where it is none any more. */
    async move(id: string, change: Partial<BackupRow>): Promise<boolean> {
      const rows = await tx
        .update(backups)
        .set(change)
        .where(and(eq(backups.id, id), underWay))
        .returning({ id: backups.id });
      return rows.length > 0;
    },
    async remove(id: string): Promise<void> {
      await tx.delete(backups).where(eq(backups.id, id));
    },
    /** Ends what nobody works on any more. */
    async breakOff(before: Date, failure: string, endedAt: Date): Promise<void> {
      await tx
        .update(backups)
        .set({ status: 'failed', failure, endedAt })
        .where(and(underWay, lt(backups.createdAt, before)));
    },
  };
}

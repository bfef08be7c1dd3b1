import { desc, eq, sql } from 'drizzle-orm';
import type { Transaction } from '#platform/database/database.ts';
import { outboxMails } from './mail.table.ts';

export type OutboxRow = typeof outboxMails.$inferSelect;

export function mailRepository(tx: Transaction) {
  return {
    async insert(row: typeof outboxMails.$inferInsert): Promise<void> {
      await tx.insert(outboxMails).values(row);
    },
    async byId(id: string): Promise<OutboxRow | null> {
      const [row] = await tx.select().from(outboxMails).where(eq(outboxMails.id, id));
      return row ?? null;
    },
    async newest(limit: number): Promise<OutboxRow[]> {
      return tx.select().from(outboxMails).orderBy(desc(outboxMails.createdAt)).limit(limit);
    },
    async markSent(id: string, sentAt: Date): Promise<void> {
      await tx.update(outboxMails).set({ state: 'sent', sentAt, lastError: null, attempts: sql`${outboxMails.attempts} + 1` }).where(eq(outboxMails.id, id));
    },
    async markFailed(id: string, reason: string): Promise<void> {
      await tx.update(outboxMails).set({ state: 'failed', lastError: reason.slice(0, 500), attempts: sql`${outboxMails.attempts} + 1` }).where(eq(outboxMails.id, id));
    },
  };
}

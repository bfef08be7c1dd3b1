import { and, desc, eq, gte, inArray, lt, ne, or, sql } from 'drizzle-orm';
import type { Transaction } from '#platform/database/database.ts';
import type { MailKind } from '../mail.contract.ts';
import { outboxAttachments, outboxMails } from './mail.table.ts';

export type OutboxRow = typeof outboxMails.$inferSelect;
export type OutboxAttachment = Omit<typeof outboxAttachments.$inferSelect, 'mailId'>;

const due = (id: string) => and(eq(outboxMails.id, id), inArray(outboxMails.state, ['queued', 'failed']));

export function mailRepository(tx: Transaction) {
  return {
    async insert(row: typeof outboxMails.$inferInsert): Promise<void> {
      await tx.insert(outboxMails).values(row);
    },
    async attach(mailId: string, attachment: OutboxAttachment): Promise<void> {
      await tx.insert(outboxAttachments).values({ mailId, ...attachment });
    },
    async attachmentOf(mailId: string): Promise<OutboxAttachment | null> {
      const [row] = await tx.select().from(outboxAttachments).where(eq(outboxAttachments.mailId, mailId));
      return row ?? null;
    },
    /** Locks a mail that is to be sent; null when it was sent, or somebody else sends it at this moment. */
    async take(id: string): Promise<OutboxRow | null> {
      const [row] = await tx.select().from(outboxMails).where(due(id)).for('update', { skipLocked: true });
      return row ?? null;
    },
    async isDue(id: string): Promise<boolean> {
      return (await tx.$count(outboxMails, due(id))) > 0;
    },
    async newest(limit: number): Promise<OutboxRow[]> {
      return tx
        .select()
        .from(outboxMails)
        .orderBy(desc(outboxMails.createdAt), desc(outboxMails.id))
        .limit(limit);
    },
    /** Takes a mail that was given up or held back out of the dead letters: true for exactly one caller. */
    async revive(id: string, tries: number, state: 'queued' | 'kept'): Promise<{ recipient: string } | null> {
      const isDead = or(
        eq(outboxMails.state, 'held'),
        and(eq(outboxMails.state, 'failed'), gte(outboxMails.attempts, tries)),
      );
      const [revived] = await tx
        .update(outboxMails)
        .set({ state, attempts: 0, lastError: null })
        .where(and(eq(outboxMails.id, id), isDead))
        .returning({ recipient: outboxMails.recipient });
      return revived ?? null;
    },
    async emptyBefore(moment: Date): Promise<void> {
      const old = tx
        .select({ id: outboxMails.id })
        .from(outboxMails)
        .where(and(eq(outboxMails.state, 'kept'), lt(outboxMails.createdAt, moment)));
      await tx.delete(outboxAttachments).where(inArray(outboxAttachments.mailId, old));
      await tx
        .update(outboxMails)
        .set({ textBody: '', htmlBody: '' })
        .where(
          and(
            inArray(outboxMails.state, ['sent', 'kept']),
            ne(outboxMails.htmlBody, ''),
            lt(outboxMails.createdAt, moment),
          ),
        );
    },
    /** Removes mails of a kind, also those that were never sent. */
    async removeBefore(kind: MailKind, moment: Date): Promise<void> {
      await tx.delete(outboxMails).where(and(eq(outboxMails.kind, kind), lt(outboxMails.createdAt, moment)));
    },
    async markSent(id: string, sentAt: Date): Promise<void> {
      await tx
        .update(outboxMails)
        .set({ state: 'sent', sentAt, lastError: null, attempts: sql`${outboxMails.attempts} + 1` })
        .where(eq(outboxMails.id, id));
      // Whoever it went to has it; here it would only be kept.
      await tx.delete(outboxAttachments).where(eq(outboxAttachments.mailId, id));
    },
    async markFailed(id: string, reason: string): Promise<void> {
      await tx
        .update(outboxMails)
        .set({ state: 'failed', lastError: reason.slice(0, 500), attempts: sql`${outboxMails.attempts} + 1` })
        .where(eq(outboxMails.id, id));
    },
  };
}

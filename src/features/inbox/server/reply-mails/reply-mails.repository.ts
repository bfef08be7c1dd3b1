import { and, asc, eq, gt, isNull, lte } from 'drizzle-orm';
import type { MessagePart } from '#shared/chat/message-parts.ts';
import type { Transaction } from '#platform/database/database.ts';
import { conversations, messages } from '#features/conversations/server/conversations.table.ts';

/** What people wrote and the visitor has not come to read. */
export function replyMailsRepository(tx: Transaction) {
  return {
    /** Conversations whose replies are due, longest due first. */
    async due(now: Date, limit: number): Promise<{ id: string; accountId: string; agentId: string }[]> {
      return tx
        .select({ id: conversations.id, accountId: conversations.accountId, agentId: conversations.agentId })
        .from(conversations)
        .where(lte(conversations.mailDueAt, now))
        .orderBy(asc(conversations.mailDueAt))
        .limit(limit);
    },
    /**
     * A conversation that is due, so that nobody else sends its mail before the transaction ends; null when
     * somebody did, or somebody is writing on.
     */
    async lockDue(id: string, now: Date) {
      const [row] = await tx
        .select()
        .from(conversations)
        .where(and(eq(conversations.id, id), lte(conversations.mailDueAt, now)))
        .for('update');
      return row ?? null;
    },
    /** People's messages behind a place, those that were taken back left out. */
    async said(
      conversationId: string,
      after: number,
    ): Promise<
      {
        seq: number;
        body: string;
        attachments: { name: string }[];
        parts: MessagePart[];
        authorName: string | null;
      }[]
    > {
      return tx
        .select({
          seq: messages.seq,
          body: messages.body,
          attachments: messages.attachments,
          parts: messages.parts,
          authorName: messages.authorName,
        })
        .from(messages)
        .where(
          and(
            eq(messages.conversationId, conversationId),
            eq(messages.role, 'human'),
            gt(messages.seq, after),
            isNull(messages.deletedAt),
          ),
        )
        .orderBy(messages.seq)
        .limit(50);
    },
    /** Notes that nothing is due any more, and how far it was mailed. */
    async setMailed(id: string, mailedSeq: number): Promise<void> {
      await tx.update(conversations).set({ mailDueAt: null, mailedSeq }).where(eq(conversations.id, id));
    },
  };
}

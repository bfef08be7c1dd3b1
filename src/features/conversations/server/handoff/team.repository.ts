import { and, desc, eq, gt, isNotNull, isNull, lte, ne, or } from 'drizzle-orm';
import type { Transaction } from '#platform/database/database.ts';
import { conversations, messages } from '../conversations.table.ts';
import type { MessageRow } from '../conversations.repository.ts';

/** What the team writes, and what is due by itself. */
export function teamRepository(tx: Transaction) {
  return {
    /** A person's message that came under this key before. */
    async byTeamKey(conversationId: string, clientMessageId: string): Promise<string | null> {
      const [row] = await tx
        .select({ id: messages.id })
        .from(messages)
        .where(
          and(
            eq(messages.conversationId, conversationId),
            eq(messages.clientMessageId, clientMessageId),
            eq(messages.role, 'human'),
          ),
        );
      return row?.id ?? null;
    },
    /** Conversations that a member speaks in or looks after, and that are not done. */
    async heldBy(userId: string): Promise<string[]> {
      const rows = await tx
        .select({ id: conversations.id })
        .from(conversations)
        .where(
          and(
            or(eq(conversations.handlerUserId, userId), eq(conversations.assigneeId, userId)),
            ne(conversations.status, 'resolved'),
          ),
        );
      return rows.map(({ id }) => id);
    },
    /** Who of the others spoke last behind a place, as visitors know them; null where nobody did. */
    async answeredSince(conversationId: string, seq: number, userId: string): Promise<string | null> {
      const [row] = await tx
        .select({ name: messages.authorName })
        .from(messages)
        .where(
          and(
            eq(messages.conversationId, conversationId),
            gt(messages.seq, seq),
            eq(messages.role, 'human'),
            isNull(messages.deletedAt),
            or(isNull(messages.authorId), ne(messages.authorId, userId)),
          ),
        )
        .orderBy(desc(messages.seq))
        .limit(1);
      return row ? (row.name ?? '') : null;
    },
    async rewriteMessage(id: string, change: Partial<MessageRow>): Promise<void> {
      await tx.update(messages).set(change).where(eq(messages.id, id));
    },
    /** Conversations in which something is due. */
    async due(now: Date, limit: number): Promise<{ id: string; accountId: string }[]> {
      return tx
        .select({ id: conversations.id, accountId: conversations.accountId })
        .from(conversations)
        .where(
          or(
            and(
              eq(conversations.handler, 'human'),
              isNotNull(conversations.returnAt),
              lte(conversations.returnAt, now),
            ),
            and(isNotNull(conversations.snoozedUntil), lte(conversations.snoozedUntil, now)),
            and(
              ne(conversations.status, 'resolved'),
              ne(conversations.status, 'snoozed'),
              isNull(conversations.waitingSince),
              lte(conversations.resolveAt, now),
            ),
          ),
        )
        .limit(limit);
    },
  };
}

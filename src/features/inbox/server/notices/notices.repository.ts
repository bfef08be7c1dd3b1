import { and, asc, eq, gte, inArray, isNull, lte, sql } from 'drizzle-orm';
import type { Transaction } from '#platform/database/database.ts';
import { agents } from '#features/agents/server/agents.table.ts';
import { contacts } from '#features/contacts/server/contacts.table.ts';
import { conversations, messages } from '#features/conversations/server/conversations.table.ts';
import { inboxMentions, inboxReads, inboxSettings } from '../inbox.table.ts';

/** Who waits for a person, and who of the team is told so. */
export function noticesRepository(tx: Transaction) {
  /** Visitors who began to wait within these moments and of whom nobody was told. */
  const untold = (from: Date, through: Date) =>
    and(
      gte(conversations.waitingSince, from),
      lte(conversations.waitingSince, through),
      sql`${conversations.noticedSince} IS DISTINCT FROM ${conversations.waitingSince}`,
      eq(conversations.status, 'open'),
      eq(conversations.isPreview, false),
    );
  return {
    async due(from: Date, through: Date, limit: number): Promise<{ id: string; accountId: string }[]> {
      return tx
        .select({ id: conversations.id, accountId: conversations.accountId })
        .from(conversations)
        .where(untold(from, through))
        .orderBy(asc(conversations.waitingSince))
        .limit(limit);
    },
    /**
     * Takes one of them, so that nobody else tells of it; null when somebody did, or the visitor does not
     * wait any more.
     */
    async take(id: string, from: Date, through: Date) {
      const [row] = await tx
        .update(conversations)
        .set({ noticedSince: conversations.waitingSince })
        .where(and(eq(conversations.id, id), untold(from, through)))
        .returning();
      return row ?? null;
    },
    /** Whether somebody of the team has opened it since the visitor wrote what they wait with. */
    async isSeen({
      id,
      lastVisitorSeq,
      waitingSince,
    }: Pick<typeof conversations.$inferSelect, 'id' | 'lastVisitorSeq' | 'waitingSince'>): Promise<boolean> {
      const { rows } = await tx.execute(sql`
        SELECT FROM ${messages} AS asked
        JOIN ${inboxReads} AS read ON read.conversation_id = asked.conversation_id AND read.seq >= asked.seq
        WHERE asked.conversation_id = ${id} AND asked.seq = ${lastVisitorSeq}
          AND asked.created_at >= ${waitingSince?.toISOString() ?? null} LIMIT 1`);
      return rows.length > 0;
    },
    async names(
      agentId: string,
      contactId: string | null,
    ): Promise<{ agent: string; visitor: string | null }> {
      const [agent] = await tx.select({ name: agents.name }).from(agents).where(eq(agents.id, agentId));
      const [contact] = contactId
        ? await tx
            .select({ name: contacts.name, email: contacts.email })
            .from(contacts)
            .where(eq(contacts.id, contactId))
        : [];
      return { agent: agent?.name ?? '', visitor: contact?.name || contact?.email || null };
    },
    /**
     * Takes what members were named with between these moments and did not look at, so that nobody else tells
     * of it.
     */
    async takeMentions(from: Date, through: Date, now: Date, limit: number) {
      const due = tx
        .select({ noteId: inboxMentions.noteId, userId: inboxMentions.userId })
        .from(inboxMentions)
        .where(
          and(
            gte(inboxMentions.createdAt, from),
            lte(inboxMentions.createdAt, through),
            isNull(inboxMentions.seenAt),
            isNull(inboxMentions.mailedAt),
          ),
        )
        .orderBy(asc(inboxMentions.createdAt))
        .limit(limit)
        .for('update', { skipLocked: true });
      const { rows } = await tx.execute<{
        accountId: string;
        userId: string;
        conversationId: string;
        agentId: string;
        author: string;
        body: string;
      }>(sql`
        WITH due AS ${due}, told AS (UPDATE ${inboxMentions} AS m SET mailed_at = ${now.toISOString()}::timestamptz
          FROM due WHERE m.note_id = due.note_id AND m.user_id = due.user_id RETURNING m.*)
        SELECT told.account_id AS "accountId", told.user_id AS "userId", told.conversation_id AS "conversationId",
          c.agent_id AS "agentId", n.author_name AS author, n.body
        FROM told JOIN inbox_notes n ON n.id = told.note_id JOIN ${conversations} AS c ON c.id = told.conversation_id
        ORDER BY told.created_at`);
      return rows;
    },
    /** Members of an account who want no mail about who waits. */
    async withoutMails(accountId: string, userIds: readonly string[]): Promise<Set<string>> {
      const rows = await tx
        .select({ userId: inboxSettings.userId })
        .from(inboxSettings)
        .where(
          and(
            eq(inboxSettings.accountId, accountId),
            inArray(inboxSettings.userId, [...userIds, '']),
            eq(inboxSettings.waitingMails, false),
          ),
        );
      return new Set(rows.map(({ userId }) => userId));
    },
  };
}

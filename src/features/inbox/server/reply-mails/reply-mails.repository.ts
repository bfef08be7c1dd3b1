import { and, asc, eq, gt, isNull, lte, sql } from 'drizzle-orm';
import type { MessagePart } from '#shared/chat/message-parts.ts';
import type { Transaction } from '#platform/database/database.ts';
import { conversations, messages } from '#features/conversations/server/conversations.table.ts';

/** A conversation that somebody may reply to by mail: its contact by each id, and their addresses. */
export type MailedConversation = {
  id: string;
  accountId: string;
  agentId: string;
  visitorId: string;
  language: string | null;
  isBlocked: boolean;
  contactIds: string[];
  emails: string[];
};

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
    /**
     * A conversation with the ids that its contact had and the addresses that are known of them; over the wall,
     * for a mail says no account.
     */
    async mailed(id: string): Promise<MailedConversation | null> {
      const {
        rows: [row],
      } = await tx.execute<MailedConversation>(sql`
        SELECT v.id, v.account_id AS "accountId", v.agent_id AS "agentId", v.visitor_id AS "visitorId",
          v.language, c.is_blocked AS "isBlocked", array(SELECT v.contact_id UNION ALL SELECT m.id FROM contact_merges m
            WHERE m.merged_into = v.contact_id) AS "contactIds",
          array(SELECT DISTINCT address FROM (SELECT c.email AS address UNION ALL SELECT c.claimed_email
            UNION ALL SELECT jsonb_array_elements_text(c.other_emails)
            UNION ALL SELECT jsonb_path_query_first(i.form_values, '$[*] ? (@.type == "email").value') #>> '{}'
              FROM visitors i WHERE i.id = v.visitor_id) AS known (address)
            WHERE address IS NOT NULL) AS emails
        FROM conversations v JOIN contacts c ON c.id = v.contact_id
        WHERE v.id = ${id} AND NOT v.is_preview`);
      return row ?? null;
    },
    /** Notes that nothing is due any more, and how far it was mailed. */
    async setMailed(id: string, mailedSeq: number): Promise<void> {
      await tx.update(conversations).set({ mailDueAt: null, mailedSeq }).where(eq(conversations.id, id));
    },
  };
}

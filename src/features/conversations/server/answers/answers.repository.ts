import { and, desc, eq, inArray, lt, sql } from 'drizzle-orm';
import type { Transaction } from '#platform/database/database.ts';
import { endReservation } from '#features/paywall/server/paywall.table.ts';
import type { MessageRow } from '../conversations.repository.ts';
import { messages } from '../conversations.table.ts';

/** The rows of answers: what is running, what was broken off, what is added when an answer is over. */
export function answersRepository(tx: Transaction) {
  return {
    /** Breaks off what the AI is writing in a conversation; what visitors paid for it is given back. */
    async interruptAnswersIn(conversationId: string, errorCode: string, now: Date): Promise<string[]> {
      const { rows } = await tx.execute<{ id: string }>(sql`
        WITH interrupted AS (
          UPDATE ${messages} SET status = 'interrupted', error_code = ${errorCode},
            completed_at = ${now.toISOString()}, process_id = NULL
          WHERE conversation_id = ${conversationId} AND status = 'streaming' RETURNING id
        ), ordered AS (
          SELECT id, (SELECT max(lot_id) FROM paywall_entries
            WHERE message_id = interrupted.id AND kind = 'reserve') AS lot_id FROM interrupted ORDER BY 2, 1
        )
        SELECT id, CASE WHEN lot_id IS NOT NULL THEN
          ${endReservation(sql`id`, { outcome: 'release', reason: 'interrupted' }, now)} END IS NULL AS
          "isFree" FROM ordered`);
      return rows.map(({ id }) => id);
    },
    /** The newest whole answers of the AI, newest first. */
    async lastAnswers(conversationId: string, count: number): Promise<MessageRow[]> {
      return tx
        .select()
        .from(messages)
        .where(
          and(
            eq(messages.conversationId, conversationId),
            eq(messages.role, 'assistant'),
            eq(messages.status, 'complete'),
          ),
        )
        .orderBy(desc(messages.seq))
        .limit(count);
    },
    /** The record of the last answer before a message of the conversation; null where none was kept. */
    async traceBefore(conversationId: string, seq: number): Promise<MessageRow['trace']> {
      const [row] = await tx
        .select({ trace: messages.trace })
        .from(messages)
        .where(
          and(
            eq(messages.conversationId, conversationId),
            eq(messages.role, 'assistant'),
            lt(messages.seq, seq),
          ),
        )
        .orderBy(desc(messages.seq))
        .limit(1);
      return row?.trace ?? null;
    },
    /** Keeps the record of an answer that this process is writing. */
    async keepTrace(id: string, processId: string, trace: NonNullable<MessageRow['trace']>): Promise<void> {
      await tx
        .update(messages)
        .set({ trace })
        .where(and(eq(messages.id, id), eq(messages.processId, processId), eq(messages.status, 'streaming')));
    },
    /** Starts a failed or interrupted answer again; false when somebody else already did. */
    async restartAnswer(id: string, processId: string): Promise<boolean> {
      const rows = await tx
        .update(messages)
        .set({
          status: 'streaming',
          body: '',
          errorCode: null,
          processId,
          parts: [],
          suggestions: [],
          citations: [],
          attachments: [],
          completedAt: null,
        })
        .where(and(eq(messages.id, id), inArray(messages.status, ['failed', 'interrupted'])))
        .returning({ id: messages.id });
      return rows.length === 1;
    },
    /** Answers that a process is writing, as far as the database knows. */
    async streamingOf(processId: string): Promise<string[]> {
      const rows = await tx
        .select({ id: messages.id })
        .from(messages)
        .where(and(eq(messages.processId, processId), eq(messages.status, 'streaming')));
      return rows.map(({ id }) => id);
    },
    /**
     * Marks answers that nobody writes any more: all of a process, or some of it. What was written stays;
     * what visitors paid for it is given back.
     */
    async interruptAnswersOf(
      processId: string,
      errorCode: string,
      now: Date,
      ids: readonly string[] | null = null,
    ): Promise<{ id: string; accountId: string; conversationId: string }[]> {
      const chosen = ids ? sql`AND id = ANY(${sql.param(ids)}::text[])` : sql``;
      const { rows } = await tx.execute<{ id: string; accountId: string; conversationId: string }>(sql`
        WITH interrupted AS (
          UPDATE ${messages} SET status = 'interrupted', error_code = ${errorCode},
            completed_at = ${now.toISOString()}, process_id = NULL
          WHERE process_id = ${processId} AND status = 'streaming' ${chosen}
          RETURNING id, account_id, conversation_id
        ), ordered AS (
          -- In one order, so that two processes that clean up never wait for each other.
          SELECT id, (SELECT max(lot_id) FROM paywall_entries
            WHERE message_id = interrupted.id AND kind = 'reserve') AS lot_id, account_id, conversation_id
          FROM interrupted ORDER BY 2, 1
        )
        SELECT id, account_id AS "accountId", conversation_id AS "conversationId",
          CASE WHEN lot_id IS NOT NULL THEN
          ${endReservation(sql`id`, { outcome: 'release', reason: 'interrupted' }, now)} END IS NULL AS
          "isFree" FROM ordered`);
      return rows.map(({ id, accountId, conversationId }) => ({ id, accountId, conversationId }));
    },
    /**
     * Adds what is proposed under an answer, and what it cost to find, when the answer itself is stored
     * already.
     */
    async addSuggestions(
      id: string,
      found: { suggestions: string[]; inputTokens: number; outputTokens: number; costMicros: number | null },
    ): Promise<void> {
      await tx
        .update(messages)
        .set({
          suggestions: found.suggestions,
          inputTokens: sql`coalesce(${messages.inputTokens}, 0) + ${found.inputTokens}`,
          outputTokens: sql`coalesce(${messages.outputTokens}, 0) + ${found.outputTokens}`,
          costMicros: sql`${messages.costMicros} + ${found.costMicros}::bigint`,
        })
        .where(and(eq(messages.id, id), eq(messages.status, 'complete')));
    },
    async setFeedback(
      id: string,
      visitorId: string,
      feedback: 'up' | 'down' | null,
      reason: string | null,
    ): Promise<string | null> {
      const [row] = await tx
        .update(messages)
        .set({ feedback, feedbackReason: reason })
        .where(and(eq(messages.id, id), eq(messages.visitorId, visitorId), eq(messages.role, 'assistant')))
        .returning({ conversationId: messages.conversationId });
      return row?.conversationId ?? null;
    },
  };
}

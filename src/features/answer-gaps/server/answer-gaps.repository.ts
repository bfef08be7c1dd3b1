import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Transaction } from '#platform/database/database.ts';
import { agents } from '#features/agents/server/agents.table.ts';
import { conversations, messages } from '#features/conversations/server/conversations.table.ts';
import { answerGapsClosed } from './answer-gaps.table.ts';

type MessageRow = typeof messages.$inferSelect;
/** An answer with its question. */
export type AskedRow = Pick<
  MessageRow,
  'id' | 'conversationId' | 'body' | 'engine' | 'parts' | 'citations' | 'attachments' | 'feedback'
> & {
  question: string;
  agentId: string;
  agentName: string;
  language: string;
  createdAt: Date;
  visitorId: string;
  /** They wrote nothing afterwards, and have bought nothing since. */
  hasLeft: boolean;
};

/** Conversations that are looked through, newest first. */
const mostConversations = 2_000;
const mostAnswers = 1_000;

export function answerGapsRepository(tx: Transaction) {
  const answer = sql`SELECT a.id, a.conversation_id AS "conversationId", a.body, a.engine, a.parts,
    a.citations, a.attachments, a.feedback, a.created_at AS "createdAt", q.body AS question,
    c.agent_id AS "agentId", g.name AS "agentName", c.language, a.visitor_id AS "visitorId",
    NOT EXISTS (SELECT FROM ${messages} later WHERE later.visitor_id = a.visitor_id
      AND later.client_message_id IS NOT NULL AND later.created_at > a.created_at)
    AND NOT EXISTS (SELECT FROM purchases p WHERE p.visitor_id = a.visitor_id AND p.paid_at > a.created_at)
    AS "hasLeft"`;
  const read = (rows: AskedRow[]): AskedRow[] =>
    rows.map((row) => ({ ...row, createdAt: new Date(row.createdAt) }));
  return {
    /**
     * Whole answers of the newest conversations since a moment, newest first: all of an agent, or those that
     * may be gaps and are not closed.
     */
    async answers(input: {
      since: Date;
      agentIds: readonly string[] | null;
      isGap: boolean;
    }): Promise<AskedRow[]> {
      const reach = input.agentIds
        ? sql`AND ${inArray(conversations.agentId, [...input.agentIds, ''])}`
        : sql``;
      const gap = input.isGap
        ? sql`AND (a.feedback = 'down' OR (a.citations = '[]'::jsonb AND a.parts = '[]'::jsonb))
          AND NOT EXISTS (SELECT FROM ${answerGapsClosed} AS closed WHERE closed.message_id = a.id)`
        : sql``;
      const { rows } = await tx.execute<AskedRow>(sql`
        ${answer}
        FROM (SELECT id, agent_id, language FROM ${conversations}
          WHERE NOT is_preview AND last_message_at >= ${input.since.toISOString()} ${reach}
          ORDER BY last_message_at DESC LIMIT ${mostConversations}) AS c
        JOIN ${messages} AS a ON a.conversation_id = c.id AND a.role = 'assistant' AND a.status = 'complete'
        JOIN ${messages} AS q ON q.id = a.answers_id JOIN ${agents} AS g ON g.id = c.agent_id
        WHERE a.created_at >= ${input.since.toISOString()} AND q.body <> '' ${gap} ORDER BY a.created_at DESC
        LIMIT ${mostAnswers}`);
      return read(rows);
    },
    async answer(id: string): Promise<AskedRow | null> {
      const { rows } = await tx.execute<AskedRow>(sql`
        ${answer} FROM ${messages} AS a JOIN ${messages} AS q ON q.id = a.answers_id
        JOIN ${conversations} AS c ON c.id = a.conversation_id JOIN ${agents} AS g ON g.id = c.agent_id
        WHERE a.id = ${id} AND a.role = 'assistant' AND NOT c.is_preview`);
      return read(rows)[0] ?? null;
    },
    /** Those of the answers that there are, with their agents. */
    async agentsOf(ids: readonly string[]): Promise<{ id: string; agentId: string }[]> {
      return tx
        .select({ id: messages.id, agentId: conversations.agentId })
        .from(messages)
        .innerJoin(conversations, eq(conversations.id, messages.conversationId))
        .where(and(inArray(messages.id, [...ids, '']), eq(messages.role, 'assistant')));
    },
    /** How many different visitors chatted with each agent since a moment. */
    async visitorsOf(agentIds: readonly string[], since: Date): Promise<Map<string, number>> {
      const { rows } = await tx.execute<{ agentId: string; visitors: number }>(sql`
        SELECT agent_id AS "agentId", count(DISTINCT visitor_id)::int AS visitors FROM ${conversations}
        WHERE ${inArray(conversations.agentId, [...agentIds, ''])} AND NOT is_preview AND message_count > 0
          AND created_at >= ${since.toISOString()} GROUP BY agent_id`);
      return new Map(rows.map(({ agentId, visitors }) => [agentId, visitors]));
    },
    async close(rows: (typeof answerGapsClosed.$inferInsert)[]): Promise<void> {
      if (rows.length > 0) await tx.insert(answerGapsClosed).values(rows).onConflictDoNothing();
    },
  };
}

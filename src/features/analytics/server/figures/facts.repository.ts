import { sql, type SQL } from 'drizzle-orm';
import type { Transaction } from '#platform/database/database.ts';
import type { Period } from './period.models.ts';

export type AgentFacts = {
  id: string;
  name: string;
  createdAt: Date;
  isBinned: boolean;
};
export type AskedRow = {
  body: string;
  language: string;
  agentId: string;
  conversationId: string;
};

/** Conversations and messages that questions are gathered from, the newest first. */
const mostConversations = 2_000;
const mostQuestions = 4_000;

/** What figures need of agents, conversations and people's settings. */
export function factsRepository(tx: Transaction) {
  const ofAgents = (agentIds: readonly string[] | null): SQL =>
    agentIds ? sql`AND c.agent_id = ANY(${sql.param([...agentIds])}::text[])` : sql``;
  return {
    async agents(): Promise<AgentFacts[]> {
      const { rows } = await tx.execute<Omit<AgentFacts, 'createdAt'> & { createdAt: string }>(sql`
        SELECT id, name, created_at AS "createdAt", binned_at IS NOT NULL AS "isBinned" FROM agents ORDER BY id`);
      return rows.map((row) => ({ ...row, createdAt: new Date(row.createdAt) }));
    },
    /** What the account's owner, or the member who looks, hides. */
    async privacy(viewer: string): Promise<{ hidesPassive: boolean; hidesLocation: boolean }> {
      const { rows } = await tx.execute<{ hidesPassive: boolean; hidesLocation: boolean }>(sql`
        SELECT hides_passive AS "hidesPassive", hides_location AS "hidesLocation" FROM account_privacy(${viewer})`);
      return rows[0] ?? { hidesPassive: false, hidesLocation: false };
    },
    /** Conversations that were begun in a period and are there, by how many messages they have. */
    async depths(
      { begins, ends }: Period,
      agentIds: readonly string[] | null,
    ): Promise<{ messages: number; conversations: number }[]> {
      const { rows } = await tx.execute<{ messages: number; conversations: number }>(sql`
        SELECT c.message_count AS messages, count(*)::int AS conversations FROM conversations c
        WHERE NOT c.is_preview AND c.created_at >= ${begins.toISOString()}::timestamptz
          AND c.created_at < ${ends.toISOString()}::timestamptz ${ofAgents(agentIds)} GROUP BY 1`);
      return rows;
    },
    /** What visitors wrote in a period, newest first, out of its newest conversations. */
    async asked({ begins, ends }: Period, agentIds: readonly string[] | null): Promise<AskedRow[]> {
      const { rows } = await tx.execute<AskedRow>(sql`
        SELECT m.body, c.language, c.agent_id AS "agentId", c.id AS "conversationId" FROM (
          SELECT c.id, c.language, c.agent_id FROM conversations c
          WHERE NOT c.is_preview AND c.last_message_at >= ${begins.toISOString()}::timestamptz
            AND c.created_at < ${ends.toISOString()}::timestamptz ${ofAgents(agentIds)}
          ORDER BY c.last_message_at DESC LIMIT ${mostConversations}) c
        JOIN messages m ON m.conversation_id = c.id AND m.role = 'visitor' AND m.deleted_at IS NULL
        WHERE m.created_at >= ${begins.toISOString()}::timestamptz
          AND m.created_at < ${ends.toISOString()}::timestamptz AND m.body <> ''
        ORDER BY m.created_at DESC LIMIT ${mostQuestions}`);
      return rows;
    },
  };
}

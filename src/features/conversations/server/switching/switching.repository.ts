import { and, desc, eq, inArray, isNull, or, sql, type Placeholder, type SQL } from 'drizzle-orm';
import type { Transaction } from '#platform/database/database.ts';
import { agents } from '#features/agents/server/agents.table.ts';
import { conversations, messages, visitors } from '../conversations.table.ts';
import type { TransferredHistory, WentOn } from './switching.models.ts';
import type { VisitorRow } from '../conversations.repository.ts';

/**
 * What was said in the conversation that a visitor came from, its newest messages, for `carried` in a
 * statement's rows.
 */
export function transferredFrom(conversation: SQL, carries: SQL, count: number | Placeholder): SQL {
  return sql`
    CASE WHEN ${carries} THEN (
      SELECT jsonb_build_object('agentName', ${agents.name}, 'messages', coalesce((
        SELECT jsonb_agg(jsonb_build_object('role', said.role, 'body', said.body, 'status', said.status,
          'parts', said.parts) ORDER BY said.seq)
        FROM (SELECT role, body, status, parts, seq FROM ${messages}
          WHERE conversation_id = earlier.id AND role <> 'event' ORDER BY seq DESC LIMIT ${count}) AS said
      ), '[]'))
      FROM ${conversations} AS earlier JOIN ${agents} ON ${agents.id} = earlier.agent_id
      WHERE earlier.id = ${conversation}
    ) END`;
}

export function switchingRepository(tx: Transaction) {
  return {
    /** The same person as a visitor of another agent. */
    async relative(rootId: string, agentId: string, isPreview: boolean): Promise<VisitorRow | null> {
      const [row] = await tx
        .select()
        .from(visitors)
        .where(
          and(
            or(eq(visitors.id, rootId), eq(visitors.rootId, rootId)),
            eq(visitors.agentId, agentId),
            eq(visitors.isPreview, isPreview),
          ),
        )
        .orderBy(desc(visitors.lastSeenAt))
        .limit(1);
      return row ?? null;
    },
    /** Notes with which agent somebody goes on, whom they met as `rootId` first. */
    async goOn(rootId: string, agentId: string | null): Promise<void> {
      await tx.update(visitors).set({ wentOnWith: agentId }).where(eq(visitors.id, rootId));
    },
    /** With whom the person went on whom this agent met first, and whom they met; null: with nobody. */
    async wentOn(rootId: string): Promise<WentOn | null> {
      const rows = await tx
        .select({ id: visitors.id, agentId: visitors.agentId, wentOnWith: visitors.wentOnWith })
        .from(visitors)
        .where(or(eq(visitors.id, rootId), eq(visitors.rootId, rootId)));
      const agentId = rows.find(({ id }) => id === rootId)?.wentOnWith;
      return agentId ? { agentId, met: rows.map((row) => row.agentId) } : null;
    },
    /** What a switch leaves with the visitor for the conversation that they may begin. */
    async arrive(
      visitorId: string,
      values: { cameFrom: string | null; carries: boolean; contactId: string | null; now: Date },
    ): Promise<void> {
      await tx
        .update(visitors)
        .set({
          cameFrom: values.cameFrom,
          carries: values.carries,
          lastSeenAt: values.now,
          ...(values.contactId
            ? { contactId: sql`coalesce(${visitors.contactId}, ${values.contactId})` }
            : {}),
        })
        .where(eq(visitors.id, visitorId));
    },
    /** Notes at a conversation that goes on where its visitor came from this time. */
    async resume(conversationId: string, cameFrom: string, carries: boolean): Promise<void> {
      await tx.update(conversations).set({ cameFrom, carries }).where(eq(conversations.id, conversationId));
    },
    async transferred(conversationId: string, count: number): Promise<TransferredHistory | null> {
      const { rows } = await tx.execute<{ transferred: TransferredHistory | null }>(
        sql`SELECT ${transferredFrom(sql`${conversationId}`, sql`true`, count)} AS transferred`,
      );
      return rows[0]?.transferred ?? null;
    },
    /** A person has one contact, whichever of their agents they wrote to first. */
    async contactOf(rootId: string): Promise<string | null> {
      const [row] = await tx
        .select({ contactId: visitors.contactId })
        .from(visitors)
        .where(eq(visitors.id, rootId));
      return row?.contactId ?? null;
    },
    async shareContact(rootId: string, contactId: string): Promise<void> {
      await tx
        .update(visitors)
        .set({ contactId })
        .where(and(or(eq(visitors.id, rootId), eq(visitors.rootId, rootId)), isNull(visitors.contactId)));
    },
    /** The names of the agents of conversations, by conversation. */
    async agentNames(conversationIds: readonly string[]): Promise<Map<string, string>> {
      if (conversationIds.length === 0) return new Map();
      const rows = await tx
        .select({ id: conversations.id, name: agents.name })
        .from(conversations)
        .innerJoin(agents, eq(agents.id, conversations.agentId))
        .where(inArray(conversations.id, [...conversationIds]));
      return new Map(rows.map(({ id, name }) => [id, name]));
    },
  };
}

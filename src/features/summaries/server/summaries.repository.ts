import { and, asc, desc, eq, gte, inArray, lt, lte, sql } from 'drizzle-orm';
import type { Transaction } from '#platform/database/database.ts';
import type { Call } from '#shared/voice/calls.ts';
import { agentVersions, agents } from '#features/agents/server/agents.table.ts';
import { contacts } from '#features/contacts/server/contacts.table.ts';
import { conversations, messages, visitors } from '#features/conversations/server/conversations.table.ts';
import { purchases } from '#features/payments/server/payments.table.ts';
import { conversationSummaries, summaryWatches } from './summaries.table.ts';

export type SummaryRow = typeof conversationSummaries.$inferSelect;

/** Messages that nobody has summed up yet, of a conversation that is silent or over. */
export type DueStretch = {
  conversationId: string;
  accountId: string;
  agentId: string;
  fromSeq: number;
  throughSeq: number;
};

export function summariesRepository(tx: Transaction) {
  return {
    /**
     * Begins to watch agents that send summaries, from their publishing on, and forgets those that don't any
     * more.
     */
    async watch(now: Date): Promise<void> {
      const wants = sql`${agents.live} -> 'summary' ->> 'enabled' = 'true'`;
      await tx.execute(sql`
        INSERT INTO ${summaryWatches} (agent_id, account_id, since) SELECT id, account_id,
          coalesce((SELECT max(${agentVersions.createdAt}) FROM ${agentVersions}
            WHERE ${agentVersions.agentId} = ${agents.id}), ${now.toISOString()}::timestamptz)
          FROM ${agents} WHERE ${wants} ON CONFLICT DO NOTHING`);
      await tx.execute(
        sql`DELETE FROM ${summaryWatches}
          WHERE NOT EXISTS (SELECT FROM ${agents}
          WHERE ${agents.id} = ${summaryWatches.agentId} AND ${wants})`,
      );
    },
    /**
     * Stretches of at least `least` messages (notes of what happened are none) that ended before their agent's delay, or whose conversation was
     * ended, resolved or came to the team since the last one; oldest first. While a person of the team has a
     * conversation it is over when they resolve it, or after `talkMs` of silence. One that waits for a person
     * is summed up at once where only the team reads it: the visitor gets one of the whole.
     * What is older than `oldest` is no news any more, for example after a server was off for weeks.
     */
    async due(input: {
      now: Date;
      oldest: Date;
      least: number;
      limit: number;
      talkMs: number;
    }): Promise<DueStretch[]> {
      const now = input.now.toISOString();
      const { rows } = await tx.execute<DueStretch>(sql`
        SELECT c.id AS "conversationId", c.account_id AS "accountId", c.agent_id AS "agentId",
          done.through + 1 AS "fromSeq", c.next_seq - 1 AS "throughSeq"
        FROM ${summaryWatches} AS watch JOIN ${agents} ON ${agents.id} = watch.agent_id
        JOIN ${conversations} AS c ON c.agent_id = watch.agent_id AND NOT c.is_preview
          AND c.last_message_at >= greatest(watch.since, ${input.oldest.toISOString()}::timestamptz)
        CROSS JOIN LATERAL (SELECT coalesce(max(through_seq), 0) AS through, max(created_at) AS at
          FROM ${conversationSummaries} AS earlier
          WHERE earlier.conversation_id = c.id AND earlier.kind = 'stretch') AS done
        WHERE (c.ended_at IS NOT NULL OR c.resolved_at > coalesce(done.at, '-infinity')
          OR (c.handler = 'waiting' AND c.waiting_since > coalesce(done.at, '-infinity')
            AND ${agents.live} -> 'summary' ->> 'sendToContact' IS DISTINCT FROM 'true'
            AND NOT EXISTS (SELECT FROM ${messages} AS spoken
              WHERE spoken.conversation_id = c.id AND spoken.seq > done.through AND spoken.role = 'human'))
          OR c.last_message_at <= ${now}::timestamptz - greatest(
            make_interval(mins => (${agents.live} -> 'summary' ->> 'delayMinutes')::integer),
            CASE WHEN c.handler = 'human' AND c.status <> 'resolved'
              THEN make_interval(secs => ${input.talkMs / 1_000}) ELSE make_interval() END))
          AND c.next_seq - 1 - done.through >= ${input.least} AND (SELECT count(*) FROM ${messages} AS said
            WHERE said.conversation_id = c.id AND said.seq > done.through AND said.role <> 'event') >= ${input.least}
          AND NOT EXISTS (SELECT FROM ${messages} AS running
            WHERE running.conversation_id = c.id AND running.status = 'streaming')
          AND EXISTS (SELECT FROM ${messages} AS asked
            WHERE asked.conversation_id = c.id AND asked.seq > done.through AND asked.role = 'visitor')
        ORDER BY c.last_message_at LIMIT ${input.limit}`);
      return rows;
    },
    /** How many messages a conversation has; 0 where it is gone. */
    async messageCount(conversationId: string): Promise<number> {
      const [row] = await tx
        .select({ nextSeq: conversations.nextSeq })
        .from(conversations)
        .where(eq(conversations.id, conversationId));
      return (row?.nextSeq ?? 1) - 1;
    },
    /** Takes a stretch; false when another process has it. */
    async claim(row: typeof conversationSummaries.$inferInsert): Promise<boolean> {
      const rows = await tx
        .insert(conversationSummaries)
        .values(row)
        .onConflictDoNothing()
        .returning({ id: conversationSummaries.id });
      return rows.length === 1;
    },
    /**
     * Summaries that wait for so long that their job must have been lost; from now on they are queued again.
     */
    async takeStale(before: Date, now: Date, limit: number): Promise<string[]> {
      const stale = tx
        .select({ id: conversationSummaries.id })
        .from(conversationSummaries)
        .where(and(eq(conversationSummaries.state, 'waiting'), lt(conversationSummaries.queuedAt, before)))
        .orderBy(asc(conversationSummaries.queuedAt))
        .limit(limit)
        .for('update', { skipLocked: true });
      const rows = await tx
        .update(conversationSummaries)
        .set({ queuedAt: now })
        .where(inArray(conversationSummaries.id, stale))
        .returning({ id: conversationSummaries.id });
      return rows.map(({ id }) => id);
    },
    async byId(id: string): Promise<SummaryRow | null> {
      const [row] = await tx.select().from(conversationSummaries).where(eq(conversationSummaries.id, id));
      return row ?? null;
    },
    /** Whether the summary still waits; nobody else can finish it until the transaction ends. */
    async lockWaiting(id: string): Promise<boolean> {
      const rows = await tx
        .select({ id: conversationSummaries.id })
        .from(conversationSummaries)
        .where(and(eq(conversationSummaries.id, id), eq(conversationSummaries.state, 'waiting')))
        .for('update');
      return rows.length === 1;
    },
    async finish(
      id: string,
      end: Pick<SummaryRow, 'state' | 'engine' | 'content' | 'costMicros' | 'recipients' | 'sentAt'>,
    ): Promise<void> {
      await tx.update(conversationSummaries).set(end).where(eq(conversationSummaries.id, id));
    },
    /** What the stretch consists of; null when the conversation is gone. */
    async material(
      { conversationId, fromSeq, throughSeq }: Pick<SummaryRow, 'conversationId' | 'fromSeq' | 'throughSeq'>,
      mostMessages: number,
    ) {
      const [found] = await tx
        .select({ conversation: conversations, visitor: visitors, contact: contacts })
        .from(conversations)
        .innerJoin(visitors, eq(visitors.id, conversations.visitorId))
        .leftJoin(contacts, eq(contacts.id, conversations.contactId))
        .where(eq(conversations.id, conversationId));
      if (!found) return null;
      const said = await tx
        .select()
        .from(messages)
        .where(
          and(
            eq(messages.conversationId, conversationId),
            gte(messages.seq, Math.max(fromSeq, throughSeq - mostMessages + 1)),
            lte(messages.seq, throughSeq),
          ),
        )
        .orderBy(asc(messages.seq));
      const began = said[0]?.createdAt ?? found.conversation.createdAt;
      const bought = await tx
        .select({
          kind: purchases.kind,
          terms: purchases.terms,
          formName: purchases.formName,
          currency: purchases.currency,
          total: purchases.total,
          isTest: purchases.isTest,
        })
        .from(purchases)
        .where(
          and(
            eq(purchases.conversationId, conversationId),
            eq(purchases.status, 'paid'),
            gte(purchases.createdAt, began),
          ),
        )
        .orderBy(asc(purchases.createdAt))
        .limit(5);
      const [before] = await tx
        .select({ at: messages.createdAt })
        .from(messages)
        .where(and(eq(messages.conversationId, conversationId), lt(messages.seq, fromSeq)))
        .orderBy(desc(messages.seq))
        .limit(1);
      // A call begins before what is first said in it, and belongs to one stretch alone.
      const [after, until] = [before?.at.toISOString() ?? '', said.at(-1)?.createdAt.toISOString() ?? ''];
      return { ...found, messages: said, bought, callsBegin: { after, until } };
    },
  };
}

/** What a stretch consists of, with the calls that began in it. */
export type StretchMaterial = NonNullable<
  Awaited<ReturnType<ReturnType<typeof summariesRepository>['material']>>
> & {
  calls: readonly Call[];
};

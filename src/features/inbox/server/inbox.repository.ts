import { and, asc, eq, inArray, isNull, sql, type SQL } from 'drizzle-orm';
import type { Transaction } from '#platform/database/database.ts';
import { agents } from '#features/agents/server/agents.table.ts';
import { contacts } from '#features/contacts/server/contacts.table.ts';
import { conversations } from '#features/conversations/server/conversations.table.ts';
import type { Channel } from '#features/conversations/conversations-handoff.contract.ts';
import { inboxLabelled, inboxLabels, inboxMentions, inboxNotes, inboxReads } from './inbox.table.ts';

export type NoteRow = typeof inboxNotes.$inferSelect;
export type LabelRow = typeof inboxLabels.$inferSelect;
export type InboxRow = {
  id: string;
  agentId: string;
  agentName: string;
  contactId: string | null;
  contactName: string | null;
  contactEmail: string | null;
  isProven: boolean;
  /** Where they get mail: the address that is theirs, else the one that they claim. */
  mailAddress: string | null;
  language: string;
  channel: Channel;
  lastMessage: string;
  lastMessageRole: string | null;
  lastMessageAt: Date;
  /** What they said last, where they wait for a person. */
  visitorSaid: { body: string; files: { name: string }[] } | null;
  handler: (typeof conversations.$inferSelect)['handler'];
  handlerUserId: string | null;
  status: (typeof conversations.$inferSelect)['status'];
  priority: (typeof conversations.$inferSelect)['priority'];
  assigneeId: string | null;
  waitingSince: Date | null;
  snoozedUntil: Date | null;
  lastVisitorSeq: number;
  nextSeq: number;
  labels: string[];
  visitorReadSeq: number;
  mailedSeq: number;
  readSeq: number;
  micros: string;
};

/** How far a member has read a conversation. */
export const readBy = (userId: string): SQL =>
  sql`coalesce((SELECT seq FROM inbox_reads r
    WHERE r.conversation_id = ${conversations.id} AND r.user_id = ${userId}), 0)`;

/** What a line of the inbox shows of a conversation, its agent and its contact. */
export const inboxSelection = (userId: string) => ({
  id: conversations.id,
  agentId: conversations.agentId,
  agentName: agents.name,
  contactId: conversations.contactId,
  contactName: contacts.name,
  contactEmail: contacts.email,
  isProven: sql<boolean>`EXISTS (SELECT FROM visitors v
    WHERE v.id = ${conversations.visitorId} AND v.contact_id = ${conversations.contactId}
    AND v.proven_at IS NOT NULL)`,
  mailAddress: sql<string | null>`coalesce(${contacts.email}, ${contacts.claimedEmail})`,
  language: conversations.language,
  channel: conversations.channel,
  lastMessage: conversations.lastMessage,
  lastMessageRole: conversations.lastMessageRole,
  lastMessageAt: conversations.lastMessageAt,
  visitorSaid: sql<InboxRow['visitorSaid']>`CASE WHEN ${conversations.handler} = 'waiting'
    THEN (SELECT jsonb_build_object('body', left(m.body, 1000), 'files', m.attachments) FROM messages m
      WHERE m.conversation_id = ${conversations.id} AND m.seq = ${conversations.lastVisitorSeq}
      AND m.role = 'visitor') END`,
  handler: conversations.handler,
  handlerUserId: conversations.handlerUserId,
  status: conversations.status,
  priority: conversations.priority,
  assigneeId: conversations.assigneeId,
  waitingSince: conversations.waitingSince,
  snoozedUntil: conversations.snoozedUntil,
  lastVisitorSeq: conversations.lastVisitorSeq,
  visitorReadSeq: conversations.visitorReadSeq,
  mailedSeq: conversations.mailedSeq,
  nextSeq: conversations.nextSeq,
  labels: sql<string[]>`coalesce((SELECT jsonb_agg(l.label_id ORDER BY l.label_id) FROM inbox_labelled l
    WHERE l.conversation_id = ${conversations.id}), '[]')`,
  readSeq: sql<number>`${readBy(userId)}`,
});

export function inboxRepository(tx: Transaction) {
  return {
    async items(ids: readonly string[], userId: string): Promise<Map<string, Omit<InboxRow, 'micros'>>> {
      if (ids.length === 0) return new Map();
      const rows = await tx
        .select(inboxSelection(userId))
        .from(conversations)
        .innerJoin(agents, eq(agents.id, conversations.agentId))
        .leftJoin(contacts, eq(contacts.id, conversations.contactId))
        .where(inArray(conversations.id, [...ids]));
      return new Map(rows.map((row) => [row.id, row]));
    },
    async counts(
      userId: string,
      agentIds: readonly string[] | null,
    ): Promise<{ mine: number; unassigned: number; mentions: number; attention: number }> {
      const reach = agentIds ? sql`AND ${inArray(conversations.agentId, [...agentIds, ''])}` : sql``;
      const isWanted = sql`(handler = 'waiting'
        OR (assignee_id = ${userId} AND last_visitor_seq > ${readBy(userId)}))`;
      const [named] = (
        await tx.execute<{ mentions: number; more: number }>(sql`
        SELECT count(*)::int AS mentions,
          (count(*) FILTER (WHERE NOT (status IN ('open', 'pending') AND ${isWanted})))::int AS more
        FROM ${conversations} WHERE NOT is_preview AND id IN (SELECT conversation_id FROM ${inboxMentions}
          WHERE ${inboxMentions.userId} = ${userId} AND ${inboxMentions.seenAt} IS NULL) ${reach}`)
      ).rows;
      const { rows } = await tx.execute<{ mine: number; unassigned: number; attention: number }>(sql`
        SELECT count(*) FILTER (WHERE assignee_id = ${userId})::int AS mine,
          count(*) FILTER (WHERE handler = 'waiting')::int AS unassigned,
          count(*) FILTER (WHERE ${isWanted})::int AS attention
        FROM ${conversations} WHERE NOT is_preview AND status IN ('open', 'pending')
          AND (assignee_id = ${userId} OR (handler <> 'ai' AND handler = 'waiting')) ${reach}`);
      const counted = rows[0] ?? { mine: 0, unassigned: 0, attention: 0 };
      return {
        ...counted,
        mentions: named?.mentions ?? 0,
        attention: counted.attention + (named?.more ?? 0),
      };
    },
    /** The first tags by name, one step of the index for each. */
    async tags(limit: number): Promise<string[]> {
      const next = (after: SQL): SQL =>
        sql`SELECT min(tag) AS tag FROM ${conversations} WHERE tag IS NOT NULL AND NOT is_preview ${after}`;
      const { rows } = await tx.execute<{ tag: string }>(sql`
        WITH RECURSIVE known AS (${next(sql``)} UNION ALL SELECT (${next(sql`AND tag > known.tag`)})
          FROM known WHERE known.tag IS NOT NULL)
        SELECT tag FROM known WHERE tag IS NOT NULL LIMIT ${limit}`);
      return rows.map(({ tag }) => tag);
    },
    async setRead(row: typeof inboxReads.$inferInsert): Promise<void> {
      await tx
        .insert(inboxReads)
        .values(row)
        .onConflictDoUpdate({
          target: [inboxReads.conversationId, inboxReads.userId],
          set: { seq: row.seq },
        });
    },
    async notes(conversationId: string): Promise<NoteRow[]> {
      return tx
        .select()
        .from(inboxNotes)
        .where(eq(inboxNotes.conversationId, conversationId))
        .orderBy(asc(inboxNotes.createdAt), asc(inboxNotes.id))
        .limit(500);
    },
    async insertNote(row: NoteRow): Promise<void> {
      await tx.insert(inboxNotes).values(row);
    },
    async insertMentions(rows: (typeof inboxMentions.$inferInsert)[]): Promise<void> {
      await tx.insert(inboxMentions).values(rows).onConflictDoNothing();
    },
    /** The member has the conversation before them. */
    async seeMentions(conversationId: string, userId: string, now: Date): Promise<void> {
      await tx
        .update(inboxMentions)
        .set({ seenAt: now })
        .where(
          and(
            eq(inboxMentions.conversationId, conversationId),
            eq(inboxMentions.userId, userId),
            isNull(inboxMentions.seenAt),
          ),
        );
    },
    async labels(): Promise<LabelRow[]> {
      return tx.select().from(inboxLabels).orderBy(asc(inboxLabels.nameKey)).limit(200);
    },
    async insertLabel(row: LabelRow): Promise<void> {
      await tx.insert(inboxLabels).values(row);
    },
    async setLabel(id: string, change: Pick<LabelRow, 'name' | 'nameKey' | 'color'>): Promise<boolean> {
      return (
        (
          await tx
            .update(inboxLabels)
            .set(change)
            .where(eq(inboxLabels.id, id))
            .returning({ id: inboxLabels.id })
        ).length === 1
      );
    },
    async removeLabel(id: string): Promise<boolean> {
      return (
        (await tx.delete(inboxLabels).where(eq(inboxLabels.id, id)).returning({ id: inboxLabels.id }))
          .length === 1
      );
    },
    async label(row: typeof inboxLabelled.$inferInsert, isOn: boolean): Promise<void> {
      if (isOn) await tx.insert(inboxLabelled).values(row).onConflictDoNothing();
      else
        await tx
          .delete(inboxLabelled)
          .where(
            and(eq(inboxLabelled.conversationId, row.conversationId), eq(inboxLabelled.labelId, row.labelId)),
          );
    },
  };
}

import { and, desc, eq, inArray, isNotNull, isNull, lt, ne, or, sql, type SQL } from 'drizzle-orm';
import type { VisitorIdentity } from '#platform/http/access.ts';
import type { Transaction } from '#platform/database/database.ts';
import type { Slots } from '#platform/database/statement.ts';
import { attachments, type StoredAttachment } from './attachments.table.ts';
import { visitors } from '../conversations.table.ts';

export type AttachmentRow = typeof attachments.$inferSelect;

const shown = {
  id: attachments.id,
  kind: attachments.kind,
  name: attachments.name,
  type: attachments.mimeType,
  size: attachments.byteCount,
  width: attachments.width,
  height: attachments.height,
};

/** What a visitor may have of their files: a file of the team once it is at a message. */
const isForVisitor = or(ne(attachments.origin, 'team'), isNotNull(attachments.messageId));
const isUnsent = and(isNull(attachments.messageId), isNull(attachments.noteId));
/** What a member chose for a conversation and has not sent. */
const chosenBy = (conversationId: string, userId: string) =>
  and(eq(attachments.conversationId, conversationId), eq(attachments.authorId, userId), isUnsent);

export function attachmentsRepository(tx: Transaction) {
  return {
    /** Lets a visitor store one file at a time, so that their sum is known. */
    async lockVisitor(id: string): Promise<boolean> {
      const rows = await tx
        .select({ id: visitors.id })
        .from(visitors)
        .where(eq(visitors.id, id))
        .for('update');
      return rows.length === 1;
    },
    async insert(row: AttachmentRow): Promise<void> {
      await tx.insert(attachments).values(row);
    },
    /** What is stored of a visitor's files, without those of the team. */
    async usage(visitorId: string): Promise<{ count: number; bytes: number }> {
      const [row] = await tx
        .select({
          count: sql<number>`count(*)::int`,
          bytes: sql<number>`coalesce(sum(${attachments.byteCount}), 0)::float8`,
        })
        .from(attachments)
        .where(and(eq(attachments.visitorId, visitorId), ne(attachments.origin, 'team')));
      return row ?? { count: 0, bytes: 0 };
    },
    async ofVisitor(
      id: string,
      { visitorId, onlyConversation }: Pick<VisitorIdentity, 'visitorId' | 'onlyConversation'>,
    ): Promise<StoredAttachment | null> {
      const [row] = await tx
        .select(shown)
        .from(attachments)
        .where(
          and(
            eq(attachments.id, id),
            eq(attachments.visitorId, visitorId),
            isForVisitor,
            onlyConversation ? eq(attachments.conversationId, onlyConversation) : undefined,
          ),
        );
      return row ?? null;
    },
    async removeUnsent(id: string, visitorId: string): Promise<boolean> {
      const rows = await tx
        .delete(attachments)
        .where(
          and(
            eq(attachments.id, id),
            eq(attachments.visitorId, visitorId),
            eq(attachments.origin, 'visitor'),
            isUnsent,
          ),
        )
        .returning({ id: attachments.id });
      return rows.length === 1;
    },
    /** What the team has stored in a conversation: files and bytes. */
    async usageOfTeam(conversationId: string): Promise<{ count: number; bytes: number }> {
      const [row] = await tx
        .select({
          count: sql<number>`count(*)::int`,
          bytes: sql<number>`coalesce(sum(${attachments.byteCount}), 0)::float8`,
        })
        .from(attachments)
        .where(and(eq(attachments.conversationId, conversationId), eq(attachments.origin, 'team')));
      return row ?? { count: 0, bytes: 0 };
    },
    async removeChosen(id: string, conversationId: string, userId: string): Promise<boolean> {
      return (
        (
          await tx
            .delete(attachments)
            .where(and(eq(attachments.id, id), chosenBy(conversationId, userId)))
            .returning({ id: attachments.id })
        ).length === 1
      );
    },
    /** What a member chose, in the given order, locked so that nothing else takes it. */
    async claimChosen(
      ids: readonly string[],
      conversationId: string,
      userId: string,
    ): Promise<StoredAttachment[]> {
      if (ids.length === 0) return [];
      const rows = await tx
        .select(shown)
        .from(attachments)
        .where(and(inArray(attachments.id, [...ids]), chosenBy(conversationId, userId)))
        .for('update');
      return ids.flatMap((id) => rows.filter((row) => row.id === id));
    },
    async assignToNote(ids: readonly string[], noteId: string): Promise<void> {
      if (ids.length > 0)
        await tx
          .update(attachments)
          .set({ noteId })
          .where(inArray(attachments.id, [...ids]));
    },
    /** Forgets what a person's message brought along. */
    async removeOfMessage(messageId: string): Promise<void> {
      await tx.delete(attachments).where(eq(attachments.messageId, messageId));
    },
    async file(id: string): Promise<Pick<AttachmentRow, 'name' | 'mimeType' | 'bytes' | 'kind'> | null> {
      const [row] = await tx
        .select({
          name: attachments.name,
          mimeType: attachments.mimeType,
          bytes: attachments.bytes,
          kind: attachments.kind,
        })
        .from(attachments)
        .where(eq(attachments.id, id));
      return row ?? null;
    },
    /**
     * A visitor's own files that no message has yet, in the given order, locked so that no second message
     * takes them.
     */
    async takeUnsent(ids: readonly string[], visitorId: string): Promise<StoredAttachment[]> {
      if (ids.length === 0) return [];
      const rows = await tx
        .select(shown)
        .from(attachments)
        .where(
          and(
            inArray(attachments.id, [...ids]),
            eq(attachments.visitorId, visitorId),
            eq(attachments.origin, 'visitor'),
            isUnsent,
          ),
        )
        .for('update');
      return ids.flatMap((id) => rows.filter((row) => row.id === id));
    },
    async assign(ids: readonly string[], conversationId: string, messageId: string): Promise<void> {
      if (ids.length > 0)
        await tx
          .update(attachments)
          .set({ conversationId, messageId })
          .where(inArray(attachments.id, [...ids]));
    },
    /**
     * The newest files that the visitor sent in a conversation up to a message, newest message first; bytes
     * only of pictures.
     */
    async ofConversation(conversationId: string, until: Date, limit: number) {
      return tx
        .select({
          id: attachments.id,
          messageId: attachments.messageId,
          kind: attachments.kind,
          name: attachments.name,
          mimeType: attachments.mimeType,
          body: attachments.body,
        })
        .from(attachments)
        .where(
          and(
            eq(attachments.conversationId, conversationId),
            eq(attachments.origin, 'visitor'),
            sql`${attachments.createdAt} <= ${until.toISOString()}`,
          ),
        )
        .orderBy(desc(attachments.createdAt), desc(attachments.id))
        .limit(limit);
    },
    async bytesOf(ids: readonly string[]): Promise<Map<string, Buffer>> {
      if (ids.length === 0) return new Map();
      const rows = await tx
        .select({ id: attachments.id, bytes: attachments.bytes })
        .from(attachments)
        .where(inArray(attachments.id, [...ids]));
      return new Map(rows.map((row) => [row.id, row.bytes]));
    },
    /** Forgets what a model made for an answer that begins anew. */
    async removeOfAnswer(messageId: string): Promise<void> {
      await tx
        .delete(attachments)
        .where(and(eq(attachments.messageId, messageId), eq(attachments.origin, 'model')));
    },
    async sweepUnsent(before: Date): Promise<number> {
      const rows = await tx
        .delete(attachments)
        .where(and(isUnsent, lt(attachments.createdAt, before)))
        .returning({ id: attachments.id });
      return rows.length;
    },
  };
}

/**
 * Parts of the statement that takes a message: the visitor's own unsent files locked, the condition that all
 * of them are there, what stands on the message, their names for lists, and their assignment. Without files,
 * parts that cost nothing.
 */
export function attachmentParts(
  hasFiles: boolean,
  {
    attachments: ids,
    attachmentCount,
    visitorId,
    conversationId,
    questionId,
  }: Slots<{
    attachments: readonly string[];
    attachmentCount: number;
    visitorId: string;
    conversationId: string;
    questionId: string;
  }>,
): { locked: SQL; complete: SQL; stored: SQL; named: SQL; assigned: SQL } {
  if (!hasFiles)
    return { locked: sql``, complete: sql``, stored: sql`'[]'::jsonb`, named: sql`''`, assigned: sql`` };
  const list = sql`${ids}::text[]`;
  return {
    locked: sql`files AS (
      SELECT id, kind, name, mime_type, byte_count, width, height FROM ${attachments}
      WHERE id = ANY(${list}) AND visitor_id = ${visitorId} AND origin = 'visitor' AND message_id IS NULL FOR
        UPDATE
    ),`,
    complete: sql`AND (SELECT count(*) FROM files) = ${attachmentCount}`,
    stored: sql`(SELECT jsonb_agg(jsonb_build_object('id', id, 'kind', kind, 'name', name, 'type', mime_type,
      'size', byte_count, 'width', width, 'height', height) ORDER BY array_position(${list}, id))
      FROM files)`,
    named: sql`coalesce((SELECT left(string_agg('[' || name || ']', ' ' ORDER BY array_position(${list}, id)), 160) FROM files), '')`,
    assigned: sql`, assigned AS (
      UPDATE ${attachments} SET conversation_id = ${conversationId}, message_id = ${questionId} FROM reserved
      WHERE ${attachments}.id = ANY(${list})
    )`,
  };
}

import { and, asc, desc, eq, gt, inArray, isNull, lt, notExists, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { FormValue } from '#shared/forms/values.ts';
import type { Transaction } from '#platform/database/database.ts';
import { agents } from '#features/agents/server/agents.table.ts';
import { endReservation } from '#features/paywall/server/paywall.table.ts';
import { conversations, messages, visitorDeletions, visitors } from '../conversations.table.ts';
import type { VisitorRow } from '../conversations.repository.ts';

/** What visitors do beside writing: agreeing, answering the contact form, ending, deleting. */
export function visitorRepository(tx: Transaction) {
  return {
    async setConsent(id: string, version: string, language: string, now: Date): Promise<VisitorRow | null> {
      const [row] = await tx
        .update(visitors)
        .set({ consentVersion: version, consentLanguage: language, consentAt: now })
        .where(eq(visitors.id, id))
        .returning();
      return row ?? null;
    },
    /**
     * Whether the visitor wrote this text in a conversation, in whatever case; of a number its digits in their
     * order count.
     */
    async hasWritten(conversationId: string, text: string, isNumber: boolean): Promise<boolean> {
      const digits = text.replaceAll(/\D/g, '');
      const holds = isNumber
        ? sql`strpos(regexp_replace(${messages.body}, '[^0-9]', '', 'g'), ${digits}) > 0`
        : sql`strpos(lower(${messages.body}), lower(${text})) > 0`;
      if (isNumber && digits.length < 5) return false;
      const [row] = await tx
        .select({ id: messages.id })
        .from(messages)
        .where(and(eq(messages.conversationId, conversationId), eq(messages.role, 'visitor'), holds))
        .limit(1);
      return row !== undefined;
    },
    /** Ends the contact form, once; null when it was filled before. */
    async closeForm(
      id: string,
      state: 'filled' | 'skipped',
      values: FormValue[],
      now: Date,
    ): Promise<VisitorRow | null> {
      const [row] = await tx
        .update(visitors)
        .set({ formState: state, formValues: values, formAt: now })
        .where(and(eq(visitors.id, id), sql`${visitors.formState} IS DISTINCT FROM 'filled'`))
        .returning();
      return row ?? null;
    },
    /**
     * Marks the card of a form as sent, once; false when another submission was faster. A card that is gone
     * holds nobody up.
     */
    async fillCard({
      conversationId,
      messageId,
      formId,
      submissionId,
      at,
    }: {
      conversationId: string;
      messageId: string;
      formId: string;
      submissionId: string;
      at: Date;
    }): Promise<boolean> {
      const card = (filled: object | null): string =>
        JSON.stringify([{ type: 'own_form', formId, ...(filled ?? { filled }) }]);
      const isThere = and(eq(messages.id, messageId), eq(messages.conversationId, conversationId));
      const filled = JSON.stringify({ at: at.toISOString(), submissionId });
      const marked = await tx
        .update(messages)
        .set({
          parts: sql`(SELECT jsonb_agg(CASE WHEN part @> (${card(null)}::jsonb -> 0) THEN jsonb_set(part,
            '{filled}', ${filled}::jsonb) ELSE part END ORDER BY place)
            FROM jsonb_array_elements(${messages.parts}) WITH ORDINALITY AS each (part, place))`,
        })
        .where(and(isThere, sql`${messages.parts} @> ${card(null)}::jsonb`))
        .returning({ id: messages.id });
      if (marked.length === 1) return true;
      const others = await tx.$count(
        messages,
        and(
          isThere,
          sql`${messages.parts} @> ${card({})}::jsonb`,
          sql`NOT ${messages.parts} @> ${card({ filled: { submissionId } })}::jsonb`,
        ),
      );
      return others === 0;
    },
    /** Notes that the agent asked for contact details; false when there is nothing left to ask. */
    async askForForm(id: string): Promise<boolean> {
      const rows = await tx
        .update(visitors)
        .set({ formState: 'asked' })
        .where(and(eq(visitors.id, id), isNull(visitors.formState)))
        .returning({ id: visitors.id });
      return rows.length === 1;
    },
    /** A visitor's newest conversations, each with the first words that they wrote in it. */
    newestConversationsOf: (visitorId: string, limit: number) =>
      tx
        .select({
          id: conversations.id,
          lastMessageAt: conversations.lastMessageAt,
          endedAt: conversations.endedAt,
          resolvedAt: conversations.resolvedAt,
          title: sql<string | null>`(SELECT left(m.body, 120) FROM messages m
            WHERE m.conversation_id = "conversations"."id" AND m.role = 'visitor' ORDER BY m.seq LIMIT 1)`,
        })
        .from(conversations)
        .where(eq(conversations.visitorId, visitorId))
        .orderBy(desc(conversations.lastMessageAt))
        .limit(limit),
    /** How many messages a visitor wrote, in all of their conversations. */
    async written(id: string): Promise<number> {
      return tx.$count(messages, and(eq(messages.visitorId, id), eq(messages.role, 'visitor')));
    },
    /**
     * Ends a conversation of the visitor if it still goes on, and rates it if it was not rated. False when it
     * isn't theirs.
     */
    async endConversation(
      id: string,
      visitorId: string,
      by: 'visitor' | 'agent',
      rating: { stars: number; comment: string } | null,
      now: Date,
    ): Promise<{ contactId: string | null } | null> {
      const [row] = await tx
        .update(conversations)
        .set({
          endedAt: sql`coalesce(${conversations.endedAt}, ${now.toISOString()}::timestamptz)`,
          endedBy: sql`coalesce(${conversations.endedBy}, ${by})`,
          status: 'resolved',
          handler: 'ai',
          handlerUserId: null,
          waitingSince: null,
          returnAt: null,
          ...(rating
            ? {
                rating: sql`coalesce(${conversations.rating}, ${rating.stars})`,
                ratingComment: sql`CASE WHEN ${conversations.rating} IS NULL THEN ${rating.comment} ELSE
                  ${conversations.ratingComment} END`,
              }
            : {}),
        })
        .where(and(eq(conversations.id, id), eq(conversations.visitorId, visitorId)))
        .returning({ contactId: conversations.contactId });
      return row ?? null;
    },
    async conversationsOf(
      visitorId: string,
    ): Promise<{ id: string; contactId: string | null; messageCount: number }[]> {
      return tx
        .select({
          id: conversations.id,
          contactId: conversations.contactId,
          messageCount: conversations.messageCount,
        })
        .from(conversations)
        .where(eq(conversations.visitorId, visitorId));
    },
    async runningAnswersOf(visitorId: string): Promise<string[]> {
      const rows = await tx
        .select({ id: messages.id })
        .from(messages)
        .where(and(eq(messages.visitorId, visitorId), eq(messages.status, 'streaming')));
      return rows.map(({ id }) => id);
    },
    /** Whether a contact still has a visitor or a conversation. */
    async hasAnything(contactId: string): Promise<boolean> {
      return (
        (await tx.$count(visitors, eq(visitors.contactId, contactId))) > 0 ||
        (await tx.$count(conversations, eq(conversations.contactId, contactId))) > 0
      );
    },
    /**
     * Deletes a visitor with everything that hangs on them. What they bought stays in the ledger, without their
     * words.
     */
    async deleteVisitor(id: string, now: Date): Promise<void> {
      await tx.execute(
        sql`SELECT ${endReservation(sql`id`, { outcome: 'release', reason: 'deleted' }, now)} FROM ${messages}
          WHERE visitor_id = ${id} AND status = 'streaming'`,
      );
      await tx.delete(visitors).where(eq(visitors.id, id));
    },
    /**
     * Visitors without contact and conversation who were not seen since, from whom nobody else descends;
     * locked, in the order of their ids.
     */
    async lockIdle(before: Date, after: string, limit: number): Promise<string[]> {
      const heirs = tx
        .select({ one: sql`1` })
        .from(alias(visitors, 'heirs'))
        .where(sql`heirs.root_id = ${visitors.id}`);
      const spoken = tx
        .select({ one: sql`1` })
        .from(conversations)
        .where(eq(conversations.visitorId, visitors.id));
      const rows = await tx
        .select({ id: visitors.id })
        .from(visitors)
        .where(
          and(
            isNull(visitors.contactId),
            lt(visitors.lastSeenAt, before),
            gt(visitors.id, after),
            notExists(spoken),
            notExists(heirs),
          ),
        )
        .orderBy(asc(visitors.id))
        .limit(limit)
        .for('update', { skipLocked: true });
      return rows.map(({ id }) => id);
    },
    /** Removes those of them who still have said nothing; says how many they were. */
    async removeSilent(ids: readonly string[]): Promise<number> {
      if (ids.length === 0) return 0;
      const spoken = tx
        .select({ one: sql`1` })
        .from(conversations)
        .where(eq(conversations.visitorId, visitors.id));
      const rows = await tx
        .delete(visitors)
        .where(and(inArray(visitors.id, [...ids]), notExists(spoken)))
        .returning({ id: visitors.id });
      return rows.length;
    },
    async insertDeletion(row: typeof visitorDeletions.$inferInsert): Promise<void> {
      await tx.insert(visitorDeletions).values(row);
    },
    async deletions(contactId: string | undefined, limit: number) {
      const matching = contactId === undefined ? undefined : eq(visitorDeletions.contactId, contactId);
      const rows = await tx
        .select({ id: visitorDeletions.id, agentName: agents.name, deletedAt: visitorDeletions.deletedAt })
        .from(visitorDeletions)
        .innerJoin(agents, eq(agents.id, visitorDeletions.agentId))
        .where(matching)
        .orderBy(desc(visitorDeletions.deletedAt))
        .limit(limit);
      return { rows, total: await tx.$count(visitorDeletions, matching) };
    },
  };
}

import { and, desc, eq, gt, inArray, lt, ne, sql } from 'drizzle-orm';
import type { CustomValues } from '#shared/contacts/custom-fields.ts';
import type { FormValue } from '#shared/forms/values.ts';
import { contactVariableFields } from '#shared/contacts/contact-fields.ts';
import type { ContactVariable } from '#shared/chat/prompt-variables.ts';
import type { Transaction } from '#platform/database/database.ts';
import { takeUsage, type UsageTerms } from '#features/agents/server/usage/usage.table.ts';
import { agents } from '#features/agents/server/agents.table.ts';
import { contacts } from '#features/contacts/server/contacts.table.ts';
import { reserveMessage, type PaywallTerms } from '#features/paywall/server/paywall.table.ts';
import { conversations, messages, visitors } from './conversations.table.ts';

export type VisitorRow = typeof visitors.$inferSelect;
/** What is kept of the person behind a conversation, and what its visitor typed. */
export type FactsRow = {
  contact: Record<ContactVariable, string | null>;
  ownOfContact: CustomValues;
  ownOfConversation: CustomValues;
  isProven: boolean;
  typed: readonly FormValue[];
  typedLanguage: string | null;
};
export type ConversationRow = typeof conversations.$inferSelect;
export type MessageRow = typeof messages.$inferSelect;

/** What an earlier message says. */
export type HistoryRow = Pick<MessageRow, 'role' | 'body' | 'status' | 'parts'>;

/** What an agent's owner says about people, for one message. */
export type PeopleTerms = {
  answersWhileWaiting: boolean;
  resolveAt: Date;
};

/** How an answer ended. */
export type AnswerEnd = Pick<
  MessageRow,
  | 'body'
  | 'status'
  | 'parts'
  | 'suggestions'
  | 'citations'
  | 'attachments'
  | 'trace'
  | 'engine'
  | 'provider'
  | 'model'
  | 'inputTokens'
  | 'outputTokens'
  | 'costMicros'
  | 'errorCode'
>;

/** The columns of a contact that instructions may ask for. */
const variables = Object.fromEntries(
  Object.entries(contactVariableFields).map(([column, field]) => [column, contacts[field]]),
) as Record<
  keyof typeof contactVariableFields,
  (typeof contacts)[(typeof contactVariableFields)[keyof typeof contactVariableFields]]
>;

export function conversationsRepository(tx: Transaction) {
  return {
    async visitor(id: string): Promise<VisitorRow | null> {
      const [row] = await tx.select().from(visitors).where(eq(visitors.id, id));
      return row ?? null;
    },
    async visitorsWithForm(ids: readonly string[]): Promise<VisitorRow[]> {
      if (ids.length === 0) return [];
      return tx
        .select()
        .from(visitors)
        .where(and(inArray(visitors.id, [...ids]), eq(visitors.formState, 'filled')));
    },
    async insertVisitor(row: typeof visitors.$inferInsert): Promise<void> {
      await tx.insert(visitors).values(row);
    },
    /** Adds a visitor unless they are there. */
    async insertVisitorOnce(row: typeof visitors.$inferInsert): Promise<void> {
      await tx.insert(visitors).values(row).onConflictDoNothing();
    },
    async touchVisitor(id: string, now: Date): Promise<boolean> {
      const rows = await tx
        .update(visitors)
        .set({ lastSeenAt: now })
        .where(eq(visitors.id, id))
        .returning({ id: visitors.id });
      return rows.length === 1;
    },
    /** Whether the account takes no more messages from a visitor's person. */
    async isBlocked(visitorId: string): Promise<boolean> {
      return (
        (await tx.$count(
          visitors,
          and(
            eq(visitors.id, visitorId),
            sql`EXISTS (SELECT FROM ${contacts}
              WHERE ${contacts.id} = ${visitors.contactId} AND ${contacts.isBlocked})`,
          ),
        )) > 0
      );
    },
    async linkContact(visitorId: string, contactId: string): Promise<void> {
      await tx
        .update(visitors)
        .set({ contactId, proof: null, provenAt: null })
        .where(eq(visitors.id, visitorId));
    },
    /**
     * Lets one transaction at a time start a visitor's conversation; messages that go on with another one
     * need not wait.
     */
    async lockVisitor(id: string): Promise<VisitorRow | null> {
      const [row] = await tx.select().from(visitors).where(eq(visitors.id, id)).for('no key update');
      return row ?? null;
    },
    /** Takes a message's share of what its agent may use; null when there is none left. */
    async takeUsage(
      terms: UsageTerms,
    ): Promise<{ dayMessages: number; monthMicros: number; monthHeld: number } | null> {
      const { rows } = await tx.execute<{ day_messages: number; month_micros: string; month_held: string }>(
        takeUsage(terms, terms.isHard),
      );
      return rows[0]
        ? {
            dayMessages: rows[0].day_messages,
            monthMicros: Number(rows[0].month_micros),
            monthHeld: Number(rows[0].month_held),
          }
        : null;
    },
    /**
     * Takes one message of what the visitor may say; fails as `paywall_reserve` says when nothing is left.
     */
    async reserveMessage(input: {
      accountId: string;
      agentId: string;
      visitorId: string;
      answerId: string;
      terms: PaywallTerms;
      now: Date;
    }): Promise<void> {
      await tx.execute(sql`SELECT ${reserveMessage(input)}`);
    },
    async insertConversation(row: typeof conversations.$inferInsert): Promise<void> {
      await tx
        .insert(conversations)
        .values({ ...row, customFields: sql`custom_initials(${row.accountId}, 'conversation')` });
    },
    /**
     * What is kept of the person behind a conversation, by the names of the owner's instructions, with the
     * account's own fields of both.
     * `isProven`: the visitor showed to be the contact that the conversation stands under. `typed` is what
     * the visitor said of themselves.
     */
    async factsOf(id: string): Promise<FactsRow | null> {
      const isProven = sql<boolean>`coalesce(${visitors.provenAt} IS NOT NULL
        AND ${visitors.contactId} = ${conversations.contactId}, false)`;
      const [row] = await tx
        .select({
          ...variables,
          lifecycle: contacts.lifecycle,
          ownOfContact: contacts.customFields,
          ownOfConversation: conversations.customFields,
          isProven,
          typed: visitors.formValues,
          typedLanguage: visitors.language,
        })
        .from(conversations)
        .leftJoin(contacts, eq(contacts.id, conversations.contactId))
        .leftJoin(visitors, eq(visitors.id, conversations.visitorId))
        .where(eq(conversations.id, id));
      if (!row) return null;
      const { ownOfContact, ownOfConversation, isProven: proven, typed, typedLanguage, ...contact } = row;
      return {
        contact,
        ownOfContact: ownOfContact ?? {},
        ownOfConversation,
        isProven: proven,
        typed: typed ?? [],
        typedLanguage,
      };
    },
    async conversation(id: string): Promise<ConversationRow | null> {
      const [row] = await tx.select().from(conversations).where(eq(conversations.id, id));
      return row ?? null;
    },
    /** A conversation, kept from changing hands until the transaction ends. */
    async lockConversation(id: string): Promise<ConversationRow | null> {
      const [row] = await tx.select().from(conversations).where(eq(conversations.id, id)).for('update');
      return row ?? null;
    },
    async setConversation(
      id: string,
      change: Partial<
        Omit<typeof conversations.$inferInsert, 'id' | 'accountId' | 'nextSeq' | 'sideSeq' | 'messageCount'>
      >,
      places = { taken: 0, messages: 0 },
    ): Promise<void> {
      const { taken, messages: count } = places;
      const grown =
        taken > 0
          ? {
              nextSeq: sql`${conversations.nextSeq} + ${taken}`,
              sideSeq: sql`${conversations.sideSeq} + ${taken}`,
              messageCount: sql`${conversations.messageCount} + ${count}`,
            }
          : {};
      await tx
        .update(conversations)
        .set({ ...change, ...grown })
        .where(eq(conversations.id, id));
    },
    /** What people and notes say behind a place. */
    async sideMessages(conversationId: string, after: number): Promise<MessageRow[]> {
      return tx
        .select()
        .from(messages)
        .where(
          and(
            eq(messages.conversationId, conversationId),
            gt(messages.seq, after),
            inArray(messages.role, ['human', 'event']),
          ),
        )
        .orderBy(messages.seq)
        .limit(100);
    },
    async newestOfVisitor(visitorId: string): Promise<ConversationRow | null> {
      const [row] = await tx
        .select()
        .from(conversations)
        .where(eq(conversations.visitorId, visitorId))
        .orderBy(desc(conversations.lastMessageAt))
        .limit(1);
      return row ?? null;
    },
    async byClientKey(
      visitorId: string,
      clientMessageId: string,
    ): Promise<{ question: MessageRow; answer: MessageRow | null } | null> {
      const [question] = await tx
        .select()
        .from(messages)
        .where(
          and(
            eq(messages.visitorId, visitorId),
            eq(messages.clientMessageId, clientMessageId),
            eq(messages.role, 'visitor'),
          ),
        );
      if (!question) return null;
      const [answer] = await tx.select().from(messages).where(eq(messages.answersId, question.id));
      return { question, answer: answer ?? null };
    },
    async insertMessages(rows: (typeof messages.$inferInsert)[]): Promise<void> {
      await tx.insert(messages).values(rows);
    },
    /**
     * Moves what the visitor has read forward, never back and not past what there is; false where nothing
     * moved.
     */
    async markRead(id: string, seq: number): Promise<boolean> {
      const read = sql`least(${seq}, ${conversations.nextSeq} - 1)`;
      const rows = await tx
        .update(conversations)
        .set({ visitorReadSeq: read })
        .where(and(eq(conversations.id, id), sql`${conversations.visitorReadSeq} < ${read}`))
        .returning({ id: conversations.id });
      return rows.length === 1;
    },
    async message(id: string): Promise<MessageRow | null> {
      const [row] = await tx.select().from(messages).where(eq(messages.id, id));
      return row ?? null;
    },
    /** What was said last, whoever said it; notes between the messages are left out. */
    async lastSaid(conversationId: string): Promise<MessageRow | null> {
      const [row] = await tx
        .select()
        .from(messages)
        .where(and(eq(messages.conversationId, conversationId), ne(messages.role, 'event')))
        .orderBy(desc(messages.seq))
        .limit(1);
      return row ?? null;
    },
    async lastOfVisitor(conversationId: string): Promise<MessageRow | null> {
      const [row] = await tx
        .select()
        .from(messages)
        .where(and(eq(messages.conversationId, conversationId), eq(messages.role, 'visitor')))
        .orderBy(desc(messages.seq))
        .limit(1);
      return row ?? null;
    },
    async messagesOf(conversationIds: readonly string[], limit = 400): Promise<MessageRow[]> {
      if (conversationIds.length === 0) return [];
      const rows = await tx
        .select()
        .from(messages)
        .where(inArray(messages.conversationId, [...conversationIds]))
        .orderBy(desc(messages.createdAt), desc(messages.seq))
        .limit(limit);
      return rows.toSorted((a, b) => a.seq - b.seq);
    },
    /** The last `count` messages before place `seq`, oldest first. */
    async history(conversationId: string, seq: number, count: number): Promise<HistoryRow[]> {
      if (count === 0) return [];
      const rows = await tx
        .select({ role: messages.role, body: messages.body, status: messages.status, parts: messages.parts })
        .from(messages)
        .where(
          and(eq(messages.conversationId, conversationId), lt(messages.seq, seq), ne(messages.role, 'event')),
        )
        .orderBy(desc(messages.seq))
        .limit(count);
      return rows.toReversed();
    },
    async hasContact(id: string): Promise<boolean> {
      return (await tx.$count(contacts, eq(contacts.id, id))) > 0;
    },
    /** A contact's newest conversations, oldest first. */
    async ofContact(contactId: string, limit: number) {
      const rows = await tx
        .select({ conversation: conversations, agentName: agents.name })
        .from(conversations)
        .innerJoin(agents, eq(agents.id, conversations.agentId))
        .where(and(eq(conversations.contactId, contactId), eq(conversations.isPreview, false)))
        .orderBy(desc(conversations.createdAt))
        .limit(limit);
      return rows.toReversed();
    },
    async withAgent(id: string): Promise<{ conversation: ConversationRow; agentName: string } | null> {
      const [row] = await tx
        .select({ conversation: conversations, agentName: agents.name })
        .from(conversations)
        .innerJoin(agents, eq(agents.id, conversations.agentId))
        .where(eq(conversations.id, id));
      return row ?? null;
    },
    async overview() {
      const { rows } = await tx.execute<{
        agents: number;
        live_agents: number;
        contacts: number;
        conversations: number;
        messages: number;
        knowledge_ready: boolean;
        seen: boolean;
      }>(sql`
        SELECT (SELECT count(*)::int FROM agents WHERE binned_at IS NULL) AS agents,
          (SELECT count(*)::int FROM agents WHERE status = 'live') AS live_agents,
          (SELECT count(*)::int FROM contacts) AS contacts,
          (SELECT count(*)::int FROM conversations WHERE NOT is_preview) AS conversations,
          (SELECT coalesce(sum(message_count), 0)::int FROM conversations WHERE NOT is_preview) AS messages,
          EXISTS (SELECT FROM knowledge_sources
            WHERE status = 'ready' AND deleted_at IS NULL) AS knowledge_ready,
          EXISTS (SELECT FROM agents WHERE seen_at IS NOT NULL) AS seen`);
      return rows[0];
    },
  };
}

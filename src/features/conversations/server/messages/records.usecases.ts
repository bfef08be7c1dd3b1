import type { CustomValues } from '#shared/contacts/custom-fields.ts';
import { AppError, commonErrors } from '#shared/errors.ts';
import type { Transaction } from '#platform/database/database.ts';
import type { AccountScope } from '#platform/http/access.ts';
import { callsOfConversations } from '#features/calls/server/calls.usecases.ts';
import type { CustomInput } from '#features/custom-fields/custom-fields.contract.ts';
import {
  changedFields,
  customFieldsOf,
  readCustomInput,
} from '#features/custom-fields/server/custom-fields.usecases.ts';
import { conversationsErrors, type Conversation, type OwnerMessage } from '../../conversations.contract.ts';
import { presentOwnerMessage, type SignStoredCopy } from './present.models.ts';
import { switchingRepository } from '../switching/switching.repository.ts';
import {
  conversationsRepository,
  type ConversationRow,
  type VisitorRow,
} from '../conversations.repository.ts';
import type { Realtime } from '#platform/realtime/realtime.ts';
import { tellOwner } from '../conversations-notices.usecases.ts';

/**
 * A visitor fills the form once; it stands in the conversation that went on at that time, or was begun with
 * it.
 */
function formsOf(
  rows: readonly { conversation: ConversationRow }[],
  visitors: readonly VisitorRow[],
): Map<string, NonNullable<Conversation['form']>> {
  const forms = new Map<string, NonNullable<Conversation['form']>>();
  for (const { id, formAt, formValues } of visitors) {
    const own = rows.map(({ conversation }) => conversation).filter(({ visitorId }) => visitorId === id);
    const place =
      own
        .toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
        .find(({ lastMessageAt }) => formAt && lastMessageAt >= formAt) ?? own.at(-1);
    if (place && formAt) forms.set(place.id, { at: formAt.toISOString(), values: formValues });
  }
  return forms;
}

/** What an account's people read of its conversations. */
/** What led to an answer. */
export type SaidUpTo = {
  conversationId: string;
  agentId: string;
  language: string;
  said: string[];
  answer: OwnerMessage;
};

export function createConversationRecords(services: {
  signStoredCopy: SignStoredCopy;
  realtime: Pick<Realtime, 'publish'>;
}) {
  async function present(
    tx: Transaction,
    rows: readonly { conversation: ConversationRow; agentName: string }[],
  ): Promise<Conversation[]> {
    const repository = conversationsRepository(tx);
    const forms = formsOf(
      rows,
      await repository.visitorsWithForm([...new Set(rows.map(({ conversation }) => conversation.visitorId))]),
    );
    const messages = await repository.messagesOf(rows.map(({ conversation }) => conversation.id));
    const calls = await callsOfConversations(
      tx,
      rows.map(({ conversation }) => conversation.id),
    );
    const cameFrom = await switchingRepository(tx).agentNames(
      rows.flatMap(({ conversation }) => conversation.cameFrom ?? []),
    );
    return rows.map(({ conversation, agentName }) => ({
      id: conversation.id,
      agentId: conversation.agentId,
      agentName,
      cameFrom: conversation.cameFrom
        ? { conversationId: conversation.cameFrom, agentName: cameFrom.get(conversation.cameFrom) ?? '' }
        : null,
      contactId: conversation.contactId,
      language: conversation.language,
      pageUrl: conversation.pageUrl,
      tag: conversation.tag,
      messageCount: conversation.messageCount,
      createdAt: conversation.createdAt.toISOString(),
      lastMessageAt: conversation.lastMessageAt.toISOString(),
      handler: conversation.handler,
      status: conversation.status,
      endedAt: conversation.endedAt?.toISOString() ?? null,
      endedBy: conversation.endedBy,
      rating: conversation.rating,
      ratingComment: conversation.ratingComment,
      customFields: conversation.customFields,
      form: forms.get(conversation.id) ?? null,
      messages: messages
        .filter((message) => message.conversationId === conversation.id)
        .map((message) => presentOwnerMessage(message, services.signStoredCopy)),
      calls: calls.filter(({ conversationId }) => conversationId === conversation.id),
    }));
  }

  return {
    async ofContact(scope: AccountScope, contactId: string): Promise<Conversation[]> {
      return scope.run(async (tx) => {
        const repository = conversationsRepository(tx);
        const rows = await repository.ofContact(contactId, 50);
        if (rows.length === 0 && !(await repository.hasContact(contactId)))
          throw new AppError(conversationsErrors.notFound);
        return present(tx, rows);
      });
    },

    /** One conversation with its messages, for whoever may read it. */
    async threadFor(tx: Transaction, id: string): Promise<Conversation | null> {
      const row = await conversationsRepository(tx).withAgent(id);
      return row ? ((await present(tx, [row]))[0] ?? null) : null;
    },

    /** Writes values of the account's own fields. */
    setFields: (scope: AccountScope, id: string, input: CustomInput): Promise<{ values: CustomValues }> =>
      scope.run(async (tx) => {
        const repository = conversationsRepository(tx);
        const before = await repository.lockConversation(id);
        if (!before || before.isPreview || !scope.reaches(before.agentId))
          throw new AppError(conversationsErrors.notFound);
        const values = changedFields(
          before.customFields,
          readCustomInput(await customFieldsOf(tx, 'conversation'), input),
        );
        await repository.setConversation(id, { customFields: values });
        await tellOwner(services.realtime, tx, {
          accountId: scope.accountId,
          conversationId: id,
          contactId: before.contactId,
          isPreview: false,
        });
        return { values };
      }),

    /**
     * What a visitor said up to an answer of the agent, and that answer; null where the transaction sees no such
     * answer, or only one of a preview.
     */
    async saidUpTo(tx: Transaction, answerId: string): Promise<SaidUpTo | null> {
      const repository = conversationsRepository(tx);
      const answer = await repository.message(answerId);
      const conversation =
        answer?.role === 'assistant' ? await repository.conversation(answer.conversationId) : null;
      if (!answer || !conversation || conversation.isPreview) return null;
      const before = (await repository.messagesOf([conversation.id])).filter(
        ({ role, seq }) => role === 'visitor' && seq < answer.seq,
      );
      return {
        conversationId: conversation.id,
        agentId: conversation.agentId,
        language: conversation.language,
        said: before.map(({ body }) => body).filter((body) => body.trim() !== ''),
        answer: presentOwnerMessage(answer, services.signStoredCopy),
      };
    },

    /** An answer of the preview; whoever may try an agent out may see how it answers. */
    async previewAnswer(scope: AccountScope, id: string): Promise<OwnerMessage> {
      return scope.run(async (tx) => {
        const repository = conversationsRepository(tx);
        const message = await repository.message(id);
        const conversation =
          message?.role === 'assistant' ? await repository.conversation(message.conversationId) : null;
        if (!message || !conversation?.isPreview) throw new AppError(conversationsErrors.notFound);
        return presentOwnerMessage(message, services.signStoredCopy);
      });
    },

    async overview(scope: AccountScope) {
      const counts = await scope.run((tx) => conversationsRepository(tx).overview());
      if (!counts) throw new AppError(commonErrors.internal);
      return {
        agents: counts.agents,
        liveAgents: counts.live_agents,
        contacts: counts.contacts,
        conversations: counts.conversations,
        messages: counts.messages,
        knowledgeReady: counts.knowledge_ready,
        seenOnSite: counts.seen,
      };
    },
  };
}

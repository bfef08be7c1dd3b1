import { AppError, commonErrors } from '#shared/errors.ts';
import type { AccountScope } from '#platform/http/access.ts';
import { conversationsErrors, type Conversation } from '../conversations.contract.ts';
import { presentOwnerMessage, type SignStoredCopy } from './conversations-present.models.ts';
import { conversationsRepository } from './conversations.repository.ts';

/** What an account's people read of its conversations. */
export function createConversationRecords(services: { signStoredCopy: SignStoredCopy }) {
  return {
    async ofContact(scope: AccountScope, contactId: string): Promise<Conversation[]> {
      return scope.run(async (tx) => {
        const repository = conversationsRepository(tx);
        const rows = await repository.ofContact(contactId, 50);
        if (rows.length === 0) throw new AppError(conversationsErrors.notFound);
        const messages = await repository.messagesOf(rows.map(({ conversation }) => conversation.id));
        return rows.map(({ conversation, agentName }) => ({
          id: conversation.id,
          agentId: conversation.agentId,
          agentName,
          contactId: conversation.contactId,
          language: conversation.language,
          pageUrl: conversation.pageUrl,
          tag: conversation.tag,
          messageCount: conversation.messageCount,
          createdAt: conversation.createdAt.toISOString(),
          lastMessageAt: conversation.lastMessageAt.toISOString(),
          messages: messages.filter((message) => message.conversationId === conversation.id).map((message) => presentOwnerMessage(message, services.signStoredCopy)),
        }));
      });
    },

    async overview(scope: AccountScope) {
      const counts = await scope.run((tx) => conversationsRepository(tx).overview());
      if (!counts) throw new AppError(commonErrors.internal);
      return { agents: counts.agents, liveAgents: counts.live_agents, contacts: counts.contacts, conversations: counts.conversations, messages: counts.messages, knowledgeReady: counts.knowledge_ready, seenOnSite: counts.seen };
    },
  };
}

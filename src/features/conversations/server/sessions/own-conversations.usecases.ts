import { AppError } from '#shared/errors.ts';
import type { VisitorIdentity } from '#platform/http/access.ts';
import { conversationsErrors, type ChatMessage } from '../../conversations.contract.ts';
import { conversationsRepository } from '../conversations.repository.ts';
import type { Sessions } from './sessions.usecases.ts';
import type { VisitorAgents } from './visitor-agents.usecases.ts';
import type { ConversationsServices } from '../conversations.usecases.ts';
import { isOf, isOver } from '../handoff/handoff.models.ts';
import { presentMessage } from '../messages/present.models.ts';
import { visitorRepository } from '../visitors/visitor.repository.ts';

/** So many are listed; older ones are not lost, but nobody looks for them in a chat. */
const mostListed = 30;

type Thread = {
  id: string;
  messages: ChatMessage[];
};

/** What visitors read again of what they talked about with an agent. */
export function createOwnConversations(
  services: Pick<ConversationsServices, 'database' | 'clock' | 'signStoredCopy'>,
  agents: Pick<VisitorAgents, 'agentOf'>,
  sessions: Pick<Sessions, 'threadOf'>,
) {
  const { database, clock } = services;
  /** Whether the owner lets visitors find again what was said. */
  const isKept = async (visitor: VisitorIdentity) =>
    (await agents.agentOf(visitor)).configuration.access.history !== 'off';
  return {
    /** The newest conversation, unless it is over. */
    async current(visitor: VisitorIdentity): Promise<Thread | null> {
      const agent = await agents.agentOf(visitor);
      return database.account(visitor.accountId, (tx) => sessions.threadOf(tx, agent, visitor));
    },

    /** The newest conversations, newest first. */
    async ownConversations(visitor: VisitorIdentity) {
      if (!(await isKept(visitor))) return [];
      const rows = await database.account(visitor.accountId, (tx) =>
        visitorRepository(tx).newestConversationsOf(visitor.visitorId, mostListed),
      );
      return rows.map((row) => ({
        id: row.id,
        title: row.title ?? '',
        lastMessageAt: row.lastMessageAt.toISOString(),
        isOver: isOver(row, clock.now()),
      }));
    },

    /** One of them with its messages. */
    async ownConversation(
      visitor: VisitorIdentity,
      id: string,
    ): Promise<{ conversation: Thread; isOver: boolean }> {
      const kept = await isKept(visitor);
      return database.account(visitor.accountId, async (tx) => {
        const repository = conversationsRepository(tx);
        const conversation = await repository.conversation(id);
        if (!kept || !isOf(conversation, visitor)) throw new AppError(conversationsErrors.notFound);
        const messages = await repository.messagesOf([id]);
        return {
          conversation: { id, messages: messages.map((row) => presentMessage(row, services.signStoredCopy)) },
          isOver: isOver(conversation, clock.now()),
        };
      });
    },
  };
}

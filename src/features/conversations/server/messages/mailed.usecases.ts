import type { Language } from '#shared/languages.ts';
import type { VisitorIdentity } from '#platform/http/access.ts';
import { conversationsErrors } from '../../conversations.contract.ts';
import type { ConversationsServices } from '../conversations.usecases.ts';
import type { AcceptRequest, Taken } from './accepting.usecases.ts';

/** While the agent that a conversation was begun with is not published. */
const hoursWithoutAgent = 72;

/** What visitors write by mail. */
export function createMailed(
  services: Pick<ConversationsServices, 'clock' | 'agents' | 'readLanguage'>,
  accept: (visitor: VisitorIdentity, input: AcceptRequest) => Promise<Taken>,
) {
  return {
    /**
     * Takes a reply by mail to what a person wrote: a person of the team answers it, whoever speaks in the chat
     * now. It takes nothing of what the visitor paid for, and asks no model. The same key again is the same
     * message. Throws where the contact is blocked.
     */
    async takeMailed(
      visitor: VisitorIdentity,
      {
        language,
        ...message
      }: Pick<AcceptRequest, 'clientMessageId' | 'text' | 'attachments'> & {
        conversationId: string;
        language: Language;
      },
    ): Promise<void> {
      const agent = await services.agents.runningById(visitor.accountId, visitor.agentId, false);
      const people = agent?.configuration.people;
      const taken = await accept(visitor, {
        ...message,
        byMail: true,
        isSpoken: false,
        languageBy: services.readLanguage(message.text),
        fallback: language,
        pageUrl: null,
        historyCount: 0,
        messageLimit: { messages: Number.MAX_SAFE_INTEGER, error: conversationsErrors.conversationFull },
        usage: null,
        paid: null,
        people: {
          asks: true,
          answersWhileWaiting: people?.answerWhileWaiting ?? false,
          resolveAt: new Date(
            services.clock.now().getTime() + (people?.autoResolveHours ?? hoursWithoutAgent) * 3_600_000,
          ),
        },
      });
      await taken.committed;
    },
  };
}

import { newId } from '#shared/ids.ts';
import { messageInWords } from '#shared/chat/message-parts.ts';
import { isCourtesy } from '#platform/language/courtesy.ts';
import { asksForPerson } from '#platform/language/person-request.ts';
import { toLanguage } from '#shared/languages.ts';
import { bumpContact } from '#features/contacts/server/contacts.usecases.ts';
import type { VisitorIdentity } from '#platform/http/access.ts';
import type { Taken } from '../messages/accepting.usecases.ts';
import { answerColumns, fill } from '../messages/accepted-columns.models.ts';
import type { Following } from '../streaming/following.usecases.ts';
import { blankMessage } from '../messages/blank.models.ts';
import { conversationsRepository, type MessageRow } from '../conversations.repository.ts';
import type { ConversationsServices } from '../conversations.usecases.ts';
import { isOver } from './handoff.models.ts';

/** The AI goes on where people left a question open. */
export function createReturning(
  services: Pick<
    ConversationsServices,
    'database' | 'clock' | 'realtime' | 'log' | 'agents' | 'processId' | 'usage' | 'readLanguage'
  >,
  following: Pick<Following, 'start'>,
) {
  const { database, clock, realtime, log } = services;

  /**
   * Lets the AI answer what the visitor asked last in a conversation that was given back to it, where nobody
   * answered. It costs the visitor nothing: they asked a person. An open chat gets the answer once it is
   * written. Words that only asked for a person, or thanked one, are no question.
   */
  async function answerOpenQuestion(
    accountId: string,
    conversationId: string,
    why: 'returned' | 'decided',
  ): Promise<void> {
    const isDecided = why === 'decided';
    const found = await database.account(accountId, async (tx) => {
      const repository = conversationsRepository(tx);
      const conversation = await repository.lockConversation(conversationId);
      if (
        conversation?.handler !== 'ai' ||
        (!isDecided &&
          (!['visitor', 'event'].includes(conversation.lastMessageRole ?? '') ||
            conversation.status === 'resolved')) ||
        isOver(conversation, clock.now())
      )
        return null;
      const agent = await services.agents.runningById(accountId, conversation.agentId, false);
      const question = isDecided
        ? await repository.lastOfVisitor(conversationId)
        : await repository.lastSaid(conversationId);
      if (!agent || agent.closed !== null || question?.role !== 'visitor') return null;
      const people = await repository.sideMessages(conversationId, 0);
      const names = people.flatMap(({ authorName }) => authorName ?? []);
      if (!isDecided && (asksForPerson(question.body) || isCourtesy(question.body, names))) return null;
      const given = {
        accountId,
        conversationId,
        visitorId: conversation.visitorId,
        questionId: question.id,
        answerId: newId('msg'),
        processId: services.processId,
        now: clock.now(),
      };
      const answer = blankMessage({
        ...fill(answerColumns, given, { answerSeq: conversation.nextSeq }),
        // The question has its answer: the one that asked for the decision.
        ...(isDecided && { answersId: null }),
      });
      await repository.setConversation(conversationId, {}, { taken: 1, messages: 1 });
      if (conversation.contactId)
        await bumpContact(tx, conversation.contactId, {
          conversations: 0,
          messages: 1,
          now: conversation.lastMessageAt,
        });
      await repository.insertMessages([answer]);
      const visitor: VisitorIdentity = {
        visitorId: conversation.visitorId,
        accountId,
        agentId: conversation.agentId,
        isPreview: false,
      };
      const taken: Taken & { answer: MessageRow } = {
        question,
        answer,
        isNew: true,
        history: await repository.history(
          conversationId,
          question.seq,
          agent.configuration.ai.historyMessages,
        ),
        variables: (await repository.visitor(conversation.visitorId))?.variables ?? {},
        usage: null,
        isAgain: false,
        transferred: null,
        isWaiting: false,
        isOffered: true,
        committed: Promise.resolve(),
      };
      return { visitor, agent, taken, language: toLanguage(conversation.language) ?? 'en' };
    });
    if (!found) return;
    const { visitor, agent, taken } = found;
    services.usage.addMessage(agent);
    const live = following.start(
      visitor,
      taken,
      { agent, language: services.readLanguage(messageInWords(taken.question.body, []))(found.language) },
      { micros: 0, message: null },
    );
    const { leave } = live.join((event) => {
      if (event.type !== 'done' && event.type !== 'failed') return;
      leave();
      realtime.announce({ topic: `conversation:${conversationId}`, data: { answerId: taken.answer.id } });
    });
  }

  return {
    /** As `answerOpenQuestion`; what fails is logged, since the conversation was given back all the same. */
    async goOn(accountId: string, conversationId: string): Promise<void> {
      await answerOpenQuestion(accountId, conversationId, 'returned').catch((error: unknown) =>
        log.warn({ err: error, conversationId }, 'an open question could not be answered after a return'),
      );
    },

    /** The agent goes on after a colleague decided; where people have the conversation, nothing happens. */
    async goOnDecided(accountId: string, conversationId: string): Promise<void> {
      await answerOpenQuestion(accountId, conversationId, 'decided').catch((error: unknown) =>
        log.warn({ err: error, conversationId }, 'an agent could not go on after a decision'),
      );
    },
  };
}

import { AppError } from '#shared/errors.ts';
import { newId } from '#shared/ids.ts';
import type { Transaction } from '#platform/database/database.ts';
import type { Simulation, VisitorIdentity } from '#platform/http/access.ts';
import { roleGrants } from '#features/accounts/accounts.contract.ts';
import { reachesAgent } from '#features/accounts/server/accounts.usecases.ts';
import type { RunningAgent } from '#features/agents/server/agents.usecases.ts';
import { addContactDetails } from '#features/contacts/server/identity/details.usecases.ts';
import { accessErrors } from '../../conversations-access.contract.ts';
import {
  handoffErrors,
  typingSeconds,
  type EventKind,
  type Handler,
  type Person,
} from '../../conversations-handoff.contract.ts';
import { conversationsErrors, type ChatMessage } from '../../conversations.contract.ts';
import { answersRepository } from '../answers/answers.repository.ts';
import { askHowToReach } from './reaching.usecases.ts';
import { changesByForm, formText, isOf, mayCallPeople, personOf } from './handoff.models.ts';
import { isRepetitive } from './repetition.models.ts';
import type { FilledForm } from '../visitors/forms.models.ts';
import { officeStateOf } from '../office-hours/hours.usecases.ts';
import { readTeamPresence } from './presence.usecases.ts';
import { presentMessage } from '../messages/present.models.ts';
import type { Taken } from '../messages/accepting.usecases.ts';
import { blankMessage } from '../messages/blank.models.ts';
import {
  conversationsRepository,
  type AnswerEnd,
  type ConversationRow,
} from '../conversations.repository.ts';
import type { VisitorAgents } from '../sessions/visitor-agents.usecases.ts';
import type { ConversationsServices } from '../conversations.usecases.ts';
import { tellOwner } from '../conversations-notices.usecases.ts';

/** What a visitor's open chat hears of their conversation besides the AI's answers. */
export type ConversationEvent =
  | { type: 'message'; message: ChatMessage }
  /** `asksDetails`: the contact form is there for whoever waits. */
  | { type: 'handler'; handler: Handler; person: Person | null; asksDetails: boolean }
  | { type: 'typing'; name: string; seconds: number };

/**
 * Something that waits for a person: a conversation that came into the queue, a visitor's words that a person
 * answers, or a conversation that a colleague gave to somebody. `by` is the colleague who did it.
 */
export type TeamCall =
  | { kind: 'waiting' | 'message'; conversation: ConversationRow; by?: Author | null }
  | { kind: 'assigned'; conversation: ConversationRow; to: string; by: Author };

export type Author = {
  id: string;
  name: string;
  avatarUrl: string | null;
};

/** How conversations come to the team, and what the visitor hears of it. */
export function createHandoff(
  services: Pick<
    ConversationsServices,
    'database' | 'clock' | 'realtime' | 'isUnsure' | 'signStoredCopy' | 'log' | 'sumUpSoon' | 'tellTeam'
  >,
  agents: Pick<VisitorAgents, 'agentOf' | 'findAgent'>,
) {
  const { database, clock, realtime } = services;
  const topicOf = (conversationId: string): string => `conversation:${conversationId}`;

  /** Whether somebody is there who may answer this agent's visitors. */
  async function isSomebodyThere(tx: Transaction, accountId: string, agentId: string): Promise<boolean> {
    const { present } = await readTeamPresence(tx, accountId, clock.now());
    return present.some((member) => roleGrants(member.role, 'inbox.reply') && reachesAgent(member, agentId));
  }

  /** Writes a note between the messages; gives the conversation with its next place. */
  async function note(
    tx: Transaction,
    conversation: ConversationRow,
    event: EventKind,
    author: Author | null = null,
    body = '',
  ): Promise<ConversationRow> {
    const { id: conversationId, accountId, visitorId, nextSeq: seq } = conversation;
    const repository = conversationsRepository(tx);
    await repository.insertMessages([
      blankMessage({
        id: newId('msg'),
        accountId,
        conversationId,
        visitorId,
        seq,
        role: 'event',
        body,
        status: 'complete',
        event,
        createdAt: clock.now(),
        authorId: author?.id ?? null,
        authorName: author?.name ?? null,
        authorAvatar: author?.avatarUrl ?? null,
      }),
    ]);
    await repository.setConversation(conversationId, {}, { taken: 1, messages: 0 });
    return { ...conversation, nextSeq: seq + 1 };
  }

  /**
   * Writes into a conversation that its visitor sent a form, and what they answered: for the team that is news,
   * as their words are. What was resolved is taken up again; null where the conversation is gone or over.
   */
  async function noteForm(
    tx: Transaction,
    conversationId: string,
    form: FilledForm,
  ): Promise<ConversationRow | null> {
    const repository = conversationsRepository(tx);
    const conversation = await repository.lockConversation(conversationId);
    if (!conversation || conversation.endedAt !== null) return null;
    const noted = await note(tx, conversation, 'form_filled', null, formText(form));
    await repository.setConversation(conversationId, changesByForm(conversation, form, clock.now()));
    await tell(tx, noted);
    return noted;
  }

  /** Tells everybody who looks at a conversation that it changed, once the transaction commits. */
  async function tell(tx: Transaction, conversation: ConversationRow): Promise<void> {
    await realtime.publish(tx, { topic: topicOf(conversation.id), data: {} });
    await tellOwner(realtime, tx, {
      accountId: conversation.accountId,
      conversationId: conversation.id,
      contactId: conversation.contactId,
      isPreview: conversation.isPreview,
    });
  }

  /**
   * Says of somebody who asks for a person what is so. Outside of the office hours nobody counts as being
   * there, who may only have left their dashboard open.
   */
  async function noteWhoIsThere(tx: Transaction, conversation: ConversationRow): Promise<ConversationRow> {
    const office = await officeStateOf(tx, conversation.accountId, clock.now());
    if (office.opensAt) return note(tx, conversation, 'asked_closed', null, office.opensAt.toISOString());
    return note(
      tx,
      conversation,
      office.isOpen && (await isSomebodyThere(tx, conversation.accountId, conversation.agentId))
        ? 'asked'
        : 'asked_away',
    );
  }

  /** Puts a locked conversation into the team's queue. What is said about it is so: whether anybody is there. */
  async function enqueue(
    tx: Transaction,
    conversation: ConversationRow,
    by: Author | null = null,
    simulation?: Simulation,
  ): Promise<void> {
    await conversationsRepository(tx).setConversation(conversation.id, {
      handler: 'waiting',
      handlerUserId: null,
      returnAt: null,
      status: 'open',
      waitingSince: conversation.waitingSince ?? clock.now(),
      resolvedAt: null,
      snoozedUntil: null,
      offeredAt: conversation.offeredAt ?? clock.now(),
    });
    if (!by) await askHowToReach(tx, agents, conversation, simulation);
    await tell(tx, await (by ? note(tx, conversation, 'queued', by) : noteWhoIsThere(tx, conversation)));
    if (!conversation.isPreview) await services.sumUpSoon(tx);
    await services.tellTeam(tx, { kind: 'waiting', conversation, by });
  }

  async function locked(tx: Transaction, visitor: VisitorIdentity, id: string): Promise<ConversationRow> {
    const conversation = await conversationsRepository(tx).lockConversation(id);
    if (!isOf(conversation, visitor)) throw new AppError(conversationsErrors.notFound);
    return conversation;
  }

  /** Asks for a person in the visitor's name; false where that was done before. */
  async function request(visitor: VisitorIdentity, id: string): Promise<boolean> {
    return database.account(visitor.accountId, async (tx) => {
      const conversation = await locked(tx, visitor, id);
      if (await conversationsRepository(tx).isBlocked(visitor.visitorId))
        throw new AppError(accessErrors.blocked);
      if (conversation.handler !== 'ai') return false;
      await enqueue(tx, conversation, null, visitor.simulation);
      return true;
    });
  }

  /**
   * Offers a person, once in a conversation, where the AI does not know twice in a row or the talk goes in
   * circles.
   */
  async function afterAnswer({
    visitor,
    taken,
    agent,
    end,
  }: {
    visitor: VisitorIdentity;
    taken: Pick<Taken, 'question' | 'history' | 'isWaiting' | 'isOffered'>;
    agent: RunningAgent;
    end: AnswerEnd;
  }): Promise<void> {
    const { people } = agent.configuration;
    const mayOffer = people.enabled && people.offer && mayCallPeople(visitor);
    if (!mayOffer || taken.isWaiting || taken.isOffered) return;
    const isUnsure = services.isUnsure(end);
    const isCircling = isRepetitive([
      ...taken.history,
      taken.question,
      { role: 'assistant', body: end.body, parts: end.parts },
    ]);
    if (!isUnsure && !isCircling) return;
    try {
      await database.account(visitor.accountId, async (tx) => {
        const repository = conversationsRepository(tx);
        const conversation = await repository.lockConversation(taken.question.conversationId);
        if (!conversation || conversation.handler !== 'ai' || conversation.offeredAt || conversation.endedAt)
          return;
        const last = isCircling ? [] : await answersRepository(tx).lastAnswers(conversation.id, 2);
        if (!isCircling && (last.length < 2 || !last.every((answer) => services.isUnsure(answer)))) return;
        await repository.setConversation(conversation.id, { offeredAt: clock.now() });
        await tell(tx, await note(tx, conversation, 'offered'));
      });
    } catch (error) {
      services.log.warn(
        { err: error, conversationId: taken.question.conversationId },
        'a person could not be offered',
      );
    }
  }

  async function stateOf(
    tx: Transaction,
    conversation: ConversationRow,
  ): Promise<{ handler: Handler; person: Person | null }> {
    const { handler } = conversation;
    return {
      handler,
      person:
        handler === 'human'
          ? personOf(handler, await conversationsRepository(tx).sideMessages(conversation.id, 0))
          : null,
    };
  }

  return {
    note,
    noteForm,
    noteWhoIsThere,
    tell,
    enqueue,
    request,
    afterAnswer,
    announceToVisitor: (conversationId: string): void =>
      realtime.announce({ topic: topicOf(conversationId), data: {} }),
    announceTyping: (conversationId: string, name: string): void =>
      realtime.announce({ topic: topicOf(conversationId), data: { typing: name } }),

    async askForPerson(
      visitor: VisitorIdentity,
      id: string,
    ): Promise<{ handler: Handler; person: Person | null }> {
      const agent = await agents.agentOf(visitor);
      if (!agent.configuration.people.enabled) throw new AppError(handoffErrors.peopleOff);
      if (visitor.isPreview) throw new AppError(handoffErrors.peopleInPreview);
      await request(visitor, id);
      return database.account(visitor.accountId, async (tx) => stateOf(tx, await locked(tx, visitor, id)));
    },

    /** Keeps the address that a waiting visitor leaves, as their contact's where nobody else has it. */
    async leaveAddress(visitor: VisitorIdentity, id: string, email: string): Promise<void> {
      await database.account(visitor.accountId, async (tx) => {
        const conversation = await locked(tx, visitor, id);
        if (!conversation.contactId) return;
        await addContactDetails(tx, conversation.contactId, [
          { key: 'email', type: 'email', label: '', value: email.toLowerCase() },
        ]);
        await tellOwner(realtime, tx, {
          accountId: visitor.accountId,
          conversationId: id,
          contactId: conversation.contactId,
          isPreview: visitor.isPreview,
        });
      });
    },

    async visitorTyping(visitor: VisitorIdentity, id: string): Promise<void> {
      const conversation = await database.account(visitor.accountId, (tx) =>
        conversationsRepository(tx).conversation(id),
      );
      if (!isOf(conversation, visitor)) throw new AppError(conversationsErrors.notFound);
      if (!visitor.isPreview)
        realtime.announce({
          topic: `account:${visitor.accountId}`,
          data: { type: 'conversation.typing', conversationId: id, seconds: typingSeconds },
        });
    },

    /** Notes how far the visitor has had their conversation before them. */
    async markRead(visitor: VisitorIdentity, id: string, seq: number): Promise<void> {
      await database.account(visitor.accountId, async (tx) => {
        const repository = conversationsRepository(tx);
        const conversation = await repository.conversation(id);
        if (!isOf(conversation, visitor)) throw new AppError(conversationsErrors.notFound);
        if ((await repository.markRead(id, seq)) && conversation.handler === 'human')
          await tellOwner(realtime, tx, {
            accountId: visitor.accountId,
            conversationId: id,
            contactId: conversation.contactId,
            isPreview: visitor.isPreview,
          });
      });
    },

    /** Lets an open chat hear what happens in its conversation, from the place that it has read. */
    async followConversation(
      visitor: VisitorIdentity,
      id: string,
      after: number,
      listener: (event: ConversationEvent) => void,
    ): Promise<() => void> {
      let seen = after;
      let shown = '';
      let left = false;
      let looking = Promise.resolve();
      const changed = new Set<string>();
      /** Answers that were begun without a word of this chat. */
      const answered = new Set<string>();
      const read = async (): Promise<void> => {
        const asked = [...changed];
        const answers = [...answered];
        changed.clear();
        answered.clear();
        const found = await database.account(visitor.accountId, async (tx) => {
          const repository = conversationsRepository(tx);
          const conversation = await repository.conversation(id);
          if (!isOf(conversation, visitor)) return null;
          const news = await repository.sideMessages(id, seen);
          const edited = await Promise.all(asked.map((messageId) => repository.message(messageId)));
          const given = await Promise.all(answers.map((answerId) => repository.message(answerId)));
          return {
            state: {
              ...(await stateOf(tx, conversation)),
              asksDetails: (await repository.visitor(visitor.visitorId))?.formState === 'asked',
            },
            rows: [
              ...edited.filter((row) => row?.conversationId === id && row.seq <= seen),
              ...news,
              ...given.filter((row) => row?.conversationId === id),
            ].filter((row) => row !== null && row !== undefined),
          };
        });
        if (left || !found) return;
        for (const row of found.rows) {
          if (row.role !== 'assistant') seen = Math.max(seen, row.seq);
          listener({ type: 'message', message: presentMessage(row, services.signStoredCopy) });
        }
        const state = JSON.stringify(found.state);
        if (state !== shown) listener({ type: 'handler', ...found.state });
        shown = state;
      };
      const look = (): Promise<void> =>
        (looking = looking
          .then(read)
          .catch((error: unknown) =>
            services.log.debug(
              { err: error, conversationId: id },
              'a followed conversation could not be read',
            ),
          ));
      const first = await database.account(visitor.accountId, (tx) =>
        conversationsRepository(tx).conversation(id),
      );
      if (!isOf(first, visitor)) throw new AppError(conversationsErrors.notFound);
      const stops = [
        realtime.subscribe(topicOf(id), (data) => {
          if (typeof data['typing'] === 'string')
            return listener({ type: 'typing', name: data['typing'], seconds: typingSeconds });
          if (typeof data['messageId'] === 'string') changed.add(data['messageId']);
          if (typeof data['answerId'] === 'string') answered.add(data['answerId']);
          void look();
        }),
        realtime.onGap(() => void look()),
      ];
      await look();
      return () => {
        left = true;
        for (const stop of stops) stop();
      };
    },
  };
}

export type Handoff = ReturnType<typeof createHandoff>;

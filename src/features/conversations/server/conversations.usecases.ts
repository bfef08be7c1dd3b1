import { AppError } from '#shared/errors.ts';
import type { Language } from '#shared/languages.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { SecretBox } from '#platform/crypto/secret-box.ts';
import { violatedConstraint, type Database, type Transaction } from '#platform/database/database.ts';
import type { VisitorIdentity } from '#platform/http/access.ts';
import type { Translator } from '#platform/i18n/translator.ts';
import type { Logger } from '#platform/log/logger.ts';
import type { Realtime } from '#platform/realtime/realtime.ts';
import type { QuestionsOfVisitors } from '#features/agents/server/first-questions/questions-of-visitors.usecases.ts';
import type { AgentsUsecases, RunningAgent } from '#features/agents/server/agents.usecases.ts';
import { attachmentsErrors } from '../conversations-attachments.contract.ts';
import { messageInWords } from '#shared/chat/message-parts.ts';
import { pageAddress } from '#shared/campaign.ts';
import type { ModelHealth } from '#features/agents/server/model-health/model-health.usecases.ts';
import type { AgentUsageUsecases } from '#features/agents/server/usage/usage.usecases.ts';
import { conversationsErrors, type ChatMessage } from '../conversations.contract.ts';
import { answersRepository } from './answers/answers.repository.ts';
import { withoutModel, type VisitorCall } from './sessions/agent-cache.usecases.ts';
import { createSpeech } from './messages/speech.usecases.ts';
import { createMailed } from './messages/mailed.usecases.ts';
import { createAccepting, type AcceptRequest } from './messages/accepting.usecases.ts';
import type { Answerer, Question } from './answers/answer.usecases.ts';
import type { Calls } from '#features/calls/server/calls.usecases.ts';
import { createPaywallTerms, type PaywallServices } from '#features/paywall/server/paywall-terms.usecases.ts';
import { createForms, type AccountForms } from './visitors/forms.usecases.ts';
import { createFollowing, type Joined } from './streaming/following.usecases.ts';
import { createHandoff, type TeamCall } from './handoff/handoff.usecases.ts';
import { createApprovals } from './approvals/approvals.usecases.ts';
import { createHandBack } from './handoff/hand-back.usecases.ts';
import { createReturning } from './handoff/returning.usecases.ts';
import { createTeamwork } from './handoff/team.usecases.ts';
import { isOf, mayCallPeople } from './handoff/handoff.models.ts';
import { asksForPerson } from '#platform/language/person-request.ts';
import { createGates } from './gates/gates.usecases.ts';
import { createMessageLimits } from './gates/message-limits.usecases.ts';
import { LiveAnswer, type AnswerEvent } from './streaming/live-answer.models.ts';
import { refusePlace } from './sessions/places.usecases.ts';
import { presentMessage, type SignStoredCopy } from './messages/present.models.ts';
import { tellOwner } from './conversations-notices.usecases.ts';
import { createConversationRecords } from './messages/records.usecases.ts';
import { createOwnConversations } from './sessions/own-conversations.usecases.ts';
import { createVisitorTools } from './visitors/visitor-tools.usecases.ts';
import { createVisitorUsecases } from './visitors/visitor.usecases.ts';
import { createSessions } from './sessions/sessions.usecases.ts';
import { createVisitorAgents } from './sessions/visitor-agents.usecases.ts';
import { createSwitchable, createSwitching } from './switching/switching.usecases.ts';
import { conversationsRepository, type AnswerEnd, type MessageRow } from './conversations.repository.ts';

export type { SignStoredCopy };
export type { BuiltInEngine } from './answers/answer.usecases.ts';
export type ConversationsServices = {
  database: Database;
  clock: Clock;
  log: Logger;
  realtime: Realtime;
  translator: Translator;
  box: SecretBox;
  agents: AgentsUsecases;
  answerer: Answerer;
  signStoredCopy: SignStoredCopy;
  processId: string;
  usage: Pick<AgentUsageUsecases, 'terms' | 'taken' | 'addMessage' | 'charge'>;
  /** Keeps at the agent why its model gave no answer. */
  reportModel: ModelHealth['reportModel'];
  limiter: PaywallServices['limiter'];
  paymentMode: PaywallServices['paymentMode'];
  /** By which landing page of the account somebody came, out of the addresses of the pages that they saw. */
  landingPageOf(
    accountId: string,
    addresses: readonly (string | undefined)[],
    caller: { address: string; userAgent: string },
  ): Promise<{ pageId: string; version: number; utm: Record<string, string> } | null>;
  freeVisitorsPerAddress: number;
  /** First questions as visitors of a language read them. */
  questionsIn: QuestionsOfVisitors;
  /** Since when an account's plan is over; null while it runs. */
  expiredAt(accountId: string): Promise<Date | null>;
  /** Whether an answer only says that the agent does not know. */
  isUnsure(end: Pick<AnswerEnd, 'body' | 'engine' | 'parts' | 'citations' | 'attachments'>): boolean;
  /** What an answer of an agent may cost. */
  estimateMicros(agent: RunningAgent): Promise<number>;
  /**
   * Called in the transaction that ends a conversation or brings it to the team: nobody waits for silence
   * then.
   */
  sumUpSoon(tx: Transaction): Promise<void>;
  /** Mails a summary of a conversation to its visitor's address; false where that got several today. */
  mailSummary(request: {
    accountId: string;
    agentId: string;
    conversationId: string;
    to: string;
  }): Promise<boolean>;
  /** Called in the transaction in which something begins to wait for a person of the team. */
  tellTeam(tx: Transaction, call: TeamCall): Promise<void>;
  /** Which language a text is in, by a hint for what is too short to tell. */
  readLanguage(text: string): (hint: Language) => Language;
  ownForms: AccountForms;
  /** Whether what a visitor says aloud is paid for by the minute of their call. */
  calls: Pick<Calls, 'covers'>;
};

/** `assistantMessage` is null where a person answers. */
export type Accepted = {
  conversationId: string;
  visitorMessage: ChatMessage;
  assistantMessage: ChatMessage | null;
};

export function createConversationsUsecases(services: ConversationsServices) {
  const { database, clock, realtime } = services;
  const present = (row: MessageRow): ChatMessage => presentMessage(row, services.signStoredCopy);

  // Each part knows those above it, and none below.
  const gates = createGates(services);
  const paywall = createPaywallTerms(services);
  const agents = createVisitorAgents(services, paywall);
  const { findAgent, agentOf } = agents;
  const switchable = createSwitchable(services);
  const sessions = createSessions(services, switchable, agents, paywall);
  const { threadOf, ...opening } = sessions;
  const switchings = createSwitching(services, switchable, agents, sessions);
  const handoff = createHandoff(services, agents);
  const handBack = createHandBack(services, handoff);
  const { accept } = createAccepting(services, handoff);
  const following = createFollowing(services, agents, handoff);
  const { start, join, stopAnswer, ...running } = following;
  const { goOn, goOnDecided } = createReturning(services, following);
  const teamwork = createTeamwork(services, handoff, goOn);
  const visitors = createVisitorUsecases(services, { agents, gates, handoff, following });
  const toolsFor = createVisitorTools(services, { gates, handoff });
  const { offersFor, ...forms } = createForms(services, agents, handoff);

  /** What the owner says about people, for one message. A preview calls nobody. */
  function peopleTerms(agent: RunningAgent, visitor: VisitorIdentity, text: string): AcceptRequest['people'] {
    const { enabled, answerWhileWaiting, autoResolveHours } = agent.configuration.people;
    return {
      asks: enabled && mayCallPeople(visitor) && asksForPerson(text),
      answersWhileWaiting: answerWhileWaiting,
      resolveAt: new Date(clock.now().getTime() + autoResolveHours * 3_600_000),
    };
  }

  async function answerOf(visitor: VisitorIdentity, id: string): Promise<MessageRow> {
    const row = await database.account(visitor.accountId, (tx) => conversationsRepository(tx).message(id));
    if (
      !row ||
      row.role !== 'assistant' ||
      !isOf({ id: row.conversationId, visitorId: row.visitorId }, visitor)
    )
      throw new AppError(conversationsErrors.notFound);
    return row;
  }

  /** What is over already tells what the visitor may say now. */
  async function withBalance({ visitor, agent }: VisitorCall, joined: Joined): Promise<Joined> {
    return joined.end && joined.end.balance === undefined
      ? { ...joined, end: { ...joined.end, balance: await paywall.balanceFor(agent, visitor) } }
      : joined;
  }

  return {
    ...opening,
    ...running,
    ...visitors,
    ...forms,
    handoff,
    teamwork,
    handBack,
    approvals: createApprovals(services, goOnDecided),

    /**
     * Throws when the agent's rules about pages keep this visitor out by now; called before anything that a
     * visitor asks. Gives the agent that it looked at.
     */
    async admit(visitor: VisitorIdentity): Promise<RunningAgent | null> {
      const agent = visitor.isPreview ? null : await findAgent(visitor);
      const refusal = agent && refusePlace(agent, visitor, clock.now());
      if (refusal) throw refusal;
      return agent;
    },

    /**
     * The agent that a visitor's call is about, as it answers now: closed where a plan is over. `admitted` is
     * what `admit` gave for this call.
     */
    agentOf,

    /** Called before each message that somebody sends, whichever way. */
    limitMessages: createMessageLimits(services),

    switchAgent: switchings.switchAgent,

    /** What a message of a visitor takes of what they may say; null where nothing is paid for. */
    paywallTermsOf: async (visitor: VisitorIdentity) => paywall.termsFor(await agentOf(visitor), visitor),

    /**
     * Throws when a visitor may not send a file now: the agent takes none, or something that stands before a
     * message is due.
     */
    async admitFile(visitor: VisitorIdentity): Promise<void> {
      const agent = await agentOf(visitor);
      if (!agent.configuration.appearance.uploads) throw new AppError(attachmentsErrors.off);
      await gates.pass(
        { agent, visitor, conversationId: null, pageUrl: null, now: clock.now() },
        { isFile: true },
      );
    },

    /**
     * Takes a message; what was accepted is stored before this returns. `listener` then hears the answer.
     * `call.agent` is what `agentOf` gave for this message. `address` is a key of where it comes from, null where that says nothing.
     */
    async send(
      call: VisitorCall,
      input: {
        conversationId: string | null;
        clientMessageId: string;
        text: string;
        isSpoken: boolean;
        attachments: readonly string[];
        ownKey: string | null;
        pageUrl: string | undefined;
        address: string | null;
        fallback: Language;
      },
      listener: (event: AnswerEvent) => void,
    ): Promise<{ accepted: Accepted; joined: Joined | null }> {
      const { visitor, agent } = call;
      const { ownKey, address, ...message } = input;
      if (visitor.onlyConversation && visitor.onlyConversation !== input.conversationId)
        throw new AppError(conversationsErrors.notFound);
      if (ownKey !== null && !agent.configuration.ai.visitorKey)
        throw new AppError(conversationsErrors.ownKeyOff);
      if (input.attachments.length > 0 && !agent.configuration.appearance.uploads)
        throw new AppError(attachmentsErrors.off);
      const pageUrl = pageAddress(input.pageUrl);
      const { messageLimit, row } = await gates.pass({
        agent,
        visitor,
        conversationId: input.conversationId,
        pageUrl,
        now: clock.now(),
      });
      const terms = services.usage.terms(
        agent,
        agent.configuration.access.monthlyCents > 0 ? await services.estimateMicros(agent) : 0,
        ownKey !== null || agent.configuration.ai.provider === 'built-in',
      );
      const price = await paywall.termsOfMessage(agent, visitor, address);
      const isCovered = input.isSpoken && price !== null && (await services.calls.covers(visitor, price));
      const paid = isCovered ? null : price;
      const languageBy = services.readLanguage(input.text);
      const request: AcceptRequest = {
        ...message,
        languageBy,
        attachments: [...new Set(input.attachments)],
        pageUrl,
        historyCount: agent.configuration.ai.historyMessages,
        messageLimit,
        usage: terms,
        paid,
        people: peopleTerms(agent, visitor, input.text),
      };
      const asked: Question = { agent, text: input.text, history: [], language: languageBy(input.fallback) };
      const ahead = request.people.asks ? null : services.answerer.lookAhead(asked);
      // Two requests with one key at the same moment: the second one's write fails and it finds the first
      // one's.
      const taken = await accept(visitor, request).catch((error: unknown) => {
        if (!violatedConstraint(error)?.startsWith('messages_')) throw error;
        return accept(visitor, request);
      });
      const { answer } = taken;
      let begun: Joined | null = null;
      if (taken.isNew && answer) {
        // Without a limit it is counted by the way.
        if (!terms && !taken.isAgain) services.usage.addMessage(agent);
        const isBeyond = terms && taken.usage ? services.usage.taken(agent, terms, taken.usage) : false;
        const by = isBeyond && ownKey === null ? withoutModel(agent) : agent;
        const reserved = taken.usage ? (terms?.heldMicros ?? 0) : 0;
        const tools = {
          visitor: toolsFor(visitor, agent, row, {
            conversationId: taken.question.conversationId,
            committed: taken.committed,
            language: services.readLanguage(taken.question.body)(input.fallback),
          }),
          forms: offersFor(agent, taken.history),
          switching: switchings.offersFor(agent, visitor, pageUrl),
        };
        const live = start(
          visitor,
          { ...taken, answer },
          taken.question.body === input.text
            ? { ...asked, agent: by, ahead, ownKey, ...tools }
            : {
                agent: by,
                ownKey,
                ...tools,
                language: services.readLanguage(taken.question.body)(input.fallback),
              },
          { micros: reserved, message: paid, isCovered },
        );
        // The answer doesn't wait for the disk: what happens in it meanwhile is heard as well.
        begun = live.join(listener);
      }
      try {
        await taken.committed;
      } catch (error) {
        begun?.leave();
        throw error;
      }
      const accepted = {
        conversationId: taken.question.conversationId,
        visitorMessage: present(taken.question),
        assistantMessage: answer && present(answer),
      };
      return {
        accepted,
        joined: answer && (await withBalance(call, begun ?? join(visitor, answer, listener))),
      };
    },

    async join(
      visitor: VisitorIdentity,
      answerId: string,
      listener: (event: AnswerEvent) => void,
    ): Promise<Joined> {
      const joined = join(visitor, await answerOf(visitor, answerId), listener);
      return joined.end ? withBalance({ visitor, agent: await agentOf(visitor) }, joined) : joined;
    },

    async stop(visitor: VisitorIdentity, answerId: string): Promise<void> {
      const row = await answerOf(visitor, answerId);
      if (row.status === 'streaming') await stopAnswer(row.id);
    },

    async rate(
      visitor: VisitorIdentity,
      answerId: string,
      value: 'up' | 'down' | null,
      reason: string | null,
    ): Promise<void> {
      if (visitor.onlyConversation) await answerOf(visitor, answerId);
      await database.account(visitor.accountId, async (tx) => {
        const conversationId = await answersRepository(tx).setFeedback(
          answerId,
          visitor.visitorId,
          value,
          reason,
        );
        if (!conversationId) throw new AppError(conversationsErrors.notFound);
        const conversation = await conversationsRepository(tx).conversation(conversationId);
        await tellOwner(realtime, tx, {
          accountId: visitor.accountId,
          conversationId,
          contactId: conversation?.contactId ?? null,
          isPreview: visitor.isPreview,
        });
      });
    },

    /**
     * What an agent would answer to a question now; nothing of it is stored or sent. What a model costs is
     * counted.
     */
    async answerAside(
      agent: RunningAgent,
      text: string,
      fallback: Language,
    ): Promise<{ text: string; isUnsure: boolean }> {
      const end = await services.answerer.answer(
        { agent, text, history: [], language: services.readLanguage(text)(fallback) },
        new LiveAnswer('aside'),
      );
      services.usage.charge(agent, end.costMicros ?? 0, 0);
      return {
        text: messageInWords(end.body, end.parts),
        isUnsure: end.status !== 'complete' || services.isUnsure(end),
      };
    },

    ...createSpeech(services, { agents, gates, following, answerOf, paywall }),
    ...createMailed(services, accept),
    ...createOwnConversations(services, agents, { threadOf }),
    ...createConversationRecords(services),
  };
}

export type ConversationsUsecases = ReturnType<typeof createConversationsUsecases>;

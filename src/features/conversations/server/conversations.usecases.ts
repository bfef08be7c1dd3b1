import { z } from 'zod';
import { AppError } from '#shared/errors.ts';
import { newId } from '#shared/ids.ts';
import { toLanguage, type Language } from '#shared/languages.ts';
import type { Clock } from '#platform/clock/clock.ts';
import { mintToken, readToken, type TokenKind } from '#platform/crypto/signed-token.ts';
import type { SecretBox } from '#platform/crypto/secret-box.ts';
import { isUnavailable, violatedConstraint, type Database, type Transaction } from '#platform/database/database.ts';
import type { VisitorIdentity } from '#platform/http/access.ts';
import type { Translator } from '#platform/i18n/translator.ts';
import type { Logger } from '#platform/log/logger.ts';
import type { Realtime } from '#platform/realtime/realtime.ts';
import { agentsErrors } from '#features/agents/agents.contract.ts';
import type { AgentsUsecases, RunningAgent } from '#features/agents/server/agents.usecases.ts';
import { bumpContact, createContact } from '#features/contacts/server/contacts.usecases.ts';
import { conversationsErrors, type ChatMessage, type PublicAgent } from '../conversations.contract.ts';
import type { Answerer, Question } from './conversations-answer.usecases.ts';
import { LiveAnswer, type AnswerEvent } from './conversations-live.models.ts';
import { excerpt, pageAddress, presentAgent, presentMessage, type SignStoredCopy } from './conversations-present.models.ts';
import { createConversationRecords } from './conversations-records.usecases.ts';
import { acceptStatement, endStatement, progressStatement, type AcceptedRow, type EndedRow } from './conversations-statements.repository.ts';
import { blankMessage, conversationsRepository, type AnswerEnd, type MessageRow } from './conversations.repository.ts';

const visitorIdentity = z.object({ visitorId: z.string(), accountId: z.string(), agentId: z.string(), isPreview: z.boolean() });
const visitorToken: TokenKind<VisitorIdentity> = { purpose: 'visitor', parse: (value) => visitorIdentity.safeParse(value).data ?? null };

const dayMs = 86_400_000;
const visitorDays = 180;
const previewDays = 0.5;
/** Messages from the visitor in one conversation. */
const mostMessages = 200;
const flushMs = 1_000;
const followMs = 5_000;
/** With two seconds between them: ten minutes. */
const mostSavesInOutage = 300;

export type Device = { device: string | null; browser: string | null; os: string | null };

export type { SignStoredCopy };
export type { BuiltInEngine } from './conversations-answer.usecases.ts';
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
  detectLanguage(text: string, hint: Language): Language;
};

export type Accepted = { conversationId: string; visitorMessage: ChatMessage; assistantMessage: ChatMessage };
/** A reader's place at an answer: what is there, and what comes. */
export type Joined = { text: string; end: AnswerEvent | null; leave(): void };

export function createConversationsUsecases(services: ConversationsServices) {
  const { database, clock, realtime } = services;
  const running = new Map<string, LiveAnswer>();
  const finished = new Set<Promise<void>>();
  let suspected = new Set<string>();
  let stopping = false;
  const cached = new Map<string, { value: RunningAgent | null; until: number }>();
  realtime.subscribe('agents', (data) => cached.delete(String(data['agentId'])));
  realtime.subscribe('answers.stop', (data) => running.get(String(data['answerId']))?.abort.abort('stopped'));
  realtime.onGap(() => cached.clear());

  const present = (row: MessageRow): ChatMessage => presentMessage(row, services.signStoredCopy);

  /** Agents change seldom and answer often; a notice empties the cache at once, and half a minute does so anyway. */
  async function agentOf(visitor: VisitorIdentity): Promise<RunningAgent> {
    const known = visitor.isPreview ? undefined : cached.get(visitor.agentId);
    const value = known && known.until > Date.now() ? known.value : await services.agents.runningById(visitor.accountId, visitor.agentId, visitor.isPreview);
    if (!visitor.isPreview && value !== known?.value) cached.set(visitor.agentId, { value, until: Date.now() + 30_000 });
    if (!value) throw new AppError(agentsErrors.notFound);
    return value;
  }

  async function tellOwner(tx: Transaction, where: { accountId: string; conversationId: string; contactId: string | null; isPreview: boolean }): Promise<void> {
    if (where.isPreview) return;
    await realtime.publish(tx, { topic: `account:${where.accountId}`, data: { type: 'conversation.changed', conversationId: where.conversationId, contactId: where.contactId } });
  }

  function announceToOwner(where: { accountId: string; conversationId: string; contactId: string | null; isPreview: boolean }): void {
    if (where.isPreview) return;
    realtime.announce({ topic: `account:${where.accountId}`, data: { type: 'conversation.changed', conversationId: where.conversationId, contactId: where.contactId } });
  }

  function languageFor(agent: RunningAgent, wanted: string | undefined, fallback: Language): Language {
    const { language } = agent.configuration.basic;
    return language === 'auto' ? (toLanguage(wanted) ?? fallback) : language;
  }

  type Request = { conversationId: string | null; clientMessageId: string; text: string; pageUrl: string | null; historyCount: number; fallback: Language };
  type Taken = { question: MessageRow; answer: MessageRow; isNew: boolean; history: Pick<MessageRow, 'role' | 'body' | 'status'>[] };

  /** The usual case of `accept`, in one statement: the next message of a conversation. Null when it is another case. */
  async function acceptNext(visitor: VisitorIdentity, conversationId: string, input: Request): Promise<Taken | null> {
    const now = clock.now();
    const common = { accountId: visitor.accountId, conversationId, visitorId: visitor.visitorId, createdAt: now };
    const [questionId, answerId] = [newId('msg'), newId('msg')];
    const [row] = await database.statement<AcceptedRow>(visitor.accountId, acceptStatement({ ...common, clientMessageId: input.clientMessageId, questionId, answerId, text: input.text, preview: excerpt(input.text), processId: services.processId, mostMessages, historyCount: input.historyCount, now }));
    if (!row) return null;
    announceToOwner({ accountId: visitor.accountId, conversationId, contactId: row.contactId, isPreview: visitor.isPreview });
    return {
      question: blankMessage({ ...common, id: questionId, seq: row.seq, role: 'visitor', body: input.text, status: 'complete', clientMessageId: input.clientMessageId }),
      answer: blankMessage({ ...common, id: answerId, seq: row.seq + 1, role: 'assistant', body: '', status: 'streaming', answersId: questionId, processId: services.processId }),
      isNew: true,
      history: row.history,
    };
  }

  /** Writes a message and the place of its answer, once for each key of the browser. */
  async function accept(visitor: VisitorIdentity, input: Request): Promise<Taken> {
    const next = input.conversationId ? await acceptNext(visitor, input.conversationId, input) : null;
    if (next) return next;
    const taken = await acceptStepByStep(visitor, input);
    if (taken.isNew) announceToOwner({ accountId: visitor.accountId, conversationId: taken.question.conversationId, contactId: taken.contactId, isPreview: visitor.isPreview });
    return taken;
  }

  async function acceptStepByStep(visitor: VisitorIdentity, input: Request): Promise<Taken & { contactId: string | null }> {
    return database.account(visitor.accountId, async (tx) => {
      const repository = conversationsRepository(tx);
      const known = await repository.byClientKey(visitor.visitorId, input.clientMessageId);
      if (known) {
        const isOver = ['failed', 'interrupted'].includes(known.answer.status);
        const restarted = isOver && (await repository.restartAnswer(known.answer.id, services.processId));
        const history = restarted ? await repository.history(known.question.conversationId, known.question.seq, input.historyCount) : [];
        // When another retry was faster, what was read before is old.
        const answer = isOver ? ((await repository.message(known.answer.id)) ?? known.answer) : known.answer;
        return { question: known.question, answer, isNew: restarted, history, contactId: null };
      }
      const now = clock.now();
      if (input.conversationId) {
        const conversation = await repository.conversation(input.conversationId);
        throw new AppError(conversation?.visitorId === visitor.visitorId ? conversationsErrors.conversationFull : conversationsErrors.notFound);
      }
      const row = await repository.lockVisitor(visitor.visitorId);
      if (!row) throw new AppError(conversationsErrors.notFound);
      const conversationId = newId('cnv');
      const contactId = visitor.isPreview ? null : (row.contactId ?? (await createContact(tx, { accountId: visitor.accountId, sourceAgentId: visitor.agentId, timezone: row.timezone, language: row.language, device: row.device, browser: row.browser, os: row.os, landingUrl: row.landingUrl, referrer: row.referrer, tag: row.tag }, now)));
      if (contactId && contactId !== row.contactId) await repository.linkContact(row.id, contactId);
      await repository.insertConversation({ id: conversationId, accountId: visitor.accountId, agentId: visitor.agentId, visitorId: visitor.visitorId, contactId, isPreview: visitor.isPreview, language: services.detectLanguage(input.text, toLanguage(row.language) ?? input.fallback), pageUrl: input.pageUrl, tag: row.tag, nextSeq: 3, messageCount: 2, lastMessage: excerpt(input.text), lastMessageRole: 'visitor', lastMessageAt: now, createdAt: now });
      const common = { accountId: visitor.accountId, conversationId, visitorId: visitor.visitorId, createdAt: now };
      const question = blankMessage({ ...common, id: newId('msg'), seq: 1, role: 'visitor', body: input.text, status: 'complete', clientMessageId: input.clientMessageId });
      const answer = blankMessage({ ...common, id: newId('msg'), seq: 2, role: 'assistant', body: '', status: 'streaming', answersId: question.id, processId: services.processId });
      await repository.insertMessages([question, answer]);
      // The answer counts from the beginning, so that no way of ending can miscount it.
      if (contactId) await bumpContact(tx, contactId, { conversations: 1, messages: 2, now });
      return { question, answer, isNew: true, history: [], contactId };
    });
  }

  /** Saves how an answer ended; tries for minutes when the database is away, so that no written answer is lost. */
  async function saveEnd(visitor: VisitorIdentity, answer: MessageRow, end: AnswerEnd): Promise<MessageRow> {
    for (let tries = 1; ; tries++) {
      try {
        const now = clock.now();
        const [row] = await database.statement<EndedRow>(visitor.accountId, endStatement({ answerId: answer.id, processId: services.processId, end, preview: excerpt(end.body), now }));
        if (!row) return (await database.account(visitor.accountId, (tx) => conversationsRepository(tx).message(answer.id))) ?? answer;
        announceToOwner({ accountId: visitor.accountId, conversationId: answer.conversationId, contactId: row.contactId, isPreview: visitor.isPreview });
        realtime.announce({ topic: `answer:${answer.id}`, data: { end: true } });
        return { ...answer, ...end, completedAt: now, processId: null, feedback: row.feedback, feedbackReason: row.feedbackReason };
      } catch (error) {
        if (tries >= (isUnavailable(error) && !stopping ? mostSavesInOutage : 3)) throw error;
        if (tries === 1) services.log.warn({ err: error, answerId: answer.id }, 'an answer could not be saved; trying again');
        await new Promise((resolve) => setTimeout(resolve, Math.min(200 * tries, 2_000)));
      }
    }
  }

  /** Saves how far the running answers are, so that a crash loses a second of text at the most, and tells who follows them elsewhere. */
  async function saveProgress(): Promise<void> {
    const progress = [...running.values()].filter((live) => live.text !== live.savedText).map((live) => ({ id: live.id, text: live.text, live }));
    if (progress.length === 0) return;
    await database.system((tx) => tx.execute(progressStatement(services.processId, progress)));
    for (const { id, text, live } of progress) {
      live.savedText = text;
      realtime.announce({ topic: `answer:${id}`, data: {} });
    }
  }
  let saving: Promise<void> | null = null;
  const progressTimer = setInterval(() => {
    saving ??= saveProgress()
      .catch((error: unknown) => services.log.debug({ err: error }, 'the progress of answers could not be saved'))
      .finally(() => {
        saving = null;
      });
  }, flushMs);
  progressTimer.unref();

  function start(visitor: VisitorIdentity, taken: Taken, asked: Pick<Question, 'agent' | 'language' | 'ahead'>): LiveAnswer {
    const { question, answer } = taken;
    const live = new LiveAnswer(answer.id);
    running.set(answer.id, live);
    if (stopping) live.abort.abort('stopping');
    const history = taken.history.filter((entry) => entry.body !== '').map((entry) => ({ role: entry.role, text: entry.body }));
    const work = (async () => {
      const end = await services.answerer.answer({ ...asked, text: question.body, history }, live);
      const message = present(await saveEnd(visitor, answer, end));
      const isGood = message.status === 'complete' || message.status === 'stopped';
      live.emit(isGood ? { type: 'done', message } : { type: 'failed', code: message.errorCode ?? 'answer.unavailable', message, isRetryable: true });
    })()
      .catch((error: unknown) => {
        services.log.error({ err: error, answerId: answer.id }, 'an answer broke off');
        live.emit({ type: 'failed', code: 'answer.interrupted', message: { ...present(answer), status: 'interrupted', text: live.text, errorCode: 'answer.interrupted' }, isRetryable: true });
      })
      .finally(() => {
        running.delete(answer.id);
        finished.delete(work);
      });
    finished.add(work);
    return live;
  }

  /** Follows an answer that another process writes: its notices say when to look. */
  function follow(visitor: VisitorIdentity, answer: MessageRow, listener: (event: AnswerEvent) => void): Joined {
    let shown = answer.body;
    let looking = Promise.resolve();
    let left = false;
    const look = (): void => {
      looking = looking
        .then(async () => {
          const row = left ? null : await database.account(visitor.accountId, (tx) => conversationsRepository(tx).message(answer.id));
          if (!row || left) return;
          if (row.body.startsWith(shown) && row.body.length > shown.length) listener({ type: 'delta', text: row.body.slice(shown.length) });
          shown = row.body;
          if (row.status !== 'streaming') listener(endOf(present(row)));
        })
        .catch((error: unknown) => services.log.warn({ err: error, answerId: answer.id }, 'a running answer could not be read'));
    };
    // Also without a notice now and then: the process that writes may die between its last word and its last notice.
    const timer = setInterval(look, followMs);
    const stops = [realtime.subscribe(`answer:${answer.id}`, look), realtime.onGap(look), () => clearInterval(timer)];
    look();
    return {
      text: answer.body,
      end: null,
      leave() {
        left = true;
        for (const stop of stops) stop();
      },
    };
  }

  function join(visitor: VisitorIdentity, answer: MessageRow, listener: (event: AnswerEvent) => void): Joined {
    const live = running.get(answer.id);
    if (live) return live.join(listener);
    if (answer.status === 'streaming') return follow(visitor, answer, listener);
    return { text: answer.body, end: endOf(present(answer)), leave: () => undefined };
  }

  async function answerOf(visitor: VisitorIdentity, id: string): Promise<MessageRow> {
    const row = await database.account(visitor.accountId, (tx) => conversationsRepository(tx).message(id));
    if (!row || row.visitorId !== visitor.visitorId || row.role !== 'assistant') throw new AppError(conversationsErrors.notFound);
    return row;
  }

  async function interrupt(processId: string, ids: readonly string[] | null): Promise<void> {
    const rows = await database.system((tx) => conversationsRepository(tx).interruptAnswersOf(processId, 'answer.interrupted', clock.now(), ids));
    for (const row of rows) {
      await database.account(row.accountId, async (tx) => {
        const conversation = await conversationsRepository(tx).conversation(row.conversationId);
        await realtime.publish(tx, { topic: `answer:${row.id}`, data: { end: true } });
        if (conversation) await tellOwner(tx, { accountId: row.accountId, conversationId: row.conversationId, contactId: conversation.contactId, isPreview: conversation.isPreview });
      });
    }
  }

  async function threadOf(tx: Transaction, visitorId: string) {
    const repository = conversationsRepository(tx);
    const conversation = await repository.newestOfVisitor(visitorId);
    if (!conversation) return null;
    return { id: conversation.id, messages: (await repository.messagesOf([conversation.id])).map(present) };
  }

  return {
    readVisitorToken: (token: string): VisitorIdentity | null => readToken(services.box, visitorToken, token, clock.now().getTime()),

    publicAgent: (agent: RunningAgent, wanted: string | undefined, fallback: Language): PublicAgent => {
      const language = languageFor(agent, wanted, fallback);
      return presentAgent(agent, language, services.translator.namespace(language, 'chat'));
    },

    /** Starts or renews a visitor's session. `checkNew` may refuse to make another new visitor. */
    async openSession(
      input: { agent: number; token?: string | null | undefined; preview?: string | null | undefined; page?: { url: string; referrer?: string | undefined } | null | undefined; timezone?: string | undefined; language?: string | undefined; tag?: string | null | undefined },
      from: Device & { fallback: Language; ownHost: string; checkNew(): Promise<void> },
    ) {
      const agent = input.preview ? await services.agents.runningByTicket(input.preview, input.agent) : await services.agents.runningByNumber(input.agent);
      if (!agent) throw new AppError(agentsErrors.notFound);
      const given = input.token ? this.readVisitorToken(input.token) : null;
      const now = clock.now();
      const known = given && given.agentId === agent.id && given.isPreview === agent.isPreview ? given : null;
      const pageUrl = pageAddress(input.page?.url);
      const opened = await database.account(agent.accountId, async (tx) => {
        const repository = conversationsRepository(tx);
        if (known && (await repository.touchVisitor(known.visitorId, now))) return { visitorId: known.visitorId, thread: await threadOf(tx, known.visitorId) };
        return null;
      });
      let visitorId = opened?.visitorId;
      if (!visitorId) {
        await from.checkNew();
        const id = newId('vis');
        await database.account(agent.accountId, (tx) =>
          conversationsRepository(tx).insertVisitor({ id, accountId: agent.accountId, agentId: agent.id, isPreview: agent.isPreview, language: toLanguage(input.language) ?? from.fallback, timezone: input.timezone ?? null, device: from.device, browser: from.browser, os: from.os, landingUrl: pageUrl, referrer: pageAddress(input.page?.referrer), tag: input.tag || null, createdAt: now, lastSeenAt: now }),
        );
        visitorId = id;
      }
      // The agent's own page and the demo are not the owner's site.
      if (pageUrl && !agent.isPreview && new URL(pageUrl).host !== from.ownHost) await services.agents.markSeen(agent, pageUrl);
      const identity: VisitorIdentity = { visitorId, accountId: agent.accountId, agentId: agent.id, isPreview: agent.isPreview };
      return {
        token: mintToken(services.box, visitorToken, identity, now.getTime() + (agent.isPreview ? previewDays : visitorDays) * dayMs),
        agent: this.publicAgent(agent, input.language, from.fallback),
        conversation: opened?.thread ?? null,
      };
    },

    /** Takes a message; what was accepted is stored before this returns. `listener` then hears the answer. */
    async send(visitor: VisitorIdentity, input: { conversationId: string | null; clientMessageId: string; text: string; pageUrl: string | undefined; fallback: Language }, listener: (event: AnswerEvent) => void): Promise<{ accepted: Accepted; joined: Joined }> {
      const agent = await agentOf(visitor);
      const request = { ...input, pageUrl: pageAddress(input.pageUrl), historyCount: agent.configuration.ai.historyMessages };
      const asked = { agent, text: input.text, history: [], language: services.detectLanguage(input.text, input.fallback) };
      const ahead = services.answerer.lookAhead(asked);
      // Two requests with one key at the same moment: the second one's write fails and it finds the first one's.
      const taken = await accept(visitor, request).catch((error: unknown) => {
        if (!violatedConstraint(error)?.startsWith('messages_')) throw error;
        return accept(visitor, request);
      });
      if (taken.isNew) start(visitor, taken, taken.question.body === input.text ? { ...asked, ahead } : { agent, language: services.detectLanguage(taken.question.body, input.fallback) });
      const accepted = { conversationId: taken.question.conversationId, visitorMessage: present(taken.question), assistantMessage: present(taken.answer) };
      return { accepted, joined: join(visitor, taken.answer, listener) };
    },

    async join(visitor: VisitorIdentity, answerId: string, listener: (event: AnswerEvent) => void): Promise<Joined> {
      return join(visitor, await answerOf(visitor, answerId), listener);
    },

    async stop(visitor: VisitorIdentity, answerId: string): Promise<void> {
      const row = await answerOf(visitor, answerId);
      const live = running.get(row.id);
      if (live) live.abort.abort('stopped');
      else if (row.status === 'streaming') await database.system((tx) => realtime.publish(tx, { topic: 'answers.stop', data: { answerId: row.id } }));
    },

    async rate(visitor: VisitorIdentity, answerId: string, value: 'up' | 'down' | null, reason: string | null): Promise<void> {
      await database.account(visitor.accountId, async (tx) => {
        const conversationId = await conversationsRepository(tx).setFeedback(answerId, visitor.visitorId, value, reason);
        if (!conversationId) throw new AppError(conversationsErrors.notFound);
        const conversation = await conversationsRepository(tx).conversation(conversationId);
        await tellOwner(tx, { accountId: visitor.accountId, conversationId, contactId: conversation?.contactId ?? null, isPreview: visitor.isPreview });
      });
    },

    current: (visitor: VisitorIdentity) => database.account(visitor.accountId, (tx) => threadOf(tx, visitor.visitorId)),

    ...createConversationRecords(services),
    /** Marks the answers that a dead process was writing: what it had written stays, and the visitor may try again. */
    interruptAnswersOf: (processId: string): Promise<void> => interrupt(processId, null),

    /**
     * Marks answers that are this process's own by the database, but that it does not write: a commit whose confirmation was
     * lost with the connection leaves one behind. Only what was found twice in a row counts; the first time it may be about to start.
     */
    async interruptAbandoned(): Promise<void> {
      const found = await database.system((tx) => conversationsRepository(tx).streamingOf(services.processId));
      const idle = found.filter((id) => !running.has(id));
      const abandoned = idle.filter((id) => suspected.has(id));
      suspected = new Set(idle);
      if (abandoned.length > 0) await interrupt(services.processId, abandoned);
    },

    runningCount: (): number => running.size,

    /** Lets running answers end within `graceMs`, then breaks them off; all are saved when this returns. */
    async drain(graceMs: number): Promise<void> {
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise((resolve) => {
        timer = setTimeout(resolve, graceMs);
      });
      await Promise.race([Promise.all(finished), late]);
      clearTimeout(timer);
      stopping = true;
      for (const live of running.values()) live.abort.abort('stopping');
      await Promise.all(finished);
    },
  };
}

export type ConversationsUsecases = ReturnType<typeof createConversationsUsecases>;

function endOf(message: ChatMessage): AnswerEvent {
  const isGood = message.status === 'complete' || message.status === 'stopped';
  return isGood ? { type: 'done', message } : { type: 'failed', code: message.errorCode ?? 'answer.interrupted', message, isRetryable: true };
}

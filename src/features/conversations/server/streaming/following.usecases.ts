import type { VisitorIdentity } from '#platform/http/access.ts';
import type { PaywallTerms } from '#features/paywall/server/paywall.usecases.ts';
import type { RecordedCall } from '#features/tools/server/calls/calls.usecases.ts';
import type { AnswerTrace, ChatMessage } from '../../conversations.contract.ts';
import { answersRepository } from '../answers/answers.repository.ts';
import type { Taken } from '../messages/accepting.usecases.ts';
import type { Question } from '../answers/answer.usecases.ts';
import { createFollowingElsewhere, endOf } from './other-process.usecases.ts';
import { createSaving } from './saving.usecases.ts';
import { speakerOf } from '../handoff/handoff.models.ts';
import { factsFor, factsNamed } from '../prompt/facts.usecases.ts';
import { historyEntry } from '../prompt/prompt.models.ts';
import { LiveAnswer, type AnswerEvent } from './live-answer.models.ts';
import { presentMessage } from '../messages/present.models.ts';
import { reservationEndOf } from '../answers/unsure.models.ts';
import { progressStatement } from '../messages/statements.repository.ts';
import { conversationsRepository, type AnswerEnd, type MessageRow } from '../conversations.repository.ts';
import type { Handoff } from '../handoff/handoff.usecases.ts';
import type { VisitorAgents } from '../sessions/visitor-agents.usecases.ts';
import type { ConversationsServices } from '../conversations.usecases.ts';
import { tellOwner } from '../conversations-notices.usecases.ts';

const flushMs = 1_000;

/** A reader's place at an answer: what is there, and what comes. */
export type Joined = ReturnType<LiveAnswer['join']>;

export type Following = ReturnType<typeof createFollowing>;

/** The calls in a record, as they were recorded. */
const callsIn = (trace: AnswerTrace | null): RecordedCall[] =>
  (trace?.tools ?? []).map((call) => ({
    name: call.name,
    arguments: call.arguments,
    result: call.result ?? null,
    errorCode: (call.errorCode ?? null) as RecordedCall['errorCode'],
    errorDetail: call.errorDetail ?? null,
    title: call.title ?? null,
    risk: (call.risk ?? 'read') as RecordedCall['risk'],
    milliseconds: call.milliseconds,
  }));

/** The answers that this process writes, and whoever reads them, here or elsewhere. */
export function createFollowing(
  services: ConversationsServices,
  agents: Pick<VisitorAgents, 'balanceOf'>,
  handoff: Pick<Handoff, 'afterAnswer'>,
) {
  const { database, clock, realtime } = services;
  const running = new Map<string, LiveAnswer>();
  const finished = new Set<Promise<void>>();
  const proposing = new Map<string, AbortController>();
  let suspected = new Set<string>();
  let stopping = false;
  realtime.subscribe('answers.stop', (data) =>
    running.get(String(data['answerId']))?.abort.abort(data['isTaken'] ? 'taken over' : 'stopped'),
  );

  const present = (row: MessageRow): ChatMessage => presentMessage(row, services.signStoredCopy);
  const { saveEnd } = createSaving(services, agents, () => stopping);
  const { followElsewhere } = createFollowingElsewhere(services, present, agents);

  /**
   * Saves how far the running answers are, so that a crash loses a second of text at the most, and tells who
   * follows them elsewhere.
   */
  async function saveProgress(): Promise<void> {
    const progress = [...running.values()]
      .filter((live) => live.text !== live.savedText || live.parts.length > live.savedParts)
      .map((live) => ({ id: live.id, text: live.text, parts: [...live.parts], live }));
    if (progress.length === 0) return;
    await (
      await database.earlySystemStatement(progressStatement(services.processId, progress))
    ).committed;
    for (const { id, text, parts, live } of progress) {
      live.savedText = text;
      live.savedParts = parts.length;
      realtime.announce({ topic: `answer:${id}`, data: {} });
    }
  }
  let saving: Promise<void> | null = null;
  const progressTimer = setInterval(() => {
    saving ??= saveProgress()
      .catch((error: unknown) =>
        services.log.debug({ err: error }, 'the progress of answers could not be saved'),
      )
      .finally(() => {
        saving = null;
      });
  }, flushMs);
  progressTimer.unref();

  /** The tools that the answer before a question called. */
  async function lastCalls(visitor: VisitorIdentity, question: MessageRow) {
    const trace = await database.account(visitor.accountId, (tx) =>
      answersRepository(tx).traceBefore(question.conversationId, question.seq),
    );
    return (trace?.tools ?? []).map((call) => ({
      name: call.name,
      arguments: call.arguments,
      result: call.result ?? null,
    }));
  }

  async function keepTrace(
    visitor: VisitorIdentity,
    answerId: string,
    trace: AnswerTrace,
    committed: Promise<unknown>,
  ): Promise<void> {
    await committed;
    await database.account(visitor.accountId, (tx) =>
      answersRepository(tx).keepTrace(answerId, services.processId, trace),
    );
  }

  function start(
    visitor: VisitorIdentity,
    taken: Taken & { answer: MessageRow },
    asked: Pick<Question, 'agent' | 'language' | 'ahead' | 'ownKey' | 'visitor' | 'switching' | 'forms'>,
    held: {
      micros: number;
      message: PaywallTerms | null;
      /** The minute of a call has paid for it. */
      isCovered?: boolean;
    },
  ): LiveAnswer {
    const { question, answer } = taken;
    const live = new LiveAnswer(answer.id);
    running.set(answer.id, live);
    if (stopping) live.abort.abort('stopping');
    // A commit whose confirmation was lost may have happened: the row, if there is one, is then marked as
    // interrupted.
    const committed = taken.committed.catch(() => live.abort.abort('not stored'));
    const history = taken.history
      .map((entry) => historyEntry(speakerOf(entry.role), entry, asked.language))
      .filter((entry) => entry.text !== '' || entry.shown !== undefined);
    const hasFiles =
      question.attachments.length > 0 || (asked.agent.configuration.appearance.uploads && question.seq > 1);
    const turn = {
      visitor,
      conversationId: question.conversationId,
      questionId: question.id,
      answerId: answer.id,
      hasFiles,
      committed,
    };
    const work = (async () => {
      const { answerer } = services;
      proposing.get(question.conversationId)?.abort();
      // A new conversation is there once its message is stored.
      const place = { conversationId: question.conversationId, committed };
      const facts = await factsFor(services, visitor, place, asked.agent);
      const whole = {
        ...asked,
        text: question.body,
        history,
        turn,
        variables: taken.variables,
        paid: held.message,
        facts,
        factsNamed: (names: readonly string[]) => factsNamed(services, visitor, place, names),
        lastCalls: () => lastCalls(visitor, question),
        calledBefore: callsIn(answer.trace),
        keepTrace: (trace: AnswerTrace) => keepTrace(visitor, answer.id, trace, committed),
        transferred: taken.transferred,
        isWaiting: taken.isWaiting,
        isSpoken: taken.question.isSpoken,
      };
      const end = await answerer.answer(whole, live);
      if (!asked.ownKey) services.reportModel(asked.agent, end.trace?.attempts ?? []);
      // An answer that was broken off in the middle may have cost all that was reserved for it.
      const cost = asked.ownKey ? 0 : (end.costMicros ?? (end.status === 'failed' ? 0 : held.micros));
      services.usage.charge(asked.agent, cost, held.micros);
      await committed;
      const paid = held.message && {
        terms: held.message,
        reservationEnd: reservationEndOf(
          end,
          !asked.agent.configuration.payment.chargeUnsure && services.isUnsure(end),
        ),
      };
      const { row, balance: left } = await saveEnd(visitor, answer, end, paid);
      const balance = held.isCovered ? await agents.balanceOf(visitor) : left;
      const message = present(row);
      const isGood = message.status === 'complete' || message.status === 'stopped';
      const more = isGood && answerer.followUps.comeLater(whole, end);
      live.emit(
        isGood
          ? { type: 'done', message, more, balance }
          : {
              type: 'failed',
              code: message.errorCode ?? 'answer.unavailable',
              message,
              isRetryable: message.errorCode !== 'answer.taken_over',
              balance,
            },
      );
      if (isGood) await handoff.afterAnswer({ visitor, taken, agent: asked.agent, end });
      if (more)
        live.emit({ type: 'suggestions', suggestions: await propose(visitor, answer, whole, end, live) });
    })()
      .catch((error: unknown) => {
        services.log.error({ err: error, answerId: answer.id }, 'an answer broke off');
        live.emit({
          type: 'failed',
          code: 'answer.interrupted',
          message: {
            ...present(answer),
            status: 'interrupted',
            text: live.text,
            parts: [...live.parts],
            errorCode: 'answer.interrupted',
          },
          isRetryable: true,
        });
      })
      .finally(() => {
        running.delete(answer.id);
        finished.delete(work);
      });
    finished.add(work);
    return live;
  }

  /**
   * Finds and stores what is proposed under a finished answer; the conversation's next question ends the
   * search.
   */
  async function propose(
    visitor: VisitorIdentity,
    answer: MessageRow,
    question: Question,
    end: AnswerEnd,
    live: LiveAnswer,
  ): Promise<string[]> {
    const superseded = new AbortController();
    proposing.set(answer.conversationId, superseded);
    try {
      const found = await services.answerer.followUps.afterwards(
        question,
        end,
        AbortSignal.any([live.abort.signal, superseded.signal]),
      );
      services.usage.charge(question.agent, found.costMicros ?? 0, 0);
      if (found.suggestions.length > 0 || found.inputTokens > 0)
        await database.account(visitor.accountId, (tx) =>
          answersRepository(tx).addSuggestions(answer.id, found),
        );
      return superseded.signal.aborted ? [] : found.suggestions;
    } catch (error) {
      services.log.debug({ err: error, answerId: answer.id }, 'no questions could be proposed');
      return [];
    } finally {
      if (proposing.get(answer.conversationId) === superseded) proposing.delete(answer.conversationId);
    }
  }

  function join(
    visitor: VisitorIdentity,
    answer: MessageRow,
    listener: (event: AnswerEvent) => void,
  ): Joined {
    const live = running.get(answer.id);
    if (live) return live.join(listener);
    if (answer.status === 'streaming') return followElsewhere(visitor, answer, listener);
    return {
      text: answer.body,
      parts: answer.parts,
      tools: [],
      pageCall: null,
      end: endOf(present(answer)),
      leave: () => undefined,
    };
  }

  async function interrupt(processId: string, ids: readonly string[] | null): Promise<void> {
    const rows = await database.system((tx) =>
      answersRepository(tx).interruptAnswersOf(processId, 'answer.interrupted', clock.now(), ids),
    );
    for (const row of rows) {
      await database.account(row.accountId, async (tx) => {
        const conversation = await conversationsRepository(tx).conversation(row.conversationId);
        await realtime.publish(tx, { topic: `answer:${row.id}`, data: { end: true } });
        if (conversation)
          await tellOwner(realtime, tx, {
            accountId: row.accountId,
            conversationId: row.conversationId,
            contactId: conversation.contactId,
            isPreview: conversation.isPreview,
          });
      });
    }
  }

  return {
    start,
    join,
    /** Stops an answer, whichever process writes it. */
    async stopAnswer(answerId: string): Promise<void> {
      running.get(answerId)?.abort.abort('stopped');
      if (!running.has(answerId))
        await database.system((tx) => realtime.publish(tx, { topic: 'answers.stop', data: { answerId } }));
    },

    /**
     * Marks the answers that a dead process was writing: what it had written stays, and the visitor may try
     * again.
     */
    interruptAnswersOf: (processId: string): Promise<void> => interrupt(processId, null),

    /**
     * Marks answers that are this process's own by the database, but that it does not write: a commit whose
     * confirmation was lost with the connection leaves one behind. Only what was found twice in a row counts;
     * the first time it may be about to start.
     */
    async interruptAbandoned(): Promise<void> {
      const found = await database.system((tx) => answersRepository(tx).streamingOf(services.processId));
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

import type { Language } from '#shared/languages.ts';
import type { Clock } from '#platform/clock/clock.ts';
import { joinWordCounts, noWordCounts, type WordCounts } from '#platform/text-search/word-counts.ts';
import type { Translator } from '#platform/i18n/translator.ts';
import type { Logger } from '#platform/log/logger.ts';
import type { Realtime } from '#platform/realtime/realtime.ts';
import type { RunningAgent } from '#features/agents/server/agents.usecases.ts';
import type {
  IntegrationsUsecases,
  ReadyProvider,
} from '#features/integrations/server/integrations.usecases.ts';
import type { KnowledgeUsecases, Retrieved } from '#features/knowledge/server/knowledge.usecases.ts';
import type { PaywallTerms } from '#features/paywall/server/paywall.usecases.ts';
import type { RecordedCall } from '#features/tools/server/calls/calls.usecases.ts';
import type { ToolGates } from '#features/tools/server/requests/gate.usecases.ts';
import type { AskedInWords, ToolContext, ToolSource } from '#features/tools/server/tools.usecases.ts';
import { LlmError } from '#providers/llm/llm.port.ts';
import type { MaterialFile } from '../attachments/attachments.models.ts';
import type { Turn } from '../attachments/attachments.usecases.ts';
import { CitationFilter, type NumberedPassages } from '../message-parts/citations.models.ts';
import { PartFence } from '../message-parts/fenced-blocks.models.ts';
import { createFollowUps } from './follow-ups.usecases.ts';
import type { VisitorTools } from '../visitors/visitor-tools.models.ts';
import type { LiveAnswer } from '../streaming/live-answer.models.ts';
import type { Materials } from '../attachments/answer-material.usecases.ts';
import { chooseModels, visitorCode } from './model-choice.policy.ts';
import type { Pictures } from '../message-parts/pictures.usecases.ts';
import { mayGoOn, searchQueries, type HistoryEntry } from '../prompt/prompt.models.ts';
import type { TransferredHistory } from '../switching/switching.models.ts';
import type { FormOffers } from '../visitors/forms.usecases.ts';
import type { SwitchOffers } from '../switching/switching.usecases.ts';
import type { AnswerTrace } from '../../conversations.contract.ts';
import type { AnswerEnd } from '../conversations.repository.ts';
import { createAnswersByWords } from './answer-by-words.usecases.ts';
import { createBuiltInAnswers, historyOf } from './built-in.usecases.ts';
import { createModelAnswers } from './model-answer.usecases.ts';
import { createAnswerTools } from './answer-tools.usecases.ts';
import { addPassages, finish, type Working, type Choice } from './answer-state.models.ts';

/** Answers from passages without a model; gives the text in pieces, with `[n]` marks. */
export type BuiltInEngine = (input: {
  question: string;
  history: readonly HistoryEntry[];
  passages: readonly { number: number; title: string; heading: string; text: string; score: number }[];
  /** What the visitor attached, the newest last. */
  files: readonly Pick<MaterialFile, 'kind' | 'name' | 'isNew'>[];
  /** Of the words that were looked for, in the agent's knowledge. */
  counts: WordCounts;
  topics: readonly string[];
  agentName: string;
  /** The agent hands on to people, but this is its owner's preview, which calls nobody. */
  callsNobody?: boolean;
  language: Language;
}) => Iterable<string>;

export type AnswerServices = {
  clock: Clock;
  log: Logger;
  knowledge: Pick<KnowledgeUsecases, 'retrieve' | 'collectionOverview'>;
  integrations: Pick<IntegrationsUsecases, 'ready' | 'withKey' | 'firstModelOf'>;
  material: Materials;
  pictures: Pictures;
  builtIn: BuiltInEngine;
  /** What gives agents tools besides their own. */
  toolSources: readonly ToolSource[];
  /** What asks before tools act. */
  toolGates: Pick<ToolGates, 'gateFor'>;
  translator: Pick<Translator, 'text'>;
  realtime: Pick<Realtime, 'announce'>;
  /** Models that speak with visitors in calls. */
  callModels: CallModels;
};

export type CallModels = {
  /** The model of the call that the visitor of a turn is in; null where they are in none. */
  speakingWith(turn: Pick<Turn, 'visitor' | 'answerId'>): ReadyProvider | null;
  /** Says an answer in the call that the visitor of a turn is in, while it is written; where they are in one. */
  sayAloud(turn: Pick<Turn, 'visitor'>, answer: LiveAnswer): void;
};

/** Passages that are being looked for already, by what is searched for. */
export type LookAhead = ReadonlyMap<string, Promise<Found>>;
type Found = Pick<Retrieved, 'passages' | 'counts'>;

export type Question = {
  agent: RunningAgent;
  text: string;
  history: readonly HistoryEntry[];
  language: Language;
  ahead?: LookAhead | null;
  turn?: Turn;
  /** The visitor's own OpenAI key, for this answer only. */
  ownKey?: string | null;
  visitor?: VisitorTools;
  /** What the page tells about the visitor. */
  variables?: Readonly<Record<string, string>>;
  /** What the instructions ask to know of the person and the conversation. */
  facts?: Readonly<Record<string, string>>;
  /** What the message takes of the visitor's; null where nothing is paid for. */
  paid?: PaywallTerms | null;
  /** What tools ask to know of the person and the conversation. */
  factsNamed?: ToolContext['facts'];
  /** What this answer called before its server died; it stands in its record. */
  calledBefore?: readonly RecordedCall[];
  /** Keeps the record while the answer is written, so that no crash makes a call forgotten. */
  keepTrace?: (trace: AnswerTrace) => Promise<void>;
  /** The tools that the answer before this one called, from its record. */
  lastCalls?: AskedInWords['lastCalls'];
  transferred?: TransferredHistory | null;
  switching?: SwitchOffers | undefined;
  forms?: FormOffers | undefined;
  /** A person was asked for and has not come. */
  isWaiting?: boolean;
  /** It was said aloud, and the answer is read out. */
  isSpoken?: boolean;
};

/**
 * Writes one answer into `live`: finds passages, asks the agent's model (or the built-in engine), falls back
 * to the next model when one fails before its first word, and says how it ended. Never throws; what went
 * wrong is in the result.
 */
export function createAnswerer(services: AnswerServices) {
  const followUps = createFollowUps(services, retrieve);
  const toolsFor = createAnswerTools(
    services,
    async (question, query) => (await retrieve(question, query)).passages,
  );
  const byWords = createAnswersByWords(services, toolsFor);
  const { runBuiltIn } = createBuiltInAnswers(services, byWords);
  const { runModel } = createModelAnswers(services, toolsFor, byWords);

  /** Who is asked for an answer, in order. */
  function choicesFor({ agent, ownKey }: Question): ReturnType<typeof chooseModels> {
    const { ai } = agent.configuration;
    return chooseModels(ai, Boolean(ownKey), services.integrations.firstModelOf('openai'));
  }

  async function retrieve(question: Question, query: string): Promise<Found> {
    const { knowledge } = question.agent.configuration;
    return services.knowledge.retrieve({
      accountId: question.agent.accountId,
      collectionId: question.agent.collectionId,
      query,
      language: question.language,
      topK: knowledge.topK,
      threshold: knowledge.threshold,
      embedding: knowledge.embedding,
      // It reads sentence by sentence, and a question may have no word of its answer.
      whole: choicesFor(question)[0].provider === 'built-in',
    });
  }

  /**
   * Begins to look for passages while the question is still being stored. A question that may go on from the
   * last one has to wait for that one.
   */
  function lookAhead(question: Question): LookAhead {
    const ahead = new Map<string, Promise<Found>>();
    if (mayGoOn(question.text)) return ahead;
    for (const query of searchQueries(question.text, [])) {
      const found = retrieve(question, query);
      // Whoever asks for it hears of the failure.
      found.catch(() => undefined);
      ahead.set(query, found);
    }
    return ahead;
  }

  /** Finds what the answer may be made of: what the visitor attached, and passages. */
  async function gather(question: Question, working: Working, isBuiltIn: boolean): Promise<void> {
    const startedAt = performance.now();
    try {
      const material = await services.material.load(question.turn, {
        text: question.text,
        language: question.language,
        isBuiltIn,
      });
      working.files = material.files;
      addPassages(working, material.passages);
      const found = await Promise.all(
        searchQueries(question.text, historyOf(question)).map(
          (query) => question.ahead?.get(query) ?? retrieve(question, query),
        ),
      );
      for (const { passages } of found) addPassages(working, passages);
      working.counts = joinWordCounts(found.map(({ counts }) => counts));
      working.trace.retrievalMs = Math.round(performance.now() - startedAt);
    } catch (error) {
      // An agent whose knowledge can't be read now may still answer from its instructions.
      services.log.error(
        { err: error, agentId: question.agent.id },
        'passages could not be found for an answer',
      );
    }
  }

  /** Whoever speaks with the visitor in a call answers aloud, in place of a model that writes. */
  function speakingModel({ isSpoken, turn, ownKey }: Question, first: Choice) {
    if (!isSpoken || !turn || ownKey || first.provider === 'built-in') return null;
    const ready = services.callModels.speakingWith(turn);
    const [model] = ready?.definition.models ?? [];
    return ready && model && { ready, choice: { provider: ready.definition.id, model: model.id } };
  }

  async function answer(question: Question, live: LiveAnswer): Promise<AnswerEnd> {
    if (question.isSpoken && question.turn) services.callModels.sayAloud(question.turn, live);
    const passages: NumberedPassages = new Map();
    const working: Working = {
      passages,
      filter: new CitationFilter(passages),
      fence: new PartFence(),
      overview: null,
      trace: {
        passages: [],
        tools: (question.calledBefore ?? []).map((call) => ({ ...call, failed: call.errorCode !== null })),
        retrievalMs: null,
        firstTokenMs: null,
        totalMs: null,
        attempts: [],
      },
      counts: noWordCounts,
      usage: null,
      files: [],
      pictures: [],
      approved: null,
      pictureMicros: 0,
      spentMicros: null,
      startedAt: performance.now(),
    };
    let last: unknown = null;
    let engine: AnswerEnd['engine'] = null;
    const choices = choicesFor(question);
    const speaking = speakingModel(question, choices[0]);
    if (speaking) choices.unshift(speaking.choice);
    let choice: Choice = choices[0];
    let found: Promise<void> | null = null;
    const find = (): Promise<void> =>
      (found ??= gather(question, working, choices[0].provider === 'built-in'));
    for (choice of choices) {
      engine = choice.provider === 'built-in' ? 'built-in' : 'model';
      try {
        const costMicros =
          engine === 'built-in'
            ? (await runBuiltIn(question, live, working, find), 0)
            : (await find(),
              await runModel(
                question,
                live,
                working,
                choice,
                choice === speaking?.choice ? speaking.ready : null,
              ));
        if (live.abort.signal.aborted) break;
        if (live.text.trim() === '' && working.pictures.length === 0 && live.parts.length === 0)
          throw new LlmError('llm.garbled', 'The model ended without a word');
        working.trace.attempts.push({ ...choice, errorCode: null });
        const end = finish(live, working, {
          status: 'complete',
          errorCode: null,
          engine,
          ...choice,
          costMicros,
        });
        return engine === 'built-in'
          ? { ...end, suggestions: await followUps.fromKnowledge(question, end, working.overview) }
          : end;
      } catch (error) {
        if (live.abort.signal.aborted) break;
        last = error;
        const code = error instanceof LlmError ? error.code : 'internal';
        working.trace.attempts.push({ ...choice, errorCode: code });
        services.log.error(
          {
            err: error,
            agentId: question.agent.id,
            answerId: live.id,
            provider: choice.provider,
            model: choice.model,
            code,
          },
          'a model gave no whole answer',
        );
        if (live.text !== '' || live.parts.length > 0)
          return finish(live, working, {
            status: 'interrupted',
            errorCode: visitorCode(error, Boolean(question.ownKey)),
            engine,
            ...choice,
            costMicros: null,
          });
        working.filter = new CitationFilter(passages);
        working.fence = new PartFence();
      }
    }
    if (live.abort.signal.aborted) {
      const isStop = live.abort.signal.reason === 'stopped';
      return finish(live, working, {
        status: isStop ? 'stopped' : 'interrupted',
        errorCode: isStop ? null : 'answer.interrupted',
        engine,
        ...choice,
        costMicros: working.spentMicros,
      });
    }
    return finish(live, working, {
      status: 'failed',
      errorCode: visitorCode(last, Boolean(question.ownKey)),
      engine,
      ...choice,
      costMicros: null,
    });
  }

  return { answer, lookAhead, followUps };
}

export type Answerer = ReturnType<typeof createAnswerer>;

import type { Language } from '#shared/languages.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Translator } from '#platform/i18n/translator.ts';
import type { Logger } from '#platform/log/logger.ts';
import type { RunningAgent } from '#features/agents/server/agents.usecases.ts';
import type {
  IntegrationsUsecases,
  ReadyProvider,
} from '#features/integrations/server/integrations.usecases.ts';
import type { KnowledgeUsecases, Passage } from '#features/knowledge/server/knowledge.usecases.ts';
import { findLlmPrice, llmCostMicros } from '#providers/llm/llm-cost.ts';
import { LlmError, type LlmMessage, type LlmToolCall, type LlmUsage } from '#providers/llm/llm.port.ts';
import type { MaterialFile } from './conversations-attachments.models.ts';
import { documentPieces } from './conversations-documents.models.ts';
import type { Turn } from './conversations-attachments.usecases.ts';
import type { StoredAttachment } from './conversations-attachments.table.ts';
import type { AnswerTrace } from '../conversations.contract.ts';
import { CitationFilter, resolveCitations, type NumberedPassages } from './conversations-citations.models.ts';
import { PartFence } from './conversations-fence.models.ts';
import { createFollowUps } from './conversations-follow-ups.usecases.ts';
import type { VisitorTools } from './conversations-intent.models.ts';
import type { LiveAnswer } from './conversations-live.models.ts';
import type { Materials } from './conversations-material.usecases.ts';
import { chooseModels, visitorCode } from './conversations-models.policy.ts';
import { pictureTool, type Pictures } from './conversations-pictures.usecases.ts';
import {
  buildMessages,
  mayGoOn,
  passagesBlock,
  searchQueries,
  searchTool,
  type HistoryEntry,
} from './conversations-prompt.models.ts';
import type { KnowsAddress } from './conversations-parts.models.ts';
import { contentsByRules, isFilledForm } from './conversations-rules.models.ts';
import { knowsFrom, passOn, show, showByTool } from './conversations-showing.models.ts';
import { carriedHistory, type Carried } from './conversations-switching.models.ts';
import { cardOf } from './conversations-forms.models.ts';
import type { FormOffers } from './conversations-forms.usecases.ts';
import type { SwitchOffers } from './conversations-switching.usecases.ts';
import type { Topics } from './conversations-suggestions.models.ts';
import { argumentOf, shownBy, showTools } from './conversations-tools.models.ts';
import type { AnswerEnd } from './conversations.repository.ts';

/** Answers from passages without a model; gives the text in pieces, with `[n]` marks. */
export type BuiltInEngine = (input: {
  question: string;
  history: readonly HistoryEntry[];
  passages: readonly { number: number; title: string; heading: string; text: string; score: number }[];
  /** What the visitor attached, the newest last. */
  files: readonly Pick<MaterialFile, 'kind' | 'name' | 'isNew'>[];
  topics: readonly string[];
  agentName: string;
  language: Language;
}) => Iterable<string>;

export type AnswerServices = {
  clock: Clock;
  log: Logger;
  knowledge: Pick<KnowledgeUsecases, 'retrieve' | 'collectionOverview'>;
  integrations: Pick<IntegrationsUsecases, 'ready' | 'withKey'>;
  material: Materials;
  pictures: Pictures;
  builtIn: BuiltInEngine;
  translator: Pick<Translator, 'text'>;
};

/** Passages that are being looked for already, by what is searched for. */
export type LookAhead = ReadonlyMap<string, Promise<Passage[]>>;

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
  carried?: Carried | null;
  switching?: SwitchOffers | undefined;
  forms?: FormOffers | undefined;
  /** A person was asked for and has not come. */
  isWaiting?: boolean;
};

type Choice = {
  provider: string;
  model: string;
};
type Working = {
  passages: NumberedPassages;
  filter: CitationFilter;
  fence: PartFence;
  overview: Topics | null;
  trace: AnswerTrace;
  usage: LlmUsage | null;
  files: readonly MaterialFile[];
  pictures: StoredAttachment[];
  pictureMicros: number | null;
  startedAt: number;
};

const mostSteps = 4;
const mostToolCallsAStep = 4;

/** What a model server says it used, within bounds: an impossible count may not cost the answer. */
function soundUsage(usage: LlmUsage): LlmUsage {
  const sound = (count: number): number =>
    Number.isFinite(count) ? Math.min(Math.max(0, Math.trunc(count)), 100_000_000) : 0;
  return {
    inputTokens: sound(usage.inputTokens),
    cachedInputTokens: sound(usage.cachedInputTokens),
    outputTokens: sound(usage.outputTokens),
  };
}

/** What was said so far; at the beginning that is what was said with the agent before. */
const talkOf = ({ history, carried }: Question): readonly HistoryEntry[] =>
  history.length > 0 ? history : carriedHistory(carried);

/**
 * Writes one answer into `live`: finds passages, asks the agent's model (or the built-in engine), falls back
 * to the next model when one fails before its first word, and says how it ended. Never throws; what went
 * wrong is in the result.
 */
export function createAnswerer(services: AnswerServices) {
  const followUps = createFollowUps(services);

  async function retrieve(question: Question, query: string): Promise<Passage[]> {
    const { knowledge } = question.agent.configuration;
    const { passages } = await services.knowledge.retrieve({
      accountId: question.agent.accountId,
      collectionId: question.agent.collectionId,
      query,
      language: question.language,
      topK: knowledge.topK,
      threshold: knowledge.threshold,
      embedding: knowledge.embedding,
    });
    return passages;
  }

  function addPassages(working: Working, found: readonly Passage[]): number[] {
    return found.map((passage) => {
      for (const [number, known] of working.passages) if (known.chunkId === passage.chunkId) return number;
      const number = working.passages.size + 1;
      working.passages.set(number, passage);
      return number;
    });
  }

  function write(live: LiveAnswer, working: Working, text: string): void {
    if (text === '') return;
    working.trace.firstTokenMs ??= Math.round(performance.now() - working.startedAt);
    live.emit({ type: 'delta', text });
  }

  async function runBuiltIn(question: Question, live: LiveAnswer, working: Working): Promise<void> {
    const { agent } = question;
    const { dynamic } = agent.configuration;
    const overview = await services.knowledge.collectionOverview(agent.accountId, agent.collectionId);
    working.overview = overview;
    const shown = dynamic.enabled
      ? contentsByRules(dynamic.instructions, question.text, question.language)
      : [];
    if (shown.some((content) => isFilledForm(content, question.text)))
      return write(live, working, services.translator.text(question.language, 'built-in:received'));
    const form = await question.forms?.wanted(question.text, question.language);
    if (form) shown.push(cardOf(form));
    const topics = (overview?.documents ?? [])
      .flatMap((document) => [document.title, ...document.headings])
      .slice(0, 60);
    const passages = [...working.passages].map(([number, passage]) => ({
      number,
      title: passage.title,
      heading: passage.heading,
      text: passage.text,
      score: passage.score,
    }));
    passages.push(
      ...documentPieces(
        agent.configuration.prompt.files,
        question.text,
        question.language,
        working.passages.size + 1,
      ),
    );
    let pieces: Iterable<string> = services.builtIn({
      question: question.text,
      history: talkOf(question),
      passages,
      files: working.files,
      topics,
      agentName: agent.configuration.basic.name,
      language: question.language,
    });
    // Where the owner said what to show, "I found nothing" would be wrong.
    if (shown.length > 0) {
      const said = [...pieces].join('');
      const { translator } = services;
      pieces =
        /\[\d/.test(said) && !said.startsWith(translator.text(question.language, 'built-in:unsure'))
          ? [said]
          : [translator.text(question.language, 'built-in:shown')];
    }
    for (const piece of pieces) {
      if (live.abort.signal.aborted) return;
      write(live, working, working.filter.push(piece));
      // Lets the pieces leave one by one, so that the text grows before the reader's eyes.
      await new Promise((resolve) => setImmediate(resolve));
    }
    write(live, working, working.filter.end());
    for (const content of shown) show(live, content);
    // One form at a time.
    if (!form) await askByWords(question, live);
  }

  /** Where no model can call a tool, the visitor's own words say that he wants a form, or to be contacted. */
  async function offerByWords(question: Question, live: LiveAnswer): Promise<void> {
    const form = live.abort.signal.aborted
      ? null
      : await question.forms?.wanted(question.text, question.language);
    if (form) show(live, cardOf(form));
    else await askByWords(question, live);
  }
  async function askByWords({ visitor }: Question, live: LiveAnswer): Promise<void> {
    if (!visitor?.intends || live.abort.signal.aborted) return;
    await visitor.run('ask_for_contact');
    live.emit({ type: 'tool', name: 'ask_for_contact', state: 'done' });
  }

  /** Passes on what a model said; what it shows by blocks counts only where the owner allows it. */
  function say(
    question: Question,
    live: LiveAnswer,
    working: Working,
    messages: readonly LlmMessage[],
    text: string | null,
  ): void {
    const pieces = text === null ? working.fence.end() : working.fence.push(text);
    passOn(pieces, {
      live,
      filter: working.filter,
      knows: knowsFor(question, messages),
      say: (words) => write(live, working, words),
    });
  }
  const knowsFor = (question: Question, messages: readonly LlmMessage[]): KnowsAddress | null =>
    question.agent.configuration.dynamic.enabled ? knowsFrom(messages) : null;

  /** Looks for what a model wants to know; null when the call can't be used. */
  async function search(question: Question, working: Working, call: LlmToolCall): Promise<string | null> {
    const wanted = call.name === searchTool.name ? argumentOf(call, 'query') : null;
    if (typeof wanted !== 'string' || wanted.trim() === '') return null;
    const numbers = addPassages(working, await retrieve(question, wanted.slice(0, 1_000)));
    const found: NumberedPassages = new Map(
      [...working.passages].filter(([number]) => numbers.includes(number)),
    );
    return found.size > 0 ? passagesBlock(found) : 'Nothing was found.';
  }

  async function draw(
    question: Question,
    live: LiveAnswer,
    working: Working,
    ready: ReadyProvider,
    call: LlmToolCall,
  ): Promise<string | null> {
    if (call.name !== pictureTool.name || !question.turn || !question.agent.configuration.ai.imageGeneration)
      return null;
    const drawn = await services.pictures.draw(
      question.turn,
      ready,
      call,
      working.pictures.length,
      live.abort.signal,
    );
    if (drawn.picture) working.pictures.push(drawn.picture);
    working.pictureMicros =
      working.pictureMicros === null || drawn.costMicros === null
        ? null
        : working.pictureMicros + drawn.costMicros;
    return drawn.content;
  }

  /** Offers another agent by a button; null when the call names none. */
  async function offerSwitch(
    question: Question,
    live: LiveAnswer,
    call: LlmToolCall,
  ): Promise<string | null> {
    const other = await question.switching?.named(call);
    if (!other) return null;
    show(live, { type: 'agent', number: other.number, name: other.name });
    return 'The visitor sees a button under your answer and decides himself.';
  }

  /** Shows one of the owner's forms; null when the call names none that he chose. */
  async function offerForm(question: Question, live: LiveAnswer, call: LlmToolCall): Promise<string | null> {
    const form = await question.forms?.named(call);
    if (!form) return null;
    return show(live, cardOf(form))
      ? 'The visitor sees the form as a card under your answer and decides himself.'
      : 'It is shown already.';
  }

  async function runTools(
    question: Question,
    live: LiveAnswer,
    working: Working,
    ready: ReadyProvider,
    messages: readonly LlmMessage[],
    calls: readonly LlmToolCall[],
  ): Promise<LlmMessage[]> {
    const results: LlmMessage[] = [];
    for (const call of calls.slice(0, mostToolCallsAStep)) {
      const started = performance.now();
      const name = call.name.slice(0, 64);
      const kind = shownBy(call.name);
      const knows = kind ? knowsFor(question, messages) : null;
      if (kind && knows) {
        const { told, isShown } = showByTool(
          live,
          kind,
          call.arguments.kind === 'json' ? call.arguments.value : null,
          knows,
        );
        working.trace.tools.push({
          name,
          arguments: null,
          milliseconds: Math.round(performance.now() - started),
          failed: !isShown,
        });
        results.push({
          role: 'tool',
          toolCallId: call.id,
          toolName: call.name,
          content: told,
          isError: !isShown,
        });
        continue;
      }
      live.emit({ type: 'tool', name, state: 'running' });
      const content =
        (await search(question, working, call)) ??
        (await draw(question, live, working, ready, call)) ??
        (await offerSwitch(question, live, call)) ??
        (await offerForm(question, live, call)) ??
        (await question.visitor?.run(name)) ??
        null;
      live.emit({ type: 'tool', name, state: content === null ? 'failed' : 'done' });
      const told = argumentOf(call, call.name === pictureTool.name ? 'prompt' : 'query');
      working.trace.tools.push({
        name,
        arguments: typeof told === 'string' ? told.slice(0, 1_500) : null,
        milliseconds: Math.round(performance.now() - started),
        failed: content === null,
      });
      results.push({
        role: 'tool',
        toolCallId: call.id,
        toolName: call.name,
        content: content ?? 'There is no such tool, or its arguments are not usable.',
        isError: content === null,
      });
    }
    for (const call of calls.slice(mostToolCallsAStep))
      results.push({
        role: 'tool',
        toolCallId: call.id,
        toolName: call.name,
        content: 'Too many calls at once.',
        isError: true,
      });
    return results;
  }

  async function runModel(
    question: Question,
    live: LiveAnswer,
    working: Working,
    choice: Choice,
  ): Promise<number | null> {
    const ready = question.ownKey
      ? services.integrations.withKey('openai', question.ownKey)
      : await services.integrations.ready(question.agent.accountId, choice.provider);
    if (!ready) throw new LlmError('llm.unauthorized', `The account has no connection to ${choice.provider}`);
    const known = ready.definition.models.find((model) => model.id === choice.model);
    const pictures =
      (known?.supportsImages ?? ready.definition.supportsImages)
        ? await services.material.pictures(question.turn, working.files)
        : [];
    const talk = (shown: typeof pictures): Promise<number | null> =>
      converse(question, live, working, choice, ready, shown);
    if (pictures.length === 0) return talk([]);
    return talk(pictures).catch((error: unknown) => {
      // A model that nobody here knows may refuse all pictures: asked again without them, it says that it
      // can't see them.
      if (known || !(error instanceof LlmError) || error.code !== 'llm.bad_request' || live.text !== '')
        throw error;
      return talk([]);
    });
  }

  async function converse(
    question: Question,
    live: LiveAnswer,
    working: Working,
    choice: Choice,
    ready: ReadyProvider,
    pictures: Awaited<ReturnType<Materials['pictures']>>,
  ): Promise<number | null> {
    const { agent } = question;
    const { ai } = agent.configuration;
    const known = ready.definition.models.find((model) => model.id === choice.model);
    const canSearch = known?.supportsTools ?? ready.definition.supportsTools;
    const drawing = canSearch && question.turn ? services.pictures.offered(ai.imageGeneration, ready) : null;
    const leading = canSearch ? await question.switching?.offered() : null;
    const form = canSearch ? await question.forms?.tool() : null;
    const tools = [
      searchTool,
      ...(drawing ? [drawing] : []),
      ...(agent.configuration.dynamic.enabled ? showTools : []),
      ...(question.visitor?.offered ?? []),
      ...(leading ? [leading] : []),
      ...(form ? [form] : []),
    ];
    const messages = buildMessages({
      configuration: agent.configuration,
      passages: working.passages,
      history: question.history,
      question: question.text,
      details: question.visitor?.details ?? [],
      variables: question.variables ?? {},
      facts: question.facts ?? {},
      carried: question.carried ?? null,
      filled: (await question.forms?.filled()) ?? [],
      files: working.files,
      pictures,
      language: question.language,
      today: services.clock.now().toISOString().slice(0, 10),
      canSearch,
      isWaiting: question.isWaiting ?? false,
    });
    let cost: number | null = 0;
    for (let step = 1; ; step++) {
      const calls: LlmToolCall[] = [];
      let said = '';
      const mayUseTools = canSearch && step < mostSteps;
      for await (const part of ready.provider.streamChat({
        ...ready.connection,
        model: choice.model,
        messages,
        ...(mayUseTools ? { tools } : {}),
        ...(known?.supportsTemperature === false ? {} : { temperature: ai.temperature }),
        maxOutputTokens: ai.maxAnswerTokens,
        signal: live.abort.signal,
      })) {
        if (part.type === 'text-delta') {
          said += part.text;
          say(question, live, working, messages, part.text);
        } else if (part.type === 'tool-call') calls.push(part);
        else if (part.type === 'usage') {
          const step = soundUsage(part);
          const stepCost = llmCostMicros(step, findLlmPrice(ready.definition, choice.model));
          cost = cost === null || stepCost === null ? null : cost + stepCost;
          working.usage = {
            inputTokens: (working.usage?.inputTokens ?? 0) + step.inputTokens,
            cachedInputTokens: 0,
            outputTokens: (working.usage?.outputTokens ?? 0) + step.outputTokens,
          };
        }
      }
      // A block or a mark does not go on behind a tool.
      say(question, live, working, messages, null);
      write(live, working, working.filter.end());
      if (calls.length === 0 || !mayUseTools) break;
      messages.push(
        { role: 'assistant', content: said, toolCalls: calls },
        ...(await runTools(question, live, working, ready, messages, calls)),
      );
    }
    if (!canSearch) await offerByWords(question, live);
    // Whoever brings the key pays.
    if (question.ownKey) return 0;
    return cost === null || working.pictureMicros === null ? null : cost + working.pictureMicros;
  }

  function finish(
    live: LiveAnswer,
    working: Working,
    how: Pick<AnswerEnd, 'status' | 'errorCode' | 'engine' | 'provider' | 'model' | 'costMicros'>,
  ): AnswerEnd {
    const used = working.filter.used();
    working.trace.totalMs = Math.round(performance.now() - working.startedAt);
    working.trace.passages = [...working.passages.values()].map((passage) => ({
      number: used.find((citation) => citation.passage.chunkId === passage.chunkId)?.number ?? null,
      title: passage.title,
      heading: passage.heading,
      text: passage.text.slice(0, 2_000),
      url: passage.url,
      page: passage.page,
      score: passage.score,
      sourceId: passage.sourceId,
      documentId: passage.documentId,
    }));
    return {
      ...how,
      body: live.text,
      parts: [...live.parts],
      suggestions: [],
      citations: resolveCitations(live.text, used),
      attachments: working.pictures,
      trace: working.trace,
      inputTokens: working.usage?.inputTokens ?? null,
      outputTokens: working.usage?.outputTokens ?? null,
    };
  }

  /**
   * Begins to look for passages while the question is still being stored. A question that may go on from the
   * last one has to wait for that one.
   */
  function lookAhead(question: Question): LookAhead {
    const ahead = new Map<string, Promise<Passage[]>>();
    if (mayGoOn(question.text)) return ahead;
    for (const query of searchQueries(question.text, [])) {
      const found = retrieve(question, query);
      // Whoever asks for it hears of the failure.
      found.catch(() => undefined);
      ahead.set(query, found);
    }
    return ahead;
  }

  async function answer(question: Question, live: LiveAnswer): Promise<AnswerEnd> {
    const { ai } = question.agent.configuration;
    const passages: NumberedPassages = new Map();
    const working: Working = {
      passages,
      filter: new CitationFilter(passages),
      fence: new PartFence(),
      overview: null,
      trace: { passages: [], tools: [], retrievalMs: null, firstTokenMs: null, totalMs: null, attempts: [] },
      usage: null,
      files: [],
      pictures: [],
      pictureMicros: 0,
      startedAt: performance.now(),
    };
    let last: unknown = null;
    let engine: AnswerEnd['engine'] = null;
    const choices = chooseModels(ai, Boolean(question.ownKey));
    let choice: Choice = choices[0];
    try {
      const material = await services.material.load(question.turn, {
        text: question.text,
        language: question.language,
        isBuiltIn: choice.provider === 'built-in',
      });
      working.files = material.files;
      addPassages(working, material.passages);
      const found = await Promise.all(
        searchQueries(question.text, talkOf(question)).map(
          (query) => question.ahead?.get(query) ?? retrieve(question, query),
        ),
      );
      for (const passages of found) addPassages(working, passages);
      working.trace.retrievalMs = Math.round(performance.now() - working.startedAt);
    } catch (error) {
      // An agent whose knowledge can't be read now may still answer from its instructions.
      services.log.error(
        { err: error, agentId: question.agent.id },
        'passages could not be found for an answer',
      );
    }
    for (choice of choices) {
      engine = choice.provider === 'built-in' ? 'built-in' : 'model';
      try {
        const costMicros =
          engine === 'built-in'
            ? (await runBuiltIn(question, live, working), 0)
            : await runModel(question, live, working, choice);
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
          ? { ...end, suggestions: followUps.fromKnowledge(question, end, working.overview) }
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
        costMicros: null,
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

import type { Language } from '#shared/languages.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Logger } from '#platform/log/logger.ts';
import type { RunningAgent } from '#features/agents/server/agents.usecases.ts';
import type { IntegrationsUsecases } from '#features/integrations/server/integrations.usecases.ts';
import type { KnowledgeUsecases, Passage } from '#features/knowledge/server/knowledge.usecases.ts';
import { findLlmPrice, llmCostMicros } from '#providers/llm/llm-cost.ts';
import { LlmError, type LlmMessage, type LlmToolCall, type LlmUsage } from '#providers/llm/llm.port.ts';
import type { AnswerErrorCode, AnswerTrace } from '../conversations.contract.ts';
import { CitationFilter, resolveCitations, type NumberedPassages } from './conversations-citations.models.ts';
import type { LiveAnswer } from './conversations-live.models.ts';
import { buildMessages, mayGoOn, passagesBlock, searchQueries, searchTool, type HistoryEntry } from './conversations-prompt.models.ts';
import type { AnswerEnd } from './conversations.repository.ts';

/** Answers from passages without a model; gives the text in pieces, with `[n]` marks. */
export type BuiltInEngine = (input: {
  question: string;
  history: readonly HistoryEntry[];
  passages: readonly { number: number; title: string; heading: string; text: string; score: number }[];
  topics: readonly string[];
  agentName: string;
  language: Language;
}) => Iterable<string>;

export type AnswerServices = {
  clock: Clock;
  log: Logger;
  knowledge: Pick<KnowledgeUsecases, 'retrieve' | 'collectionOverview'>;
  integrations: Pick<IntegrationsUsecases, 'ready'>;
  builtIn: BuiltInEngine;
};

/** Passages that are being looked for already, by what is searched for. */
export type LookAhead = ReadonlyMap<string, Promise<Passage[]>>;

export type Question = { agent: RunningAgent; text: string; history: readonly HistoryEntry[]; language: Language; ahead?: LookAhead | null };

type Choice = { provider: string; model: string };
type Working = { passages: NumberedPassages; filter: CitationFilter; trace: AnswerTrace; usage: LlmUsage | null; startedAt: number };

const mostSteps = 4;
const mostToolCallsAStep = 4;

/** What the visitor is told, by what went wrong upstream. */
function visitorCode(error: unknown): AnswerErrorCode {
  if (!(error instanceof LlmError)) return 'answer.unavailable';
  const codes: Partial<Record<LlmError['code'], AnswerErrorCode>> = { 'llm.rate_limited': 'answer.busy', 'llm.overloaded': 'answer.busy', 'llm.stalled': 'answer.stalled', 'llm.cut_off': 'answer.cut_off', 'llm.garbled': 'answer.cut_off', 'llm.too_long': 'answer.too_long' };
  return codes[error.code] ?? 'answer.unavailable';
}

/** What a model server says it used, within bounds: an impossible count may not cost the answer. */
function soundUsage(usage: LlmUsage): LlmUsage {
  const sound = (count: number): number => (Number.isFinite(count) ? Math.min(Math.max(0, Math.trunc(count)), 100_000_000) : 0);
  return { inputTokens: sound(usage.inputTokens), cachedInputTokens: sound(usage.cachedInputTokens), outputTokens: sound(usage.outputTokens) };
}

/**
 * Writes one answer into `live`: finds passages, asks the agent's model (or the built-in engine), falls back to the next
 * model when one fails before its first word, and says how it ended. Never throws; what went wrong is in the result.
 */
export function createAnswerer(services: AnswerServices) {
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
    const overview = await services.knowledge.collectionOverview(agent.accountId, agent.collectionId);
    const topics = (overview?.documents ?? []).flatMap((document) => [document.title, ...document.headings]).slice(0, 60);
    const passages = [...working.passages].map(([number, passage]) => ({ number, title: passage.title, heading: passage.heading, text: passage.text, score: passage.score }));
    for (const piece of services.builtIn({ question: question.text, history: question.history, passages, topics, agentName: agent.configuration.basic.name, language: question.language })) {
      if (live.abort.signal.aborted) return;
      write(live, working, working.filter.push(piece));
      // Lets the pieces leave one by one, so that the text grows before the reader's eyes.
      await new Promise((resolve) => setImmediate(resolve));
    }
    write(live, working, working.filter.end());
  }

  async function runTools(question: Question, live: LiveAnswer, working: Working, calls: readonly LlmToolCall[]): Promise<LlmMessage[]> {
    const results: LlmMessage[] = [];
    for (const call of calls.slice(0, mostToolCallsAStep)) {
      const started = performance.now();
      const argument = call.arguments.kind === 'json' && typeof call.arguments.value === 'object' && call.arguments.value !== null && 'query' in call.arguments.value ? call.arguments.value.query : null;
      const isUsable = call.name === searchTool.name && typeof argument === 'string' && argument.trim() !== '';
      live.emit({ type: 'tool', name: call.name.slice(0, 64), state: 'running' });
      let content = 'There is no such tool, or its arguments are not usable.';
      if (isUsable) {
        const numbers = addPassages(working, await retrieve(question, argument.slice(0, 1_000)));
        const found: NumberedPassages = new Map([...working.passages].filter(([number]) => numbers.includes(number)));
        content = found.size > 0 ? passagesBlock(found) : 'Nothing was found.';
      }
      live.emit({ type: 'tool', name: call.name.slice(0, 64), state: isUsable ? 'done' : 'failed' });
      working.trace.tools.push({ name: call.name.slice(0, 64), arguments: argument ?? null, milliseconds: Math.round(performance.now() - started), failed: !isUsable });
      results.push({ role: 'tool', toolCallId: call.id, toolName: call.name, content, isError: !isUsable });
    }
    for (const call of calls.slice(mostToolCallsAStep)) results.push({ role: 'tool', toolCallId: call.id, toolName: call.name, content: 'Too many calls at once.', isError: true });
    return results;
  }

  async function runModel(question: Question, live: LiveAnswer, working: Working, choice: Choice): Promise<number | null> {
    const { agent } = question;
    const { ai } = agent.configuration;
    const ready = await services.integrations.ready(agent.accountId, choice.provider);
    if (!ready) throw new LlmError('llm.unauthorized', `The account has no connection to ${choice.provider}`);
    const known = ready.definition.models.find((model) => model.id === choice.model);
    const canSearch = known?.supportsTools ?? ready.definition.supportsTools;
    const messages = buildMessages({ configuration: agent.configuration, passages: working.passages, history: question.history, question: question.text, language: question.language, today: services.clock.now().toISOString().slice(0, 10), canSearch });
    let cost: number | null = 0;
    for (let step = 1; ; step++) {
      const calls: LlmToolCall[] = [];
      let said = '';
      const mayUseTools = canSearch && step < mostSteps;
      for await (const part of ready.provider.streamChat({
        ...ready.connection,
        model: choice.model,
        messages,
        ...(mayUseTools ? { tools: [searchTool] } : {}),
        ...(known?.supportsTemperature === false ? {} : { temperature: ai.temperature }),
        maxOutputTokens: ai.maxAnswerTokens,
        signal: live.abort.signal,
      })) {
        if (part.type === 'text-delta') {
          said += part.text;
          write(live, working, working.filter.push(part.text));
        } else if (part.type === 'tool-call') calls.push(part);
        else if (part.type === 'usage') {
          const step = soundUsage(part);
          const stepCost = llmCostMicros(step, findLlmPrice(ready.definition, choice.model));
          cost = cost === null || stepCost === null ? null : cost + stepCost;
          working.usage = { inputTokens: (working.usage?.inputTokens ?? 0) + step.inputTokens, cachedInputTokens: 0, outputTokens: (working.usage?.outputTokens ?? 0) + step.outputTokens };
        }
      }
      if (calls.length === 0 || !mayUseTools) break;
      messages.push({ role: 'assistant', content: said, toolCalls: calls }, ...(await runTools(question, live, working, calls)));
    }
    write(live, working, working.filter.end());
    return cost;
  }

  function finish(live: LiveAnswer, working: Working, how: Pick<AnswerEnd, 'status' | 'errorCode' | 'engine' | 'provider' | 'model' | 'costMicros'>): AnswerEnd {
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
    return { ...how, body: live.text, citations: resolveCitations(live.text, used), trace: working.trace, inputTokens: working.usage?.inputTokens ?? null, outputTokens: working.usage?.outputTokens ?? null };
  }

  /** Begins to look for passages while the question is still being stored. A question that may go on from the last one has to wait for that one. */
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
      trace: { passages: [], tools: [], retrievalMs: null, firstTokenMs: null, totalMs: null, attempts: [] },
      usage: null,
      startedAt: performance.now(),
    };
    let last: unknown = null;
    let engine: AnswerEnd['engine'] = null;
    let choice: Choice = { provider: ai.provider, model: ai.model };
    try {
      const found = await Promise.all(searchQueries(question.text, question.history).map((query) => question.ahead?.get(query) ?? retrieve(question, query)));
      for (const passages of found) addPassages(working, passages);
      working.trace.retrievalMs = Math.round(performance.now() - working.startedAt);
    } catch (error) {
      // An agent whose knowledge can't be read now may still answer from its instructions.
      services.log.error({ err: error, agentId: question.agent.id }, 'passages could not be found for an answer');
    }
    for (choice of [{ provider: ai.provider, model: ai.model }, ...ai.fallbacks]) {
      engine = choice.provider === 'built-in' ? 'built-in' : 'model';
      try {
        const costMicros = engine === 'built-in' ? (await runBuiltIn(question, live, working), 0) : await runModel(question, live, working, choice);
        if (live.abort.signal.aborted) break;
        if (live.text.trim() === '') throw new LlmError('llm.garbled', 'The model ended without a word');
        working.trace.attempts.push({ ...choice, errorCode: null });
        return finish(live, working, { status: 'complete', errorCode: null, engine, ...choice, costMicros });
      } catch (error) {
        if (live.abort.signal.aborted) break;
        last = error;
        const code = error instanceof LlmError ? error.code : 'internal';
        working.trace.attempts.push({ ...choice, errorCode: code });
        services.log.error({ err: error, agentId: question.agent.id, answerId: live.id, provider: choice.provider, model: choice.model, code }, 'a model gave no whole answer');
        if (live.text !== '') return finish(live, working, { status: 'interrupted', errorCode: visitorCode(error), engine, ...choice, costMicros: null });
        working.filter = new CitationFilter(passages);
      }
    }
    if (live.abort.signal.aborted) {
      const isStop = live.abort.signal.reason === 'stopped';
      return finish(live, working, { status: isStop ? 'stopped' : 'interrupted', errorCode: isStop ? null : 'answer.interrupted', engine, ...choice, costMicros: null });
    }
    return finish(live, working, { status: 'failed', errorCode: visitorCode(last), engine, ...choice, costMicros: null });
  }

  return { answer, lookAhead };
}

export type Answerer = ReturnType<typeof createAnswerer>;

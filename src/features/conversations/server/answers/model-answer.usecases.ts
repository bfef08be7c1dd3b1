import type { ReadyProvider } from '#features/integrations/server/integrations.usecases.ts';
import { findLlmPrice, llmCostMicros } from '#providers/llm/llm-cost.ts';
import { LlmError, type LlmMessage, type LlmToolCall, type LlmUsage } from '#providers/llm/llm.port.ts';
import type { LiveAnswer } from '../streaming/live-answer.models.ts';
import type { Materials } from '../attachments/answer-material.usecases.ts';
import { buildMessages } from '../prompt/prompt.models.ts';
import { forwardPieces } from '../message-parts/showing.models.ts';
import type { AnswerServices, Question } from './answer.usecases.ts';
import { write, type Working, type Choice } from './answer-state.models.ts';
import { knowsFor, type AnswerTools } from './answer-tools.usecases.ts';
import { toolRunFor } from './tool-run.usecases.ts';
import type { ByWords } from './answer-by-words.usecases.ts';

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

/** Lets a model answer, in steps: after each of them it may see what its tools gave. */
export function createModelAnswers(
  services: Pick<AnswerServices, 'clock' | 'integrations' | 'log' | 'material' | 'toolGates'>,
  toolsFor: AnswerTools,
  byWords: (question: Question, live: LiveAnswer, working: Working) => Promise<ByWords>,
) {
  /** Passes on what a model said; what it shows by blocks counts only where the owner allows it. */
  function say(
    question: Question,
    live: LiveAnswer,
    working: Working,
    messages: readonly LlmMessage[],
    text: string | null,
  ): void {
    const pieces = text === null ? working.fence.end() : working.fence.push(text);
    forwardPieces(pieces, {
      live,
      filter: working.filter,
      knows: knowsFor(question, messages),
      say: (words) => write(live, working, words),
    });
  }
  async function runModel(
    question: Question,
    live: LiveAnswer,
    working: Working,
    choice: Choice,
    /** Who speaks with the visitor in a call; null where the account's own connection is meant. */
    speaking: ReadyProvider | null,
  ): Promise<number | null> {
    const ready =
      speaking ??
      (question.ownKey
        ? services.integrations.withKey('openai', question.ownKey)
        : await services.integrations.ready(question.agent.accountId, choice.provider));
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
    const messages = buildMessages({
      configuration: agent.configuration,
      passages: working.passages,
      history: question.history,
      question: question.text,
      details: question.visitor?.details ?? [],
      variables: question.variables ?? {},
      facts: question.facts ?? {},
      transferred: question.transferred ?? null,
      filled: (await question.forms?.filled()) ?? [],
      files: working.files,
      pictures,
      language: question.language,
      today: services.clock.now().toISOString().slice(0, 10),
      canSearch,
      isWaiting: question.isWaiting ?? false,
      isSpoken: question.isSpoken ?? false,
    });
    const run = toolRunFor(
      services,
      { question, live, working },
      canSearch ? await toolsFor({ question, live, working, ready, messages }) : [],
    );
    let cost: number | null = 0;
    messages.push(...run.calledBefore);
    // A fallback reads what ran for the model before it: nothing is done twice.
    if (canSearch) messages.push(...(working.approved ??= await run.runApproved()));
    for (;;) {
      const calls: LlmToolCall[] = [];
      let said = '';
      const mayUseTools = canSearch && run.mayCall();
      for await (const part of ready.provider.streamChat({
        ...ready.connection,
        model: choice.model,
        messages,
        ...(mayUseTools ? { tools: run.offered } : {}),
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
          const stepCost = part.micros ?? llmCostMicros(step, findLlmPrice(ready.definition, choice.model));
          if (part.micros !== undefined) working.spentMicros = (working.spentMicros ?? 0) + part.micros;
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
      messages.push({ role: 'assistant', content: said, toolCalls: calls }, ...(await run.run(calls)));
    }
    // A model without tools: what the visitor's words ask for beside an answer is judged by them.
    if (!canSearch) await (await byWords(question, live, working)).beside();
    // Whoever brings the key pays.
    if (question.ownKey) return 0;
    return cost === null || working.pictureMicros === null ? null : cost + working.pictureMicros;
  }

  return { runModel };
}

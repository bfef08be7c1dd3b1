import type { ReadyProvider } from '#features/integrations/server/integrations.usecases.ts';
import type { Passage } from '#features/knowledge/server/knowledge.usecases.ts';
import type { LlmMessage, LlmToolCall } from '#providers/llm/llm.port.ts';
import type { NumberedPassages } from './citations.models.ts';
import type { LiveAnswer } from '../streaming/live-answer.models.ts';
import { pictureTool } from './pictures.usecases.ts';
import { passagesBlock, searchTool } from '../prompt/prompt.models.ts';
import type { KnowsAddress } from './parts.models.ts';
import { knowsFrom, show, showByTool } from './showing.models.ts';
import { cardOf } from '../visitors/forms.models.ts';
import { argumentOf, partKindOfTool } from './tools.models.ts';
import type { AnswerServices, Question } from '../answers/answer.usecases.ts';
import { addPassages, type Working } from '../answers/answer-state.models.ts';

const mostToolCallsAStep = 4;

/** What a model was told, as far as it may show addresses out of it; null where the owner allows no showing. */
export const knowsFor = (question: Question, messages: readonly LlmMessage[]): KnowsAddress | null =>
  question.agent.configuration.dynamic.enabled ? knowsFrom(messages) : null;

/** Does what a model asks for by tools, and tells it what came of it. */
export function createToolCalls(
  services: Pick<AnswerServices, 'pictures'>,
  retrieve: (question: Question, query: string) => Promise<Passage[]>,
) {
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
    return 'The visitor sees a button under your answer and decides alone.';
  }

  /** Shows one of the owner's forms; null when the call names none that they chose. */
  async function offerForm(question: Question, live: LiveAnswer, call: LlmToolCall): Promise<string | null> {
    const form = await question.forms?.named(call);
    if (!form) return null;
    return show(live, cardOf(form))
      ? 'The visitor sees the form as a card under your answer and decides alone.'
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
      const kind = partKindOfTool(call.name);
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

  return { runTools };
}

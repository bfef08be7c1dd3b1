import { findLlmPrice, llmCostMicros } from '#providers/llm/llm-cost.ts';
import type { LlmMessage, LlmUsage } from '#providers/llm/llm.port.ts';
import type { ReadyProvider } from './integrations.usecases.ts';

/** More than any short text is long, in characters; what a model writes beyond it is not kept. */
const longestReply = 12_000;
const sound = (tokens: number): number =>
  Number.isFinite(tokens) ? Math.min(Math.max(0, Math.trunc(tokens)), 1_000_000) : 0;

/** What a model wrote; the cost is null where it has no known price. */
export type ModelReply = {
  text: string;
  usage: LlmUsage;
  costMicros: number | null;
};

/**
 * What a model says that it used, within sane bounds, and what that costs; null where the model has no known
 * price.
 */
export function priceUsage(
  { definition }: Pick<ReadyProvider, 'definition'>,
  model: string,
  said: LlmUsage,
): { usage: LlmUsage; costMicros: number | null } {
  const usage = {
    inputTokens: sound(said.inputTokens),
    cachedInputTokens: sound(said.cachedInputTokens),
    outputTokens: sound(said.outputTokens),
  };
  return { usage, costMicros: llmCostMicros(usage, findLlmPrice(definition, model)) };
}

/**
 * Asks a connected model for one short text, whole: what nobody watches being written.
 * @throws LlmError when the model fails, and the signal's reason when it is aborted.
 */
export async function askModel(
  ready: ReadyProvider,
  request: {
    model: string;
    messages: LlmMessage[];
    temperature?: number;
    maxOutputTokens: number;
    signal: AbortSignal;
  },
): Promise<ModelReply> {
  const { temperature, ...asked } = request;
  const takesTemperature =
    ready.definition.models.find(({ id }) => id === request.model)?.supportsTemperature !== false;
  const reply: ModelReply = {
    text: '',
    usage: { inputTokens: 0, cachedInputTokens: 0, outputTokens: 0 },
    costMicros: 0,
  };
  for await (const part of ready.provider.streamChat({
    ...ready.connection,
    ...asked,
    ...(temperature !== undefined && takesTemperature ? { temperature } : {}),
  })) {
    if (part.type === 'text-delta' && reply.text.length < longestReply) reply.text += part.text;
    if (part.type === 'usage') Object.assign(reply, priceUsage(ready, request.model, part));
  }
  return reply;
}

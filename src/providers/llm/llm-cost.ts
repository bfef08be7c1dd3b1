import type { LlmDefinition, LlmPrice } from './llm.definition.ts';
import { isVersionOf } from '#shared/models/model-ends.ts';
import type { LlmUsage } from './llm.port.ts';

/** The cost of a call in whole micro-dollars, rounded up; null when the model's price is not known. */
export function llmCostMicros(usage: LlmUsage, price: LlmPrice | null): number | null {
  if (price === null) return null;
  const cached = Math.min(usage.cachedInputTokens, usage.inputTokens);
  const total =
    (usage.inputTokens - cached) * price.inputMicros +
    cached * price.cachedInputMicros +
    usage.outputTokens * price.outputMicros;
  return Math.ceil(total / 1_000_000);
}

type Priced = {
  id: string;
  price: LlmPrice | null;
};

/**
 * The price of a model, chat or embedding, also under a dated name (`gpt-4o-mini-2024-07-18`); null when not
 * known. What the operator set comes before what the vendor prints, and a whole name before a dated one.
 */
export function findLlmPrice(definition: LlmDefinition, modelId: string): LlmPrice | null {
  const set: readonly Priced[] = definition.setPrices ?? [];
  const printed: readonly Priced[] = [...definition.models, ...definition.embeddingModels];
  const isExact = (model: Priced): boolean => model.id === modelId;
  const isDated = (model: Priced): boolean => isVersionOf(modelId, model.id);
  return (
    (set.find(isExact) ?? set.find(isDated) ?? printed.find(isExact) ?? printed.find(isDated))?.price ?? null
  );
}

import type { LlmDefinition } from './llm.definition.ts';
import { anthropicDefinition } from './anthropic/anthropic.definition.ts';
import { cohereDefinition } from './cohere/cohere.definition.ts';
import { deepseekDefinition } from './deepseek/deepseek.definition.ts';
import { googleDefinition } from './google/google.definition.ts';
import { groqDefinition } from './groq/groq.definition.ts';
import { mistralDefinition } from './mistral/mistral.definition.ts';
import { openAiDefinition } from './openai/openai.definition.ts';
import { openAiCompatibleDefinition } from './openai-compatible/openai-compatible.definition.ts';
import { xaiDefinition } from './xai/xai.definition.ts';

const definitions = [
  openAiDefinition,
  anthropicDefinition,
  googleDefinition,
  mistralDefinition,
  groqDefinition,
  xaiDefinition,
  deepseekDefinition,
  cohereDefinition,
  openAiCompatibleDefinition,
] as const;

/**
 * The vendors that speak through this family. `built-in` needs no vendor and lives beside them with its own
 * port.
 */
export type LlmProviderId = (typeof definitions)[number]['id'];

/** Every vendor, in the order in which they are offered. Safe in a browser. */
export const llmDefinitions: readonly LlmDefinition<LlmProviderId>[] = definitions;

/** The definition of a vendor, for ids that come from storage or requests. */
export function findLlmDefinition(id: string): LlmDefinition<LlmProviderId> | undefined {
  return llmDefinitions.find((definition) => definition.id === id);
}

/** Whether a text names a vendor. */
export function isLlmProviderId(id: string): id is LlmProviderId {
  return findLlmDefinition(id) !== undefined;
}

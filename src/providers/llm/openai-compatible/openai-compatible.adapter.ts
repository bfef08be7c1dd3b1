import type { OpenAiVendor } from '../llm.vendor.ts';
import { openAiCompatibleDefinition } from './openai-compatible.definition.ts';

export const openAiCompatible: OpenAiVendor = {
  definition: openAiCompatibleDefinition,
  dialect: { maxTokensField: 'max_tokens', asksForUsage: true, embeddingBatch: 64, sendsDimensions: false },
};

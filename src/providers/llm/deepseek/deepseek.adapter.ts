import type { OpenAiVendor } from '../llm.vendor.ts';
import { deepseekDefinition } from './deepseek.definition.ts';

export const deepseek: OpenAiVendor = {
  definition: deepseekDefinition,
  dialect: { maxTokensField: 'max_tokens', asksForUsage: true, embeddingBatch: 1, sendsDimensions: false },
};

import type { OpenAiVendor } from '../llm.vendor.ts';
import { openAiCompatibleDefinition } from './openai-compatible.definition.ts';

export const openAiCompatible: OpenAiVendor = {
  definition: openAiCompatibleDefinition,
  dialect: {
    maxTokensField: 'max_tokens',
    asksForUsage: true,
    embeddings: { batch: 64, sendsDimensions: false },
    imageBody: () => ({ n: 1, size: '1024x1024', response_format: 'b64_json' }),
  },
};

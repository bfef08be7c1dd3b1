import type { OpenAiVendor } from '../llm.vendor.ts';
import { openAiDefinition } from './openai.definition.ts';

export const openAi: OpenAiVendor = {
  definition: openAiDefinition,
  dialect: {
    maxTokensField: 'max_completion_tokens',
    asksForUsage: true,
    withoutTemperature: /^(o\d|gpt-[5-9])/,
    embeddingBatch: 256,
    imageBody: () => ({ n: 1, size: '1024x1024', quality: 'medium' }),
    sendsDimensions: true,
  },
};

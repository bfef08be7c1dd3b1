import type { OpenAiVendor } from '../llm.vendor.ts';
import { openAiDefinition } from './openai.definition.ts';

export const openAi: OpenAiVendor = {
  definition: openAiDefinition,
  dialect: {
    maxTokensField: 'max_completion_tokens',
    asksForUsage: true,
    withoutTemperature: /^(o\d|gpt-[5-9])/,
    // These take functions in chat completions only where they do not think before; a visitor waits for neither.
    extraBody: (model) => (/^gpt-6(\.\d)?-(luna|terra)/.test(model) ? { reasoning_effort: 'none' } : {}),
    embeddings: { batch: 256, sendsDimensions: true },
    imageBody: () => ({ n: 1, size: '1024x1024', quality: 'medium' }),
  },
};

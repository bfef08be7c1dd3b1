import type { OpenAiVendor } from '../llm.vendor.ts';
import { groqDefinition } from './groq.definition.ts';

// Groq also sends usage inside `x_groq`, which the decoder reads as well.
export const groq: OpenAiVendor = {
  definition: groqDefinition,
  dialect: {
    maxTokensField: 'max_completion_tokens',
    asksForUsage: true,
  },
};

import type { OpenAiVendor } from '../llm.vendor.ts';
import { groqDefinition } from './groq.definition.ts';

// Groq sends usage unasked, inside `x_groq`.
export const groq: OpenAiVendor = {
  definition: groqDefinition,
  dialect: { maxTokensField: 'max_completion_tokens', asksForUsage: false, embeddingBatch: 1, sendsDimensions: false },
};

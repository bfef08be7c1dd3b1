import type { OpenAiVendor } from '../llm.vendor.ts';
import { deepseekDefinition } from './deepseek.definition.ts';

// V4 models think before they answer unless told not to, and then want their thoughts back with each tool
// result; a visitor waits for neither.
export const deepseek: OpenAiVendor = {
  definition: deepseekDefinition,
  dialect: {
    maxTokensField: 'max_tokens',
    asksForUsage: true,
    extraBody: (model) => (/reasoner/.test(model) ? {} : { thinking: { type: 'disabled' } }),
  },
};

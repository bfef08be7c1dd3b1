import type { OpenAiVendor } from '../llm.vendor.ts';
import { xaiDefinition } from './xai.definition.ts';

export const xai: OpenAiVendor = {
  definition: xaiDefinition,
  dialect: {
    maxTokensField: 'max_completion_tokens',
    asksForUsage: true,
  },
};

import { createHash } from 'node:crypto';
import type { OpenAiVendor } from '../llm.vendor.ts';
import { mistralDefinition } from './mistral.definition.ts';

// Mistral sends usage unasked and refuses fields that it doesn't know, and ids of tool calls that aren't nine
// letters or digits.
export const mistral: OpenAiVendor = {
  definition: mistralDefinition,
  dialect: {
    maxTokensField: 'max_tokens',
    asksForUsage: false,
    toolCallId,
    embeddings: { batch: 64, sendsDimensions: false },
  },
};

/** An id that Mistral takes; the same for the call and its result. */
function toolCallId(id: string): string {
  if (/^[A-Za-z0-9]{9}$/.test(id)) return id;
  return createHash('sha256').update(id).digest('hex').slice(0, 9);
}

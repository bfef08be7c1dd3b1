import type { LlmToolArguments } from './llm.port.ts';

/** Arguments out of a model's text; no text means no arguments. */
export function parseToolArguments(text: string): LlmToolArguments {
  if (text.trim() === '') return { kind: 'json', value: {} };
  try {
    return { kind: 'json', value: JSON.parse(text) };
  } catch {
    return { kind: 'invalid', text };
  }
}

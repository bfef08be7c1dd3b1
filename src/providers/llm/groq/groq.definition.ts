import type { ModelEnd } from '#shared/models/model-ends.ts';
import { dollars, type LlmDefinition } from '../llm.definition.ts';

/** Ends and replacements: https://console.groq.com/docs/deprecations, as it stood in November 2026. */
const ends: readonly ModelEnd[] = [
  { model: 'llama-3.3-70b-versatile', endsOn: '2026-08-16', replacement: 'openai/gpt-oss-120b' },
  { model: 'llama-3.1-8b-instant', endsOn: '2026-08-16', replacement: 'openai/gpt-oss-20b' },
];

export const groqDefinition: LlmDefinition<'groq'> = {
  id: 'groq',
  label: 'Groq',
  keyPrefix: 'gsk_',
  keyUrl: 'https://console.groq.com/keys',
  baseUrl: 'https://api.groq.com/openai/v1',
  needsKey: true,
  acceptsBaseUrl: false,
  supportsTools: true,
  supportsImages: false,
  supportsEmbeddings: false,
  ends,
  models: [
    {
      id: 'openai/gpt-oss-120b',
      label: 'GPT OSS 120B',
      contextTokens: 131_072,
      maxOutputTokens: 65_536,
      price: dollars(0.15, 0.6, 0.075),
      supportsTools: true,
      supportsImages: false,
      supportsTemperature: true,
    },
    {
      id: 'openai/gpt-oss-20b',
      label: 'GPT OSS 20B',
      contextTokens: 131_072,
      maxOutputTokens: 65_536,
      price: dollars(0.075, 0.3, 0.0375),
      supportsTools: true,
      supportsImages: false,
      supportsTemperature: true,
    },
  ],
  embeddingModels: [],
};

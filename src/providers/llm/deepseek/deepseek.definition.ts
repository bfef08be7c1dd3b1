import type { ModelEnd } from '#shared/models/model-ends.ts';
import { dollars, type LlmDefinition } from '../llm.definition.ts';

/** Ends and replacements: https://api-docs.deepseek.com/news/news260424. */
const ends: readonly ModelEnd[] = [
  { model: 'deepseek-chat', endsOn: '2026-07-24', replacement: 'deepseek-flash' },
  { model: 'deepseek-reasoner', endsOn: '2026-07-24', replacement: 'deepseek-flash' },
];

export const deepseekDefinition: LlmDefinition<'deepseek'> = {
  id: 'deepseek',
  label: 'DeepSeek',
  keyPrefix: 'sk-',
  keyUrl: 'https://platform.deepseek.com/api_keys',
  baseUrl: 'https://api.deepseek.com/v1',
  needsKey: true,
  acceptsBaseUrl: false,
  supportsTools: true,
  supportsImages: false,
  supportsEmbeddings: false,
  ends,
  models: [
    {
      id: 'deepseek-flash',
      label: 'DeepSeek Flash',
      contextTokens: 1_000_000,
      maxOutputTokens: 384_000,
      price: dollars(0.15, 0.6, 0.003),
      supportsTools: true,
      supportsImages: false,
      supportsTemperature: true,
    },
    {
      id: 'deepseek-v4-flash',
      label: 'DeepSeek V4 Flash',
      contextTokens: 1_000_000,
      maxOutputTokens: 384_000,
      price: dollars(0.15, 0.6, 0.003),
      supportsTools: true,
      supportsImages: false,
      supportsTemperature: true,
    },
    {
      id: 'deepseek-v4-pro',
      label: 'DeepSeek V4 Pro',
      contextTokens: 1_000_000,
      maxOutputTokens: 384_000,
      price: dollars(0.435, 0.87, 0.003625),
      supportsTools: true,
      supportsImages: false,
      supportsTemperature: true,
    },
  ],
  embeddingModels: [],
};

import { dollars, type LlmDefinition } from '../llm.definition.ts';

export const cohereDefinition: LlmDefinition = {
  id: 'cohere',
  label: 'Cohere',
  keyPrefix: null,
  keyUrl: 'https://dashboard.cohere.com/api-keys',
  baseUrl: 'https://api.cohere.com/v2',
  needsKey: true,
  acceptsBaseUrl: false,
  supportsTools: true,
  supportsImages: true,
  supportsEmbeddings: true,
  models: [
    { id: 'command-a-03-2025', label: 'Command A', contextTokens: 256_000, maxOutputTokens: 8_000, price: dollars(2.5, 10), supportsTools: true, supportsImages: false, supportsTemperature: true },
    { id: 'command-a-plus-05-2026', label: 'Command A Plus', contextTokens: 128_000, maxOutputTokens: 64_000, price: dollars(2.5, 10), supportsTools: true, supportsImages: true, supportsTemperature: true },
    { id: 'command-r7b-12-2024', label: 'Command R7B', contextTokens: 128_000, maxOutputTokens: 4_000, price: dollars(0.0375, 0.15), supportsTools: true, supportsImages: false, supportsTemperature: true },
    { id: 'command-r-08-2024', label: 'Command R', contextTokens: 128_000, maxOutputTokens: 4_000, price: dollars(0.15, 0.6), supportsTools: true, supportsImages: false, supportsTemperature: true },
  ],
  embeddingModels: [
    { id: 'embed-multilingual-v3.0', label: 'Embed Multilingual v3', dimensions: 1_024, price: dollars(0.1, 0) },
  ],
};

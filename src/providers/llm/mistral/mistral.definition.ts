import { dollars, type LlmDefinition } from '../llm.definition.ts';

export const mistralDefinition: LlmDefinition = {
  id: 'mistral',
  label: 'Mistral',
  keyPrefix: null,
  keyUrl: 'https://console.mistral.ai/api-keys',
  baseUrl: 'https://api.mistral.ai/v1',
  needsKey: true,
  acceptsBaseUrl: false,
  supportsTools: true,
  supportsImages: true,
  supportsEmbeddings: true,
  models: [
    { id: 'mistral-small-latest', label: 'Mistral Small', contextTokens: 256_000, maxOutputTokens: 256_000, price: dollars(0.15, 0.6), supportsTools: true, supportsImages: true, supportsTemperature: true },
    { id: 'mistral-medium-latest', label: 'Mistral Medium', contextTokens: 262_144, maxOutputTokens: 262_144, price: dollars(0.4, 2), supportsTools: true, supportsImages: true, supportsTemperature: true },
    { id: 'mistral-large-latest', label: 'Mistral Large', contextTokens: 262_144, maxOutputTokens: 262_144, price: dollars(0.5, 1.5), supportsTools: true, supportsImages: true, supportsTemperature: true },
    { id: 'ministral-8b-latest', label: 'Ministral 8B', contextTokens: 128_000, maxOutputTokens: 128_000, price: dollars(0.1, 0.1), supportsTools: true, supportsImages: false, supportsTemperature: true },
  ],
  embeddingModels: [
    { id: 'mistral-embed', label: 'Mistral Embed', dimensions: 1_024, price: dollars(0.1, 0) },
  ],
};

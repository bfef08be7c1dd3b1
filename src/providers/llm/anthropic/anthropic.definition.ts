import { dollars, type LlmDefinition } from '../llm.definition.ts';

export const anthropicDefinition: LlmDefinition = {
  id: 'anthropic',
  label: 'Anthropic',
  keyPrefix: 'sk-ant-',
  keyUrl: 'https://console.anthropic.com/settings/keys',
  baseUrl: 'https://api.anthropic.com/v1',
  needsKey: true,
  acceptsBaseUrl: false,
  supportsTools: true,
  supportsImages: true,
  supportsEmbeddings: false,
  models: [
    { id: 'claude-haiku-4-5', label: 'Claude Haiku 4.5', contextTokens: 200_000, maxOutputTokens: 64_000, price: dollars(1, 5, 0.1), supportsTools: true, supportsImages: true, supportsTemperature: true },
    { id: 'claude-sonnet-5', label: 'Claude Sonnet 5', contextTokens: 1_000_000, maxOutputTokens: 128_000, price: dollars(2, 10, 0.2), supportsTools: true, supportsImages: true, supportsTemperature: false },
    { id: 'claude-sonnet-4-6', label: 'Claude Sonnet 4.6', contextTokens: 1_000_000, maxOutputTokens: 64_000, price: dollars(3, 15, 0.3), supportsTools: true, supportsImages: true, supportsTemperature: true },
    { id: 'claude-opus-4-8', label: 'Claude Opus 4.8', contextTokens: 1_000_000, maxOutputTokens: 128_000, price: dollars(5, 25, 0.5), supportsTools: true, supportsImages: true, supportsTemperature: false },
    { id: 'claude-fable-5', label: 'Claude Fable 5', contextTokens: 1_000_000, maxOutputTokens: 128_000, price: dollars(10, 50, 1), supportsTools: true, supportsImages: true, supportsTemperature: false },
  ],
  embeddingModels: [],
};

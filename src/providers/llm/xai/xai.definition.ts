import { dollars, type LlmDefinition } from '../llm.definition.ts';

export const xaiDefinition: LlmDefinition<'xai'> = {
  id: 'xai',
  label: 'xAI',
  keyPrefix: 'xai-',
  keyUrl: 'https://console.x.ai',
  baseUrl: 'https://api.x.ai/v1',
  needsKey: true,
  acceptsBaseUrl: false,
  supportsTools: true,
  supportsImages: true,
  supportsEmbeddings: false,
  models: [
    {
      id: 'grok-4.20-0309-non-reasoning',
      label: 'Grok 4.20 (non-reasoning)',
      contextTokens: 1_000_000,
      maxOutputTokens: 30_000,
      price: dollars(1.25, 2.5, 0.2),
      supportsTools: true,
      supportsImages: true,
      supportsTemperature: true,
    },
    {
      id: 'grok-4.3',
      label: 'Grok 4.3',
      contextTokens: 1_000_000,
      maxOutputTokens: 30_000,
      price: dollars(1.25, 2.5, 0.2),
      supportsTools: true,
      supportsImages: true,
      supportsTemperature: true,
    },
  ],
  embeddingModels: [],
};

import { dollars, type LlmDefinition } from '../llm.definition.ts';

export const openAiDefinition: LlmDefinition = {
  id: 'openai',
  label: 'OpenAI',
  keyPrefix: 'sk-',
  keyUrl: 'https://platform.openai.com/api-keys',
  baseUrl: 'https://api.openai.com/v1',
  needsKey: true,
  acceptsBaseUrl: false,
  supportsTools: true,
  supportsImages: true,
  supportsEmbeddings: true,
  models: [
    { id: 'gpt-5.4-mini', label: 'GPT-5.4 mini', contextTokens: 400_000, maxOutputTokens: 128_000, price: dollars(0.75, 4.5, 0.075), supportsTools: true, supportsImages: true, supportsTemperature: false },
    { id: 'gpt-5.5', label: 'GPT-5.5', contextTokens: 1_050_000, maxOutputTokens: 128_000, price: dollars(5, 30, 0.5), supportsTools: true, supportsImages: true, supportsTemperature: false },
    { id: 'gpt-5.4', label: 'GPT-5.4', contextTokens: 1_050_000, maxOutputTokens: 128_000, price: dollars(2.5, 15, 0.25), supportsTools: true, supportsImages: true, supportsTemperature: false },
    { id: 'gpt-5.4-nano', label: 'GPT-5.4 nano', contextTokens: 400_000, maxOutputTokens: 128_000, price: dollars(0.2, 1.25, 0.02), supportsTools: true, supportsImages: true, supportsTemperature: false },
    { id: 'gpt-4.1', label: 'GPT-4.1', contextTokens: 1_047_576, maxOutputTokens: 32_768, price: dollars(2, 8, 0.5), supportsTools: true, supportsImages: true, supportsTemperature: true },
    { id: 'gpt-4.1-mini', label: 'GPT-4.1 mini', contextTokens: 1_047_576, maxOutputTokens: 32_768, price: dollars(0.4, 1.6, 0.1), supportsTools: true, supportsImages: true, supportsTemperature: true },
    { id: 'gpt-4o', label: 'GPT-4o', contextTokens: 128_000, maxOutputTokens: 16_384, price: dollars(2.5, 10, 1.25), supportsTools: true, supportsImages: true, supportsTemperature: true },
    { id: 'gpt-4o-mini', label: 'GPT-4o mini', contextTokens: 128_000, maxOutputTokens: 16_384, price: dollars(0.15, 0.6, 0.075), supportsTools: true, supportsImages: true, supportsTemperature: true },
  ],
  embeddingModels: [
    { id: 'text-embedding-3-small', label: 'Text embedding 3 small', dimensions: 1_536, price: dollars(0.02, 0) },
    { id: 'text-embedding-3-large', label: 'Text embedding 3 large', dimensions: 3_072, price: dollars(0.13, 0) },
  ],
  imageModels: [{ id: 'gpt-image-1-mini', label: 'GPT Image 1 mini', priceMicros: 11_000 }],
};

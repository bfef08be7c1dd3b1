import { dollars, type LlmDefinition } from '../llm.definition.ts';

export const deepseekDefinition: LlmDefinition = {
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
  models: [
    { id: 'deepseek-chat', label: 'DeepSeek Chat', contextTokens: 1_000_000, maxOutputTokens: 384_000, price: dollars(0.14, 0.28, 0.0028), supportsTools: true, supportsImages: false, supportsTemperature: true },
    { id: 'deepseek-v4-flash', label: 'DeepSeek V4 Flash', contextTokens: 1_000_000, maxOutputTokens: 384_000, price: dollars(0.14, 0.28, 0.0028), supportsTools: true, supportsImages: false, supportsTemperature: true },
    { id: 'deepseek-v4-pro', label: 'DeepSeek V4 Pro', contextTokens: 1_000_000, maxOutputTokens: 384_000, price: dollars(0.435, 0.87, 0.003625), supportsTools: true, supportsImages: false, supportsTemperature: true },
  ],
  embeddingModels: [],
};

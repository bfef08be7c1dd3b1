import { dollars, type LlmDefinition } from '../llm.definition.ts';

export const groqDefinition: LlmDefinition = {
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
  models: [
    { id: 'llama-3.3-70b-versatile', label: 'Llama 3.3 70B', contextTokens: 131_072, maxOutputTokens: 32_768, price: dollars(0.59, 0.79), supportsTools: true, supportsImages: false, supportsTemperature: true },
    { id: 'llama-3.1-8b-instant', label: 'Llama 3.1 8B', contextTokens: 131_072, maxOutputTokens: 131_072, price: dollars(0.05, 0.08), supportsTools: true, supportsImages: false, supportsTemperature: true },
    { id: 'openai/gpt-oss-120b', label: 'GPT OSS 120B', contextTokens: 131_072, maxOutputTokens: 65_536, price: dollars(0.15, 0.6, 0.075), supportsTools: true, supportsImages: false, supportsTemperature: true },
    { id: 'openai/gpt-oss-20b', label: 'GPT OSS 20B', contextTokens: 131_072, maxOutputTokens: 65_536, price: dollars(0.075, 0.3, 0.0375), supportsTools: true, supportsImages: false, supportsTemperature: true },
    { id: 'qwen/qwen3-32b', label: 'Qwen3 32B', contextTokens: 131_072, maxOutputTokens: 40_960, price: dollars(0.29, 0.59), supportsTools: true, supportsImages: false, supportsTemperature: true },
  ],
  embeddingModels: [],
};

import type { LlmDefinition } from '../llm.definition.ts';

/** Any server that speaks the OpenAI wire format, such as Ollama, LM Studio, vLLM or a gateway. */
export const openAiCompatibleDefinition: LlmDefinition<'openai-compatible'> = {
  id: 'openai-compatible',
  label: 'OpenAI-compatible server',
  keyPrefix: null,
  keyUrl: null,
  baseUrl: null,
  needsKey: false,
  acceptsBaseUrl: true,
  supportsTools: true,
  supportsImages: true,
  supportsEmbeddings: true,
  models: [],
  embeddingModels: [],
};

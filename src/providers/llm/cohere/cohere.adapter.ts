import type { LlmModel } from '../llm.port.ts';
import type { AiSdkVendor } from '../llm.vendor.ts';
import { cohereDefinition } from './cohere.definition.ts';

export const cohere: AiSdkVendor = {
  definition: cohereDefinition,
  async load() {
    const { createCohere } = await import('@ai-sdk/cohere');
    return ({ apiKey, baseUrl, fetch }) => {
      const provider = createCohere({ apiKey, baseURL: baseUrl, fetch });
      return {
        languageModel: (id) => provider.languageModel(id),
        embeddingModel: (id) => provider.embeddingModel(id),
      };
    };
  },
  models: {
    // The list stands under v1 only; chat and embeddings under v2.
    url: (baseUrl) => `${baseUrl.replace(/\/v2$/, '/v1')}/models?page_size=1000`,
    headers: (apiKey) => ({ authorization: `Bearer ${apiKey}` }),
    parse: (body) => ((body as { models?: RawModel[] }).models ?? []).map(readModel),
  },
  embedding: {
    batch: 96,
    providerOptions: (input) => ({
      cohere: { inputType: input.purpose === 'question' ? 'search_query' : 'search_document' },
    }),
  },
};

type RawModel = {
  name: string;
  endpoints?: string[];
  context_length?: number;
};

function readModel(model: RawModel): LlmModel {
  const id = String(model.name);
  const endpoints = model.endpoints ?? [];
  const kind = endpoints.includes('chat') ? 'chat' : endpoints.includes('embed') ? 'embedding' : 'other';
  return {
    id,
    label: cohereDefinition.models.find((known) => known.id === id)?.label ?? id,
    kind,
    contextTokens: model.context_length ?? null,
  };
}

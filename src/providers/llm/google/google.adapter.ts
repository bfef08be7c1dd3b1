import type { LlmModel } from '../llm.port.ts';
import type { AiSdkVendor } from '../llm.vendor.ts';
import { googleDefinition } from './google.definition.ts';

export const google: AiSdkVendor = {
  definition: googleDefinition,
  async load() {
    const { createGoogle } = await import('@ai-sdk/google');
    return ({ apiKey, baseUrl, fetch }) => {
      const provider = createGoogle({ apiKey, baseURL: baseUrl, fetch });
      return {
        languageModel: (id) => provider.languageModel(id),
        embeddingModel: (id) => provider.embeddingModel(id),
        imageModel: (id) => provider.image(id),
      };
    };
  },
  models: {
    url: (baseUrl) => `${baseUrl}/models?pageSize=1000`,
    headers: (apiKey) => ({ 'x-goog-api-key': apiKey }),
    parse: (body) => ((body as { models?: RawModel[] }).models ?? []).map(readModel),
  },
  embedding: {
    batch: 100,
    providerOptions: (input) => ({
      google: {
        taskType: input.purpose === 'question' ? 'RETRIEVAL_QUERY' : 'RETRIEVAL_DOCUMENT',
        ...(input.dimensions === undefined ? {} : { outputDimensionality: input.dimensions }),
      },
    }),
  },
};

type RawModel = {
  name: string;
  displayName?: string;
  inputTokenLimit?: number;
  supportedGenerationMethods?: string[];
};

function readModel(model: RawModel): LlmModel {
  const id = String(model.name).replace(/^models\//, '');
  const methods = model.supportedGenerationMethods ?? [];
  const isChat = methods.includes('generateContent') && !/image|tts|audio|live|veo|lyria/.test(id);
  const kind = methods.includes('embedContent') ? 'embedding' : isChat ? 'chat' : 'other';
  return { id, label: model.displayName ?? id, kind, contextTokens: model.inputTokenLimit ?? null };
}

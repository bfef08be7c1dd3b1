import type { AiSdkVendor } from '../llm.vendor.ts';
import type { LlmModel } from '../llm.port.ts';
import { anthropicDefinition } from './anthropic.definition.ts';

export const anthropic: AiSdkVendor = {
  definition: anthropicDefinition,
  async load() {
    const { createAnthropic } = await import('@ai-sdk/anthropic');
    return ({ apiKey, baseUrl, fetch }) => {
      const provider = createAnthropic({ apiKey, baseURL: baseUrl, fetch });
      return { languageModel: (id) => provider.languageModel(id) };
    };
  },
  models: {
    url: (baseUrl) => `${baseUrl}/models?limit=1000`,
    headers: (apiKey) => ({ 'x-api-key': apiKey, 'anthropic-version': '2023-06-01' }),
    parse: (body) => ((body as { data?: RawModel[] }).data ?? []).map(readModel),
  },
};

type RawModel = {
  id: string;
  display_name?: string;
  max_input_tokens?: number;
};

function readModel(model: RawModel): LlmModel {
  const known = anthropicDefinition.models.find((definition) => definition.id === model.id);
  return {
    id: String(model.id),
    label: model.display_name ?? known?.label ?? model.id,
    kind: 'chat',
    contextTokens: model.max_input_tokens ?? known?.contextTokens ?? null,
  };
}

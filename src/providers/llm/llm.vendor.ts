import type { LlmDefinition } from './llm.definition.ts';
import type { LlmEmbedInput, LlmModel } from './llm.port.ts';

/** How one vendor's reading of the OpenAI wire format differs from the others'. */
export type OpenAiDialect = {
  maxTokensField: 'max_tokens' | 'max_completion_tokens';
  /**
   * Whether usage must be asked for by `stream_options`; vendors without it send usage unasked or refuse the
   * field.
   */
  asksForUsage: boolean;
  /** Models that refuse a temperature, beyond those that the definition names. */
  withoutTemperature?: RegExp;
  /** Fields that go into every request to a model; `providerOptions` win over them. */
  extraBody?(model: string): Record<string, unknown>;
  /** The form that ids of tool calls must have, where another vendor's ids would be refused. */
  toolCallId?(id: string): string;
  /** Missing where the vendor embeds nothing. */
  embeddings?: {
    /** The most texts in one request. */
    batch: number;
    /** Whether it takes a `dimensions` field. */
    sendsDimensions: boolean;
  };
  /** Fields of a picture's request beside model and prompt; missing where the vendor draws none. */
  imageBody?(model: string): Record<string, unknown>;
};

/** A vendor that speaks the OpenAI wire format. */
export type OpenAiVendor = {
  definition: LlmDefinition;
  dialect: OpenAiDialect;
};

/** What the AI SDK's provider packages return; their types are taken from one of them. */
export type AiSdkLanguageModel = ReturnType<
  ReturnType<(typeof import('@ai-sdk/google'))['createGoogle']>['languageModel']
>;
export type AiSdkEmbeddingModel = ReturnType<
  ReturnType<(typeof import('@ai-sdk/google'))['createGoogle']>['embeddingModel']
>;

export type AiSdkImageModel = ReturnType<
  ReturnType<(typeof import('@ai-sdk/google'))['createGoogle']>['image']
>;

export type AiSdkClient = {
  languageModel(id: string): AiSdkLanguageModel;
  embeddingModel?(id: string): AiSdkEmbeddingModel;
  imageModel?(id: string): AiSdkImageModel;
};

/** A vendor with a wire format of its own, spoken by a provider package of the AI SDK. */
export type AiSdkVendor = {
  definition: LlmDefinition;
  /** The package is loaded at the first call. */
  load(): Promise<
    (settings: { apiKey: string; baseUrl: string; fetch: typeof globalThis.fetch }) => AiSdkClient
  >;
  /** The list of models, which also proves the key. */
  models: {
    url(baseUrl: string): string;
    headers(apiKey: string): Record<string, string>;
    parse(body: unknown): LlmModel[];
  };
  embedding?: {
    batch: number;
    providerOptions(input: LlmEmbedInput): Record<string, Record<string, string | number>>;
  };
};

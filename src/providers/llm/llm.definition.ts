import type { ModelEnd } from '#shared/models/model-ends.ts';

/** What a model costs, in micro-dollars for a million tokens: 150_000 is $0.15. */
export type LlmPrice = {
  inputMicros: number;
  cachedInputMicros: number;
  outputMicros: number;
};

/** A chat model that is offered before the vendor's own list has been read. */
export type LlmModelDefinition = {
  id: string;
  label: string;
  contextTokens: number;
  maxOutputTokens: number;
  price: LlmPrice | null;
  supportsTools: boolean;
  supportsImages: boolean;
  /** Reasoning models refuse a temperature; it is left out for them. */
  supportsTemperature: boolean;
};

/** A model that turns texts into vectors. */
export type LlmEmbeddingModelDefinition = {
  id: string;
  label: string;
  dimensions: number;
  price: LlmPrice | null;
};

/** A model that draws pictures. `priceMicros`: micro-dollars for one picture as this product asks for it. */
export type LlmImageModelDefinition = {
  id: string;
  label: string;
  priceMicros: number;
};

/** One vendor as data. Holds nothing that only a server may know. */
export type LlmDefinition<Id extends string = string> = {
  id: Id;
  label: string;
  /** How the vendor's keys begin, as a hint below the field; never used to refuse a key. */
  keyPrefix: string | null;
  /** The page on which a person gets a key: there is one where the vendor needs a key. */
  keyUrl: string | null;
  /** Where requests go unless the person enters another address: `/chat/completions` or the like is put behind it. */
  baseUrl: string | null;
  needsKey: boolean;
  acceptsBaseUrl: boolean;
  supportsTools: boolean;
  supportsImages: boolean;
  supportsEmbeddings: boolean;
  /** Suggested models, best default first; those that will end stand last. */
  models: readonly LlmModelDefinition[];
  embeddingModels: readonly LlmEmbeddingModelDefinition[];
  /**
   * Models that end or have ended, also of those that are not suggested. Each vendor's file names where that was read;
   * what the vendor's own list tells comes before it.
   */
  ends?: readonly ModelEnd[];
  /** Whether its list of models tells when each ends (`shutdown_date`). */
  tellsEnds?: true;
  /** What the operator of this server says that models cost; it comes before the prices of `models`. */
  setPrices?: readonly { id: string; price: LlmPrice }[];
  /** Best default first; missing where the vendor draws nothing that this family can ask for. */
  imageModels?: readonly LlmImageModelDefinition[];
};

/**
 * A price from dollars for a million tokens, as vendors print it. Without a cached price the full one counts;
 * prices that rise with the length of the request stand at their lowest step. They were compared with
 * public lists on 2 July 2026, those of newer models on 30 November 2026.
 */
export function dollars(input: number, output: number, cachedInput: number = input): LlmPrice {
  return {
    inputMicros: Math.round(input * 1e6),
    cachedInputMicros: Math.round(cachedInput * 1e6),
    outputMicros: Math.round(output * 1e6),
  };
}

import { findModelEnd, type ModelEnd } from '#shared/models/model-ends.ts';
import { findLlmPrice } from '#providers/llm/llm-cost.ts';
import type { LlmDefinition, LlmPrice } from '#providers/llm/llm.definition.ts';
import type { LlmModel } from '#providers/llm/llm.port.ts';
import type { Connection } from '../integrations.contract.ts';
import type { ConnectionRow } from './integrations.repository.ts';
import type { ToldEnd } from './integrations.table.ts';

/** What the operator of the server says of models. */
export type OperatorModels = {
  /** In micro-dollars: for a million tokens, or for one picture. */
  prices: readonly ({ provider: string; model: string } & (LlmPrice | { pictureMicros: number }))[];
  /** The model of a vendor that is offered first, by the vendor's id. */
  first: Readonly<Record<string, string>>;
  /** By whom new agents answer where the account has connected it. */
  newAgents: string;
};

/** A vendor's definition with the operator's prices, and the model first that is offered first. */
export function asOffered<Id extends string>(
  definition: LlmDefinition<Id>,
  { prices, first }: Pick<OperatorModels, 'prices' | 'first'>,
): LlmDefinition<Id> {
  const own = prices.filter(({ provider }) => provider === definition.id);
  const chosen = first[definition.id];
  if (own.length === 0 && chosen === undefined) return definition;
  const isChosen = (model: { id: string }): boolean => model.id === chosen;
  return {
    ...definition,
    setPrices: own.flatMap((set) => ('pictureMicros' in set ? [] : [{ id: set.model, price: set }])),
    models: [...definition.models.filter(isChosen), ...definition.models.filter((one) => !isChosen(one))],
    ...(definition.imageModels && {
      imageModels: definition.imageModels.map((model) => {
        const set = own.find((one) => one.model === model.id && 'pictureMicros' in one);
        return set && 'pictureMicros' in set ? { ...model, priceMicros: set.pictureMicros } : model;
      }),
    }),
  };
}

/** When a vendor's models end: what its own list told comes before what this version knows. */
export function mergeEnds({ ends = [] }: LlmDefinition, told: readonly ToldEnd[]): ModelEnd[] {
  const heard = told.map(({ model, endsOn }) => ({
    model,
    endsOn,
    replacement: findModelEnd(ends, model)?.replacement ?? null,
  }));
  return [...heard, ...ends.filter(({ model }) => !told.some((one) => one.model === model))];
}

/** The ends that a list of models tells. */
export const toldEnds = (models: readonly LlmModel[]): ToldEnd[] =>
  models.flatMap(({ id, endsOn }) => (endsOn ? [{ model: id, endsOn }] : []));

/** Names of models that draw, in lists that do not say so. */
const drawing = /image|dall-e|flux|stable-?diffusion|sdxl/i;

/** The model that draws, where a vendor has one. */
export function imageModelOf(definition: LlmDefinition, listed: readonly LlmModel[]): string | null {
  return (
    definition.imageModels?.[0]?.id ??
    (definition.acceptsBaseUrl ? (listed.find(({ id }) => drawing.test(id))?.id ?? null) : null)
  );
}

/** A vendor as the account sees it. */
export function present(
  definition: LlmDefinition,
  row: ConnectionRow | null,
  found: { baseUrl: string; models: LlmModel[] } | null,
): Connection {
  const listed = row?.models.length ? row.models : (found?.models ?? []);
  const priceOf = (id: string) => {
    const price = findLlmPrice(definition, id);
    return {
      inputMicrosPerMillion: price?.inputMicros ?? null,
      outputMicrosPerMillion: price?.outputMicros ?? null,
    };
  };
  const models = definition.models.map((model) => ({
    id: model.id,
    label: model.label,
    contextTokens: model.contextTokens,
    ...priceOf(model.id),
    supportsTools: model.supportsTools,
  }));
  const others = listed
    .filter((model) => model.kind === 'chat' && !models.some((known) => known.id === model.id))
    .map((model) => ({
      id: model.id,
      label: model.label,
      contextTokens: model.contextTokens,
      ...priceOf(model.id),
      supportsTools: definition.supportsTools,
    }));
  const ends = mergeEnds(definition, row?.ends ?? []);
  return {
    provider: definition.id,
    label: definition.label,
    isConnected: row !== null || found !== null,
    isLocal: row === null && found !== null,
    needsKey: definition.needsKey,
    acceptsBaseUrl: definition.acceptsBaseUrl,
    keyPrefix: definition.keyPrefix,
    keyUrl: definition.keyUrl,
    lastFour: row?.lastFour ?? null,
    baseUrl: row?.baseUrl ?? found?.baseUrl ?? null,
    checkedAt: row?.checkedAt?.toISOString() ?? null,
    models: [...models, ...others],
    ends,
    imageModel:
      row !== null || found !== null
        ? imageModelOf(definition, listed)
        : (definition.imageModels?.[0]?.id ?? null),
    embeddingModels: [
      ...definition.embeddingModels.map((model) => model.id),
      ...listed.filter((model) => model.kind === 'embedding').map((model) => model.id),
    ],
  };
}

import type { AgentConfiguration } from '../../agents-configuration.contract.ts';

/** What of a configuration names models. A configuration of before may have no voice. */
export type ModelSettings = {
  ai: Pick<AgentConfiguration['ai'], 'provider' | 'model' | 'fallbacks'>;
  voice: Pick<AgentConfiguration['voice'], 'enabled' | 'provider' | 'way' | 'liveModel'> | null;
};

/** What a model is for: it answers, it answers where another fails, or it speaks in calls. */
type ModelUse = 'answers' | 'fallback' | 'calls';
export type ConfiguredModel = {
  provider: string;
  model: string;
  use: ModelUse;
};

/** Every model that an agent works with, each once, for the first thing that it is used for. */
export function configuredModels({ ai, voice }: ModelSettings): ConfiguredModel[] {
  const all: ConfiguredModel[] = [
    { provider: ai.provider, model: ai.model, use: 'answers' },
    ...(ai.fallbacks ?? []).map(({ provider, model }) => ({ provider, model, use: 'fallback' as const })),
    ...(voice?.enabled && voice.provider === 'openai' && voice.way === 'live'
      ? [{ provider: voice.provider, model: voice.liveModel, use: 'calls' as const }]
      : []),
  ];
  const keyOf = ({ provider, model }: ConfiguredModel): string => `${provider}/${model}`;
  return all.filter(
    (one, at) => one.provider !== 'built-in' && all.findIndex((other) => keyOf(other) === keyOf(one)) === at,
  );
}

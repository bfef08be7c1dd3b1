import type { RunningAgent } from '#features/agents/server/agents.usecases.ts';
import type { Services } from '../services.ts';

/** Where browsers connect in calls with an agent, for a page's policy; empty where they connect to this server only. */
export function callOriginOf(
  { speech }: Pick<Services, 'speech'>,
  { configuration: { voice } }: Pick<RunningAgent, 'configuration'>,
): string {
  const { enabled, provider, way } = voice;
  return enabled && way === 'live' && provider !== 'browser'
    ? (speech.get(provider).asking?.origin ?? '')
    : '';
}

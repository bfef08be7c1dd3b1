import type { VisitorIdentity } from '#platform/http/access.ts';
import type { RunningAgent } from '#features/agents/server/agents.usecases.ts';
import type { ConversationsServices } from '../conversations.usecases.ts';

/** The agents that visitors talk with, kept for a moment. */
export function createAgentCache(services: Pick<ConversationsServices, 'agents' | 'realtime'>) {
  const { realtime } = services;
  const cached = new Map<string, { value: RunningAgent | null; until: number }>();
  realtime.subscribe('agents', (data) => cached.delete(String(data['agentId'])));
  realtime.onGap(() => cached.clear());

  /**
   * Agents change seldom and answer often; a notice empties the cache at once, and half a minute does so
   * anyway.
   */
  async function findAgent(visitor: VisitorIdentity): Promise<RunningAgent | null> {
    const known = visitor.isPreview ? undefined : cached.get(visitor.agentId);
    const value =
      known && known.until > Date.now()
        ? known.value
        : await services.agents.runningById(visitor.accountId, visitor.agentId, visitor.isPreview);
    if (!visitor.isPreview && value !== known?.value)
      cached.set(visitor.agentId, { value, until: Date.now() + 30_000 });
    return value;
  }

  return { findAgent };
}

/** The agent as it answers beyond its owner's limits: from its knowledge alone. */
export function withoutModel(agent: RunningAgent): RunningAgent {
  const { ai } = agent.configuration;
  return {
    ...agent,
    configuration: {
      ...agent.configuration,
      ai: { ...ai, provider: 'built-in', model: '', fallbacks: [], imageGeneration: false },
    },
  };
}

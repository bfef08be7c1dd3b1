import { LRUCache } from 'lru-cache';
import type { VisitorIdentity } from '#platform/http/access.ts';
import type { RunningAgent } from '#features/agents/server/agents.usecases.ts';
import type { ConversationsServices } from '../conversations.usecases.ts';

const cacheMs = 30_000;
const mostKept = 5_000;

/** What let a visitor in. */
export type AdmittedVisitor = {
  /** The agent by whose rules they were let in; null where none was looked at, as for a preview. */
  admitted: RunningAgent | null;
};

/** A visitor's call with the agent that it is about: found once, and never kept beyond it. */
export type VisitorCall = {
  visitor: VisitorIdentity;
  agent: RunningAgent;
};

/** The agents that visitors talk with, kept for a moment. */
export function createAgentCache(services: Pick<ConversationsServices, 'agents' | 'realtime'>) {
  const { realtime } = services;
  const cached = new LRUCache<string, { value: RunningAgent | null }>({ max: mostKept, ttl: cacheMs });
  realtime.subscribe('agents', (data) => cached.delete(String(data['agentId'])));
  realtime.onGap(() => cached.clear());

  /**
   * Agents change seldom and answer often; a notice empties the cache at once, and half a minute does so
   * anyway.
   */
  async function findAgent(visitor: VisitorIdentity): Promise<RunningAgent | null> {
    const known = visitor.isPreview ? undefined : cached.get(visitor.agentId);
    if (known) return known.value;
    const { accountId, agentId, isPreview, simulation } = visitor;
    const value = simulation
      ? await services.agents.runningVersion(accountId, agentId, simulation.version)
      : await services.agents.runningById(accountId, agentId, isPreview);
    if (!visitor.isPreview) cached.set(visitor.agentId, { value });
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

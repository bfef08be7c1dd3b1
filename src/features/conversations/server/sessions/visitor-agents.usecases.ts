import { AppError } from '#shared/errors.ts';
import type { VisitorIdentity } from '#platform/http/access.ts';
import { agentsErrors } from '#features/agents/agents.contract.ts';
import { agentFor, type RunningAgent } from '#features/agents/server/agents.usecases.ts';
import type { PaywallBalance } from '#features/paywall/paywall.contract.ts';
import type { ConversationPaywall } from '#features/paywall/server/paywall-terms.usecases.ts';
import { createPlanPause } from '../gates/plan-pause.usecases.ts';
import type { ConversationsServices } from '../conversations.usecases.ts';
import { createAgentCache } from './agent-cache.usecases.ts';

/** The agents that visitors talk with, as they answer now: closed where a plan is over. */
export function createVisitorAgents(
  services: Pick<ConversationsServices, 'agents' | 'realtime' | 'clock' | 'expiredAt'>,
  paywall: Pick<ConversationPaywall, 'heldOf' | 'balanceFor'>,
) {
  const { findAgent } = createAgentCache(services);
  const pause = createPlanPause(services, paywall);

  /** `admitted` is what was found for this call before. Throws where the agent is gone or was never live. */
  async function agentOf(visitor: VisitorIdentity, admitted?: RunningAgent | null): Promise<RunningAgent> {
    const agent = admitted ?? (await findAgent(visitor));
    if (!agent) throw new AppError(agentsErrors.notFound);
    return pause(agentFor(agent, visitor.visitorId, services.clock.now()), visitor);
  }

  return {
    /** The agent as its owner published it, or its draft for a preview; null where there is none. */
    findAgent,
    pause,
    agentOf,

    /** What the visitor may still say; null where the agent asks for no money. */
    balanceOf: async (visitor: VisitorIdentity): Promise<PaywallBalance | null> =>
      paywall.balanceFor(await agentOf(visitor), visitor),
  };
}

export type VisitorAgents = ReturnType<typeof createVisitorAgents>;

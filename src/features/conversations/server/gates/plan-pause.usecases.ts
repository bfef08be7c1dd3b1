import type { Clock } from '#platform/clock/clock.ts';
import type { VisitorIdentity } from '#platform/http/access.ts';
import { paidVisitorsDays } from '#features/accounts/accounts.contract.ts';
import type { RunningAgent } from '#features/agents/server/agents.usecases.ts';
import type { PaywallBalance } from '#features/paywall/paywall.contract.ts';

const dayMs = 86_400_000;
const paidStates: readonly PaywallBalance['state'][] = ['subscription', 'once', 'access', 'pack'];

const hasPaid = (balance: PaywallBalance | null): boolean =>
  balance !== null && (paidStates.includes(balance.state) || balance.packLeft > 0);

/**
 * Pauses the agents of an account whose plan is over: the chat says so and takes no messages. Who had paid
 * for an agent is served for a while longer, because that was promised to them and not to its owner. So is who
 * had paid for an agent that its owner paused, where the owner chose that.
 */
export function createPlanPause(
  services: {
    clock: Clock;
    /** Since when an account's plan is over; null while it runs. */
    expiredAt(accountId: string): Promise<Date | null>;
  },
  paywall: { balanceFor(agent: RunningAgent, visitor: VisitorIdentity): Promise<PaywallBalance | null> },
) {
  return async (agent: RunningAgent, visitor: VisitorIdentity): Promise<RunningAgent> => {
    const expiredAt = await services.expiredAt(agent.accountId);
    if (expiredAt === null) {
      if (agent.closed === null || !agent.servesPaid || agent.isPreview) return agent;
      return hasPaid(await paywall.balanceFor(agent, visitor)) ? { ...agent, closed: null } : agent;
    }
    const isInTime = services.clock.now().getTime() < expiredAt.getTime() + paidVisitorsDays * dayMs;
    if (isInTime && !agent.isPreview && hasPaid(await paywall.balanceFor(agent, visitor))) return agent;
    return { ...agent, closed: agent.closed ?? '', isPlanExpired: true };
  };
}

export type PlanPause = ReturnType<typeof createPlanPause>;

import type { Clock } from '#platform/clock/clock.ts';
import type { VisitorIdentity } from '#platform/http/access.ts';
import { paidVisitorsDays } from '#features/accounts/accounts.contract.ts';
import type { RunningAgent } from '#features/agents/server/agents.usecases.ts';
import type { PaywallBalance } from '#features/paywall/paywall.contract.ts';

const dayMs = 86_400_000;
const paidStates: readonly PaywallBalance['state'][] = ['subscription', 'once', 'access', 'pack'];

const isPaid = ({ state, packLeft }: PaywallBalance): boolean => paidStates.includes(state) || packLeft > 0;

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
  paywall: { heldOf(agent: RunningAgent, visitor: VisitorIdentity): Promise<PaywallBalance> },
) {
  return async (agent: RunningAgent, visitor: VisitorIdentity): Promise<RunningAgent> => {
    const hasPaid = async (): Promise<boolean> =>
      !agent.isPreview && isPaid(await paywall.heldOf(agent, visitor));
    const expiredAt = await services.expiredAt(agent.accountId);
    const keepsPromise = agent.closed !== null && agent.servesPaid === true;
    if (expiredAt === null) return keepsPromise && (await hasPaid()) ? { ...agent, closed: null } : agent;
    const isInTime = services.clock.now().getTime() < expiredAt.getTime() + paidVisitorsDays * dayMs;
    if (isInTime && (await hasPaid())) return keepsPromise ? { ...agent, closed: null } : agent;
    return { ...agent, closed: agent.closed ?? '', isPlanExpired: true };
  };
}

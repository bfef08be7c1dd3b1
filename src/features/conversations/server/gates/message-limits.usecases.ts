import type { Clock } from '#platform/clock/clock.ts';
import { createFloodBrake, refuseFlood } from '#platform/rate-limit/flood-brake.ts';
import { ofAddress } from '#platform/rate-limit/network.ts';
import { admit, type RateLimiter, type RateRule } from '#platform/rate-limit/rate-limit.ts';
import { conversationsErrors } from '../../conversations.contract.ts';
import type { VisitorCall } from '../sessions/agent-cache.usecases.ts';

const ofPlaceRule: RateRule = { name: 'visitor-address', limit: 60, windowSeconds: 60 };
/** Messages a minute through one process, whatever visitors they come from. */
const mostOfAgent = 600;
const mostOfAccount = 1_200;

/** How fast messages may come, in the chat and from programs alike: both are counted together. */
export function createMessageLimits(services: { limiter: Pick<RateLimiter, 'takeAll'>; clock: Clock }) {
  const brake = createFloodBrake(services.clock);

  /**
   * How fast one may write is the agent's to say; addresses, agents and accounts have bounds of their own.
   * The brakes of agent and account stand last: they count only what visitor and address had room for, or one
   * visitor could shut an agent for all. `address` is null where it says nothing of who asks, as for a program
   * with a secret key. Throws `tooManyMessages`.
   */
  return async function limitMessages(
    { visitor, agent }: VisitorCall,
    address: string | null,
  ): Promise<void> {
    const { messagesPerMinute, messagesPerDay } = agent.configuration.access;
    const ofPlace = address === null ? [] : ofAddress(address, ofPlaceRule);
    const isBraked = address === null || ofPlace.length > 0;
    if (isBraked)
      refuseFlood(brake, conversationsErrors.tooManyMessages, [
        [visitor.agentId, mostOfAgent],
        [visitor.accountId, mostOfAccount],
      ]);
    await admit(services.limiter, conversationsErrors.tooManyMessages, [
      {
        rule: { name: 'visitor-minute', limit: messagesPerMinute, windowSeconds: 60 },
        key: visitor.visitorId,
      },
      { rule: { name: 'visitor-day', limit: messagesPerDay, windowSeconds: 86_400 }, key: visitor.visitorId },
      ...ofPlace,
    ]);
    if (!isBraked) return;
    brake.count(visitor.agentId);
    brake.count(visitor.accountId);
  };
}

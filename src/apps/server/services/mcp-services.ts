import type { Thresholds } from '#features/analytics/server/thresholds/thresholds.usecases.ts';
import { createAgentCallers } from '#features/mcp-servers/server/agents/agent-callers.usecases.ts';
import { createAgentServer } from '#features/mcp-servers/server/agents/agent-server.usecases.ts';
import { createOwnerServer } from '#features/mcp-servers/server/owner/owner-server.usecases.ts';
import { createCouponGuesses } from '#features/payments/server/checkout/coupon-guesses.usecases.ts';
import { createGuardedCheckout } from '#features/payments/server/checkout/guarded-checkout.usecases.ts';
import { productVersion } from '../project-folder.ts';
import type { AgentServices } from './agent-services.ts';
import type { AnalyticsServices } from './analytics-services.ts';
import type { BaseServices } from './base-services.ts';
import type { ConversationServices } from './conversation-services.ts';
import type { MoneyServices } from './money-services.ts';
import type { PeopleServices } from './people-services.ts';

/** What programs reach by the Model Context Protocol: the owner's data, and each agent. */
export function createMcpServers(
  { clock, log, translator, limiter, planStatuses, featureFlags, publicUrl }: BaseServices,
  { contacts, contactsTimeline, apiKeys }: PeopleServices,
  { agents, knowledge }: AgentServices,
  { asking, calls, conversations, inbox }: ConversationServices,
  { forms, payments }: MoneyServices,
  { analytics, thresholds }: AnalyticsServices & { thresholds: Thresholds },
) {
  const version = productVersion();
  return {
    publicUrl,
    owner: createOwnerServer({
      clock,
      log,
      translator,
      version,
      agents,
      knowledge,
      inbox,
      calls,
      contacts,
      contactsTimeline,
      forms,
      payments,
      analytics,
      thresholds,
      expiredAt: async (accountId) => (await planStatuses.of(accountId))?.expiredAt ?? null,
    }),
    agents: createAgentServer({
      log,
      translator,
      asking,
      wall: (visitor) => payments.visitor.wall(visitor, undefined),
      checkout: createGuardedCheckout(limiter, createCouponGuesses(limiter), payments.checkouts.begin),
      version,
    }),
    callerOf: createAgentCallers({
      agents,
      apiKeys,
      asking,
      limiter,
      conversations,
      requirePrograms: featureFlags.requirePrograms,
    }),
  };
}

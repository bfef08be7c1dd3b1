import { bindEndpoints, type Binder } from '#platform/http/bind.ts';
import { admit, type RateLimiter } from '#platform/rate-limit/rate-limit.ts';
import type { RunningAgent } from '#features/agents/server/agents.usecases.ts';
import { conversationsErrors } from '#features/conversations/conversations.contract.ts';
import type { VisitorIdentity } from '#platform/http/access.ts';
import { storesVisitorEndpoints } from '../../stores-visitor.contract.ts';
import type { VisitorShopping } from './visitor-shopping.usecases.ts';

/** Each asks the shop, which waits as long as that one likes. */
const cartRule = { name: 'visitor-cart', limit: 60, windowSeconds: 600 };
const orderRule = { name: 'visitor-orders', limit: 30, windowSeconds: 600 };

/** `agentOf` gives the agent of a visitor's call; it may have been looked up to let them in. */
export function visitorShoppingRoutes<Found extends { admitted: RunningAgent | null }>(
  binder: Binder<Found>,
  shopping: VisitorShopping,
  limiter: RateLimiter,
  agentOf: (visitor: VisitorIdentity, admitted: RunningAgent | null) => Promise<RunningAgent>,
): void {
  const limit = (rule: typeof cartRule, visitorId: string): Promise<void> =>
    admit(limiter, conversationsErrors.tooManyMessages, [{ rule, key: visitorId }]);
  bindEndpoints(binder, storesVisitorEndpoints, {
    async putInCart({ visitor, admitted, params, body, language }) {
      await limit(cartRule, visitor.visitorId);
      const agent = await agentOf(visitor, admitted);
      return shopping.putInCart({ visitor, agent, messageId: params.id, language }, body);
    },
    async sendOrderCode({ visitor, admitted, params, body, language, address }) {
      await limit(orderRule, visitor.visitorId);
      const agent = await agentOf(visitor, admitted);
      return shopping.sendOrderCode(
        { visitor, agent, messageId: params.id, language },
        { ...body, place: address },
      );
    },
    async showOrder({ visitor, admitted, params, body, language, address }) {
      await limit(orderRule, visitor.visitorId);
      const agent = await agentOf(visitor, admitted);
      return {
        order: await shopping.showOrder(
          { visitor, agent, messageId: params.id, language },
          { ...body, place: address },
        ),
      };
    },
  });
}

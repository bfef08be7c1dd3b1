import { bindEndpoints, type Binder } from '#platform/http/bind.ts';
import { admit, type RateLimiter, type RateRule } from '#platform/rate-limit/rate-limit.ts';
import { identityEndpoints } from '../../conversations-identity.contract.ts';
import { conversationsErrors } from '../../conversations.contract.ts';
import type { IdentityUsecases } from './identity.usecases.ts';

const rules = {
  identify: { name: 'visitor-identify', limit: 30, windowSeconds: 3_600 },
  variables: { name: 'visitor-variables', limit: 300, windowSeconds: 3_600 },
} as const satisfies Record<string, RateRule>;

export function identityRoutes(binder: Binder, usecases: IdentityUsecases, limiter: RateLimiter): void {
  async function limit(rule: RateRule, visitorId: string): Promise<void> {
    await admit(limiter, conversationsErrors.tooManyMessages, [{ rule, key: visitorId }]);
  }
  bindEndpoints(binder, identityEndpoints, {
    secrets: ({ scope, params }) => usecases.secrets(scope, params.id),
    rotate: ({ scope, params, body }) => usecases.rotate(scope, params.id, body.scope),
    async remove({ scope, params, query }) {
      await usecases.remove(scope, params.id, query.scope);
      return {};
    },
    async identify({ visitor, body }) {
      await limit(rules.identify, visitor.visitorId);
      return usecases.identify(visitor, body);
    },
    async setVariables({ visitor, body }) {
      await limit(rules.variables, visitor.visitorId);
      await usecases.setVariables(visitor, body.variables);
      return {};
    },
  });
}

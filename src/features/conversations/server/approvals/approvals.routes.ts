import { bindEndpoints, type Binder } from '#platform/http/bind.ts';
import { admit, type RateLimiter } from '#platform/rate-limit/rate-limit.ts';
import { approvalsEndpoints } from '../../conversations-approvals.contract.ts';
import { conversationsErrors } from '../../conversations.contract.ts';
import type { Approvals } from './approvals.usecases.ts';

const rule = { name: 'visitor-decisions', limit: 60, windowSeconds: 3_600 };

export function approvalsRoutes(binder: Binder, usecases: Approvals, limiter: RateLimiter): void {
  bindEndpoints(binder, approvalsEndpoints, {
    async visitorDecides({ visitor, params, body }) {
      await admit(limiter, conversationsErrors.tooManyMessages, [{ rule, key: visitor.visitorId }]);
      await usecases.visitorDecides(visitor, params.id, body);
      return {};
    },
    async teamDecides({ scope, params, body }) {
      await usecases.teamDecides(scope, params.id, body);
      return {};
    },
  });
}

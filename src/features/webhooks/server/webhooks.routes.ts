import { bindEndpoints, type Binder } from '#platform/http/bind.ts';
import { commonErrors } from '#shared/errors.ts';
import { admit, type RateLimiter } from '#platform/rate-limit/rate-limit.ts';
import { webhooksEndpoints } from '../webhooks.contract.ts';
import type { WebhooksUsecases } from './webhooks.usecases.ts';

/** A test makes this server ask a stranger's one at once. */
const tests = { name: 'webhook-tests', limit: 20, windowSeconds: 60 };

export function webhooksRoutes(binder: Binder, usecases: WebhooksUsecases, limiter: RateLimiter): void {
  bindEndpoints(binder, webhooksEndpoints, {
    list: async ({ scope }) => ({ webhooks: await usecases.list(scope) }),
    create: ({ scope, body }) => usecases.create(scope, body),
    change: ({ scope, params, body }) => usecases.change(scope, params.id, body),
    renewSecret: async ({ scope, params }) => ({ secret: await usecases.renewSecret(scope, params.id) }),
    async remove({ scope, params }) {
      await usecases.remove(scope, params.id);
      return {};
    },
    async test({ scope, params, body }) {
      await admit(limiter, commonErrors.tooManyRequests, [{ rule: tests, key: scope.accountId }]);
      return usecases.test(scope, params.id, body.type);
    },
    deliveries: ({ scope, params, query }) => usecases.deliveries(scope, params.id, query),
    delivery: ({ scope, params }) => usecases.delivery(scope, params.id, params.delivery),
    async replay({ scope, params }) {
      await usecases.replay(scope, params.id, params.delivery);
      return {};
    },
    replayFailed: async ({ scope, params }) => ({ count: await usecases.replayFailed(scope, params.id) }),
  });
}

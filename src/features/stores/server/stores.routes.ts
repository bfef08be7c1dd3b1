import { commonErrors } from '#shared/errors.ts';
import { bindEndpoints, type Binder } from '#platform/http/bind.ts';
import { admit, type RateLimiter } from '#platform/rate-limit/rate-limit.ts';
import { storesEndpoints } from '../stores.contract.ts';
import type { StoresUsecases } from './stores.usecases.ts';

/** Each asks another server, which waits as long as that one likes. */
const reaching = { name: 'stores', limit: 20, windowSeconds: 60 };

export function storesRoutes(binder: Binder, usecases: StoresUsecases, limiter: RateLimiter): void {
  const limit = (accountId: string): Promise<void> =>
    admit(limiter, commonErrors.tooManyRequests, [{ rule: reaching, key: accountId }]);
  bindEndpoints(binder, storesEndpoints, {
    list: async ({ scope }) => ({ stores: await usecases.list(scope) }),
    async create({ scope, body }) {
      await limit(scope.accountId);
      return usecases.create(scope, body);
    },
    async check({ scope, params }) {
      await limit(scope.accountId);
      return usecases.check(scope, params.id);
    },
    async remove({ scope, params }) {
      await usecases.remove(scope, params.id);
      return {};
    },
  });
}

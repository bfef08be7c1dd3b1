import { commonErrors } from '#shared/errors.ts';
import { bindEndpoints, type Binder } from '#platform/http/bind.ts';
import { admit, type RateLimiter } from '#platform/rate-limit/rate-limit.ts';
import { mcpEndpoints } from '../mcp.contract.ts';
import type { McpUsecases } from './mcp.usecases.ts';

/** Each asks another server, which waits as long as that one likes. */
const reaching = { name: 'mcp-connections', limit: 30, windowSeconds: 60 };

export function mcpRoutes(binder: Binder, usecases: McpUsecases, limiter: RateLimiter): void {
  const limit = (accountId: string): Promise<void> =>
    admit(limiter, commonErrors.tooManyRequests, [{ rule: reaching, key: accountId }]);
  bindEndpoints(binder, mcpEndpoints, {
    list: async ({ scope }) => ({ connections: await usecases.list(scope) }),
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
    async signIn({ scope, params }) {
      await limit(scope.accountId);
      return { url: await usecases.signIn(scope, params.id) };
    },
    async finishSignIn({ scope, body }) {
      await limit(scope.accountId);
      return usecases.finishSignIn(scope, body);
    },
  });
}

import { commonErrors } from '#shared/errors.ts';
import type { AccountScope } from '#platform/http/access.ts';
import { bindEndpoints, type Binder } from '#platform/http/bind.ts';
import { admit, type RateLimiter } from '#platform/rate-limit/rate-limit.ts';
import { paymentsConnectionsEndpoints } from '../../payments-connections.contract.ts';
import type { PaymentsSetup } from './setup.usecases.ts';

/** Each try asks Stripe a dozen things, and nobody shall try out keys here. */
const tries = { name: 'payment-setup', limit: 30, windowSeconds: 3_600 };

const { setup, connect, onboard, check, disconnect } = paymentsConnectionsEndpoints;

export function paymentsSetupRoutes(binder: Binder, usecases: PaymentsSetup, limiter: RateLimiter): void {
  async function limit(scope: AccountScope): Promise<void> {
    await admit(limiter, commonErrors.tooManyRequests, [{ rule: tries, key: scope.accountId }]);
  }
  bindEndpoints(
    binder,
    { setup, connect, onboard, check, disconnect },
    {
      setup: ({ scope }) => usecases.setup(scope),
      async connect({ scope, params, body }) {
        await limit(scope);
        return usecases.connect(scope, params.mode, body.secretKey);
      },
      async onboard({ scope, params }) {
        await limit(scope);
        return usecases.onboard(scope, params.mode);
      },
      async check({ scope, params }) {
        await limit(scope);
        return usecases.check(scope, params.mode);
      },
      disconnect: ({ scope, params }) => usecases.disconnect(scope, params.mode),
    },
  );
}

import { bindEndpoints, type Binder } from '#platform/http/bind.ts';
import { rawBody } from '#platform/http/raw-body.ts';
import { commonErrors } from '#shared/errors.ts';
import { admit, type RateLimiter } from '#platform/rate-limit/rate-limit.ts';
import { billingEndpoints } from '../billing.contract.ts';
import type { BillingUsecases } from './billing.usecases.ts';

/** Each of these asks the payment provider. */
const askRule = { name: 'billing-ask', limit: 120, windowSeconds: 60 };

export function billingRoutes(binder: Binder, usecases: BillingUsecases, limiter: RateLimiter): void {
  async function limit(accountId: string): Promise<void> {
    await admit(limiter, commonErrors.tooManyRequests, [{ rule: askRule, key: accountId }]);
  }
  async function sale(accountId: string) {
    const found = usecases.required();
    await limit(accountId);
    return found;
  }

  bindEndpoints(binder, billingEndpoints, {
    billing: ({ scope }) => usecases.billing(scope),
    checkout: async ({ scope, body, user }) =>
      (await sale(scope.accountId)).checkouts.begin(scope, body, user.language),
    async returned({ scope, params }) {
      await limit(scope.accountId);
      return usecases.returned(scope, params.id);
    },
    previewChange: async ({ scope, body, user }) =>
      (await sale(scope.accountId)).plan.preview(scope, body, user.language),
    change: async ({ scope, body, user }) =>
      (await sale(scope.accountId)).plan.change(scope, body, user.language),
    withdrawChange: async ({ scope }) => (await sale(scope.accountId)).plan.withdrawChange(scope),
    cancel: async ({ scope }) => (await sale(scope.accountId)).plan.cancel(scope),
    resume: async ({ scope }) => (await sale(scope.accountId)).plan.resume(scope),
    portal: async ({ scope }) => (await sale(scope.accountId)).plan.portal(scope),
    invoices: ({ scope }) => usecases.invoices(scope),
    async events({ request }) {
      const headers = Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [
          name,
          Array.isArray(value) ? value[0] : value,
        ]),
      );
      await usecases.required().events.receive(rawBody(request), headers);
      return {};
    },
  });
}

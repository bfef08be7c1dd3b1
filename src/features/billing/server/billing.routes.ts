import { bindEndpoints, type Binder } from '#platform/http/bind.ts';
import type { AccountScope } from '#platform/http/access.ts';
import { rawBody } from '#platform/http/raw-body.ts';
import { AppError, commonErrors } from '#shared/errors.ts';
import { admit, type RateLimiter } from '#platform/rate-limit/rate-limit.ts';
import { billingEndpoints, billingErrors } from '../billing.contract.ts';
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

  async function ending(scope: AccountScope) {
    const found = await usecases.requiredToEnd(scope);
    await limit(scope.accountId);
    return found;
  }

  bindEndpoints(binder, billingEndpoints, {
    billing: ({ scope }) => usecases.billing(scope),
    checkout: async ({ scope, body, user, origin }) =>
      (await sale(scope.accountId)).checkouts.begin(scope, { ...body, origin }, user.language),
    async returned({ scope, params }) {
      await limit(scope.accountId);
      return usecases.returned(scope, params.id);
    },
    previewChange: async ({ scope, body, user }) =>
      (await sale(scope.accountId)).plan.preview(scope, body, user.language),
    change: async ({ scope, body, user }) =>
      (await sale(scope.accountId)).plan.change(scope, body, user.language),
    withdrawChange: async ({ scope }) => (await sale(scope.accountId)).plan.withdrawChange(scope),
    async cancel({ scope }) {
      await (await ending(scope)).plan.cancel(scope);
      return usecases.billing(scope);
    },
    resume: async ({ scope }) => (await sale(scope.accountId)).plan.resume(scope),
    portal: async ({ scope, origin }) => (await ending(scope)).plan.portal(scope, origin),
    invoices: ({ scope }) => usecases.invoices(scope),
    async events({ request }) {
      const headers = Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [
          name,
          Array.isArray(value) ? value[0] : value,
        ]),
      );
      const listening = await usecases.listening();
      if (!listening) throw new AppError(billingErrors.free);
      await listening.receive(rawBody(request), headers);
      return {};
    },
  });
}

import { bindEndpoints, type Binder } from '#platform/http/bind.ts';
import { superadminOf } from '#features/audit/server/audit-superadmin.usecases.ts';
import { superadminAccountsEndpoints } from '../superadmin-accounts.contract.ts';
import { superadminHealthEndpoints } from '../superadmin-health.contract.ts';
import { superadminEndpoints } from '../superadmin.contract.ts';
import type { SuperadminAccounts } from './accounts/accounts.usecases.ts';
import type { createOverview } from './overview/overview.usecases.ts';
import type { createJobFailures } from './health/job-failures.usecases.ts';
import type { createHealth } from './health/health.usecases.ts';
import type { SuperadminUsers } from './users/users.usecases.ts';

export function superadminRoutes(
  binder: Binder,
  usecases: {
    overview: ReturnType<typeof createOverview>;
    accounts: SuperadminAccounts;
    users: SuperadminUsers;
    health: ReturnType<typeof createHealth>;
    jobFailures: ReturnType<typeof createJobFailures>;
  },
): void {
  const { overview, accounts, users, health, jobFailures } = usecases;
  bindEndpoints(binder, superadminHealthEndpoints, {
    health: () => health.read(),
    jobFailures: async () => ({ failures: await jobFailures.list() }),
    async retryJob(call) {
      await jobFailures.retry(superadminOf(call), call.params.id);
      return {};
    },
  });
  bindEndpoints(binder, superadminEndpoints, {
    overview: () => overview.read(),
  });
  bindEndpoints(binder, superadminAccountsEndpoints, {
    accounts: ({ query }) => accounts.list(query),
    account: ({ params }) => accounts.details(params.id),
    givePlan: (call) => accounts.givePlan(superadminOf(call), call.params.id, call.body),
    extendTrial: (call) => accounts.extendTrial(superadminOf(call), call.params.id, call.body.days),
    suspend: (call) => accounts.suspend(superadminOf(call), call.params.id, call.body.reason),
    restore: (call) => accounts.restore(superadminOf(call), call.params.id),
    users: ({ query }) => users.list(query),
    changeUser: (call) => users.change(superadminOf(call), call.params.id, call.body),
  });
}

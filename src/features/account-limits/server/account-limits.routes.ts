import { bindEndpoints, type Binder } from '#platform/http/bind.ts';
import { superadminOf } from '#features/audit/server/audit-superadmin.usecases.ts';
import { accountLimitsEndpoints } from '../account-limits.contract.ts';
import type { AccountLimits } from './account-limits.usecases.ts';

export function accountLimitsRoutes(binder: Binder, usecases: AccountLimits): void {
  bindEndpoints(binder, accountLimitsEndpoints, {
    own: ({ scope }) => usecases.own(scope),
    defaults: () => usecases.readDefaults(),
    changeDefaults: (call) => usecases.changeDefaults(superadminOf(call), call.body),
    read: ({ params }) => usecases.read(params.id),
    change: (call) => usecases.change(superadminOf(call), call.params.id, call.body),
  });
}

import { bindEndpoints, type Binder } from '#platform/http/bind.ts';
import { superadminOf } from '#features/audit/server/audit-superadmin.usecases.ts';
import { featureFlagsEndpoints } from '../feature-flags.contract.ts';
import type { FeatureFlagsUsecases } from './feature-flags.usecases.ts';

export function featureFlagsRoutes(binder: Binder, usecases: FeatureFlagsUsecases): void {
  bindEndpoints(binder, featureFlagsEndpoints, {
    own: ({ user }) => usecases.own(user.accountId),
    list: () => usecases.list(),
    change: (call) => usecases.change(superadminOf(call), call.body),
    ofAccount: ({ params }) => usecases.ofAccount(params.id),
    changeAccount: (call) => usecases.changeAccount(superadminOf(call), call.params.id, call.body),
  });
}

import { bindEndpoints, type Binder } from '#platform/http/bind.ts';
import { superadminOf } from '#features/audit/server/audit-superadmin.usecases.ts';
import { operatorSettingsEndpoints } from '../operator-settings.contract.ts';
import type { OperatorSettingsUsecases } from './operator-settings.usecases.ts';

export function operatorSettingsRoutes(binder: Binder, usecases: OperatorSettingsUsecases): void {
  bindEndpoints(binder, operatorSettingsEndpoints, {
    read: async () => usecases.view(),
    environment: async () => usecases.environment(),
    models: async () => usecases.models(),
    change: (call) => usecases.change(superadminOf(call), call.body),
    tryMail: (call) => usecases.tryMail(superadminOf(call)),
  });
}

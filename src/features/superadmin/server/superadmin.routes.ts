import { bindEndpoints, type Binder } from '#platform/http/bind.ts';
import { superadminEndpoints } from '../superadmin.contract.ts';
import type { createOverview } from './overview/overview.usecases.ts';

export function superadminRoutes(
  binder: Binder,
  usecases: { overview: ReturnType<typeof createOverview> },
): void {
  bindEndpoints(binder, superadminEndpoints, {
    overview: () => usecases.overview.read(),
  });
}

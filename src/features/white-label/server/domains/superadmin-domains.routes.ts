import { bindEndpoints, type Binder } from '#platform/http/bind.ts';
import { superadminOf } from '#features/audit/server/audit-superadmin.usecases.ts';
import { whiteLabelSuperadminEndpoints } from '../../white-label-superadmin.contract.ts';
import type { SuperadminDomains } from './superadmin-domains.usecases.ts';

export function superadminDomainsRoutes(binder: Binder, usecases: SuperadminDomains): void {
  bindEndpoints(binder, whiteLabelSuperadminEndpoints, {
    list: async ({ query }) => ({ domains: await usecases.list(query.search) }),
    check: async (call) => ({ domains: await usecases.check(superadminOf(call), call.params.host) }),
    switchOff: async (call) => ({
      domains: await usecases.switchOff(superadminOf(call), call.params.host, call.body.reason),
    }),
    release: async (call) => ({ domains: await usecases.release(superadminOf(call), call.params.host) }),
  });
}

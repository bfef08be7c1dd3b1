import { bindEndpoints, type Binder } from '#platform/http/bind.ts';
import { superadminOf } from '#features/audit/server/audit-superadmin.usecases.ts';
import { webhooksSuperadminEndpoints } from '../webhooks-superadmin.contract.ts';
import type { SuperadminWebhooks } from './webhooks-superadmin.usecases.ts';

export function superadminWebhooksRoutes(binder: Binder, usecases: SuperadminWebhooks): void {
  bindEndpoints(binder, webhooksSuperadminEndpoints, {
    failures: async () => ({ webhooks: await usecases.failures() }),
    replay: async (call) => ({ count: await usecases.replay(superadminOf(call), call.params.id) }),
  });
}

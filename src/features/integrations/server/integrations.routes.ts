import { bindEndpoints, type Binder } from '#platform/http/bind.ts';
import { integrationsEndpoints } from '../integrations.contract.ts';
import type { IntegrationsUsecases } from './integrations.usecases.ts';

export function integrationsRoutes(binder: Binder, usecases: IntegrationsUsecases): void {
  bindEndpoints(binder, integrationsEndpoints, {
    list: ({ scope }) => usecases.list(scope),
    speech: async ({ scope }) => ({ vendors: await usecases.speechVendors(scope) }),
    connect: ({ scope, params, body }) => usecases.connect(scope, params.provider, body),
    async disconnect({ scope, params }) {
      await usecases.disconnect(scope, params.provider);
      return {};
    },
  });
}

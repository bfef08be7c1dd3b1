import { bindEndpoints, type Binder } from '#platform/http/bind.ts';
import { apiKeysEndpoints } from '../api-keys.contract.ts';
import type { ApiKeysUsecases } from './api-keys.usecases.ts';

export function apiKeysRoutes(binder: Binder, usecases: ApiKeysUsecases): void {
  bindEndpoints(binder, apiKeysEndpoints, {
    list: async ({ scope, params }) => ({ keys: await usecases.list(scope, params.id) }),
    create: ({ scope, params, body }) => usecases.create(scope, params.id, body),
    async revoke({ scope, params }) {
      await usecases.revoke(scope, params.id, params.key);
      return {};
    },
  });
}

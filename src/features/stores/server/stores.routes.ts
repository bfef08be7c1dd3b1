import { bindEndpoints, type Binder } from '#platform/http/bind.ts';
import { storesEndpoints } from '../stores.contract.ts';
import type { StoresUsecases } from './stores.usecases.ts';

export function storesRoutes(binder: Binder, usecases: StoresUsecases): void {
  bindEndpoints(binder, storesEndpoints, {
    list: async ({ scope }) => ({ stores: await usecases.list(scope) }),
  });
}

import { bindEndpoints, type Binder } from '#platform/http/bind.ts';
import { callsEndpoints } from '../calls.contract.ts';
import type { Calls } from './calls.usecases.ts';

export function callsRoutes(binder: Binder, usecases: Pick<Calls, 'list'>): void {
  bindEndpoints(binder, callsEndpoints, { list: ({ scope, query }) => usecases.list(scope, query) });
}

import { bindEndpoints, type Binder } from '#platform/http/bind.ts';
import { comparingEndpoints } from '../../conversations-comparing.contract.ts';
import type { Comparing } from './comparing.usecases.ts';

export function comparingRoutes(binder: Binder, usecases: Comparing): void {
  bindEndpoints(binder, comparingEndpoints, {
    compareAnswers: ({ scope, params, body }) => usecases.compareAnswers(scope, params.id, body),
  });
}

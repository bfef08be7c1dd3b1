import { bindEndpoints, type Binder } from '#platform/http/bind.ts';
import { analyticsThresholdsEndpoints } from '../../analytics-thresholds.contract.ts';
import type { Thresholds } from './thresholds.usecases.ts';

export function thresholdsRoutes(binder: Binder, usecases: Thresholds): void {
  bindEndpoints(binder, analyticsThresholdsEndpoints, {
    list: async ({ scope }) => ({ thresholds: await usecases.list(scope) }),
    create: ({ scope, body }) => usecases.create(scope, body),
    async remove({ scope, params }) {
      await usecases.remove(scope, params.id);
      return {};
    },
  });
}

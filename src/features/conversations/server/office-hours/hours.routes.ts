import { bindEndpoints, type Binder } from '#platform/http/bind.ts';
import { hoursEndpoints } from '../../conversations-hours.contract.ts';
import type { OfficeHoursUsecases } from './hours.usecases.ts';

export function hoursRoutes(binder: Binder, usecases: OfficeHoursUsecases): void {
  bindEndpoints(binder, hoursEndpoints, {
    hours: ({ scope }) => usecases.get(scope),
    setHours: ({ scope, body }) => usecases.set(scope, body),
  });
}

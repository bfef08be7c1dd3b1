import { bindEndpoints, type Binder } from '#platform/http/bind.ts';
import { superadminOf } from '#features/audit/server/audit-superadmin.usecases.ts';
import { testimonialsEndpoints } from '../testimonials.contract.ts';
import type { Testimonials } from './testimonials.usecases.ts';

export function testimonialsRoutes(binder: Binder, usecases: Testimonials): void {
  bindEndpoints(binder, testimonialsEndpoints, {
    list: () => usecases.list(),
    add: (call) => usecases.add(superadminOf(call), call.body),
    change: (call) => usecases.change(superadminOf(call), call.params.id, call.body),
    move: (call) => usecases.move(superadminOf(call), call.params.id, call.body.to),
    remove: (call) => usecases.remove(superadminOf(call), call.params.id),
  });
}

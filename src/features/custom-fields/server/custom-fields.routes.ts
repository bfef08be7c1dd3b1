import { bindEndpoints, type Binder } from '#platform/http/bind.ts';
import { customFieldsEndpoints } from '../custom-fields.contract.ts';
import type { CustomFieldsUsecases } from './custom-fields.usecases.ts';

export function customFieldsRoutes(binder: Binder, usecases: CustomFieldsUsecases): void {
  bindEndpoints(binder, customFieldsEndpoints, {
    list: ({ scope }) => usecases.list(scope),
    create: ({ scope, body }) => usecases.create(scope, body),
    change: ({ scope, params, body }) => usecases.change(scope, params.id, body),
    order: ({ scope, body }) => usecases.order(scope, body),
  });
}

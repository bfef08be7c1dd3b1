import { bindEndpoints, type Binder } from '#platform/http/bind.ts';
import { contactsEndpoints } from '../contacts.contract.ts';
import type { ContactsUsecases } from './contacts.usecases.ts';

export function contactsRoutes(binder: Binder, usecases: ContactsUsecases): void {
  bindEndpoints(binder, contactsEndpoints, {
    list: ({ scope, query }) => usecases.list(scope, query),
    get: ({ scope, params }) => usecases.get(scope, params.id),
  });
}

import { bindEndpoints, type Binder } from '#platform/http/bind.ts';
import { auditEndpoints } from '../audit.contract.ts';
import type { AuditUsecases } from './audit.usecases.ts';

export function auditRoutes(binder: Binder, usecases: AuditUsecases): void {
  bindEndpoints(binder, auditEndpoints, {
    list: ({ scope, query }) => usecases.list(scope, query),
    ofSuperadmins: ({ query }) => usecases.ofSuperadmins(query.cursor),
  });
}

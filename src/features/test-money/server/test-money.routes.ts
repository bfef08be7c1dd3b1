import { bindEndpoints, type Binder } from '#platform/http/bind.ts';
import { testMoneyEndpoints } from '../test-money.contract.ts';
import type { TestMoneyOwners } from './test-money-owners.usecases.ts';

export function testMoneyRoutes(binder: Binder, owners: TestMoneyOwners): void {
  bindEndpoints(binder, testMoneyEndpoints, {
    read: ({ scope, params }) => owners.read(scope, params.id),
    renew: ({ scope, params, body }) => owners.renew(scope, params.id, body.outcome),
    dispute: ({ scope, params, body }) => owners.dispute(scope, params.id, body.state, body.payment),
  });
}

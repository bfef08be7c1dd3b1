import { bindEndpoints, type Binder } from '#platform/http/bind.ts';
import { accountsEndpoints } from '../accounts.contract.ts';
import type { AccountsUsecases } from './accounts.usecases.ts';

export function accountsRoutes(binder: Binder, usecases: AccountsUsecases): void {
  bindEndpoints(binder, accountsEndpoints, {
    subscriptionStatus: ({ scope }) => usecases.subscriptionStatus(scope.accountId),
    updateProfile: ({ user, body }) => usecases.updateProfile(user, body),
  });
}

import { bindEndpoints, type Binder } from '#platform/http/bind.ts';
import { accountsEndpoints } from '../accounts.contract.ts';
import type { AccountNames } from './accounts-name.usecases.ts';
import type { AccountsUsecases } from './accounts.usecases.ts';

export function accountsRoutes(binder: Binder, usecases: AccountsUsecases, names: AccountNames): void {
  bindEndpoints(binder, accountsEndpoints, {
    accountName: ({ scope }) => names.get(scope),
    setAccountName: ({ scope, body }) => names.set(scope, body),
    subscriptionStatus: ({ scope }) => usecases.subscriptionStatus(scope.accountId),
    updateProfile: ({ user, body }) => usecases.updateProfile(user, body),
  });
}

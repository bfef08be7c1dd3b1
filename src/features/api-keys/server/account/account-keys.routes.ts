import { bindEndpoints, type Binder } from '#platform/http/bind.ts';
import { accountKeysEndpoints } from '../../api-keys-account.contract.ts';
import type { AccountKeys } from './account-keys.usecases.ts';

export function accountKeysRoutes(binder: Binder, usecases: AccountKeys): void {
  bindEndpoints(binder, accountKeysEndpoints, {
    listAccountKeys: async ({ scope }) => ({ keys: await usecases.list(scope) }),
    createAccountKey: ({ scope, body }) => usecases.create(scope, body),
    async revokeAccountKey({ scope, params }) {
      await usecases.revoke(scope, params.key);
      return {};
    },
  });
}

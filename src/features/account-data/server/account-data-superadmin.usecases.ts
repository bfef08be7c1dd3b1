import { AppError } from '#shared/errors.ts';
import type { Transaction } from '#platform/database/database.ts';
import type { AccountScope } from '#platform/http/access.ts';
import {
  isLastSuperadmin,
  setSuperadmin,
  worksElsewhere,
} from '#features/accounts/server/accounts-superadmin.usecases.ts';
import { writeAudit } from '#features/audit/server/audit.usecases.ts';
import { accountDataErrors } from '../account-data.contract.ts';

/**
 * Refuses the last superadmin, who would go with their account, before anything has happened.
 * @throws `account-data.last_superadmin`
 */
export async function refuseLastSuperadmin(
  tx: Transaction,
  scope: AccountScope,
  owner: { isSuperadmin: boolean },
): Promise<void> {
  if (!owner.isSuperadmin || (await worksElsewhere(tx, scope))) return;
  if (await isLastSuperadmin(tx, scope.userId)) throw new AppError(accountDataErrors.lastSuperadmin);
}

/**
 * Takes the role from a superadmin in the transaction that takes their account away: if that fails, they keep
 * both. Asked once more here, because another one may have gone meanwhile.
 * @throws `account-data.last_superadmin`
 */
export async function takeRole(tx: Transaction, scope: AccountScope): Promise<void> {
  if (!(await setSuperadmin(tx, scope.userId, false))) throw new AppError(accountDataErrors.lastSuperadmin);
  await writeAudit(tx, scope, 'operator.superadmin_removed', { id: scope.userId, name: scope.userName });
}

import { AppError } from '#shared/errors.ts';
import type { Database } from '#platform/database/database.ts';
import type { AccountScope } from '#platform/http/access.ts';
import { setSuperadmin } from '#features/accounts/server/accounts-superadmin.usecases.ts';
import { writeAudit } from '#features/audit/server/audit.usecases.ts';
import { accountDataErrors } from '../account-data.contract.ts';

/**
 * Runs what may still be refused before an account goes with its owner, who is superadmin. They are none any more from the first
 * moment on, so that two who go at once don't leave the server to nobody; where it is refused, they are again.
 *
 * @throws `account-data.last_superadmin`
 */
export async function withoutSuperadmin(
  database: Database,
  scope: AccountScope,
  work: () => Promise<void>,
): Promise<void> {
  const about = { id: scope.userId, name: scope.userName };
  await database.system(async (tx) => {
    if (!(await setSuperadmin(tx, scope.userId, false))) throw new AppError(accountDataErrors.lastSuperadmin);
    await writeAudit(tx, scope, 'operator.superadmin_removed', about);
  });
  try {
    await work();
  } catch (error) {
    await database.system(async (tx) => {
      await setSuperadmin(tx, scope.userId, true);
      await writeAudit(tx, scope, 'operator.superadmin_made', about);
    });
    throw error;
  }
}

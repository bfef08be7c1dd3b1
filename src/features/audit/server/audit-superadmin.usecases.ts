import type { Database, Transaction } from '#platform/database/database.ts';
import { findSuperadminAccount } from '#features/accounts/server/accounts-superadmin.usecases.ts';
import { findUserById } from '#features/accounts/server/accounts.usecases.ts';
import { auditRepository } from './audit.repository.ts';
import type { AuditActor } from './audit.usecases.ts';

/** The superadmin who acts, and from where. */
export type Superadmin = {
  userId: string;
  accountId: string;
  address: string;
};

/** Out of a call that only superadmins make. */
export const superadminOf = ({
  user,
  address,
}: {
  user: { userId: string; accountId: string };
  address: string;
}): Superadmin => ({ userId: user.userId, accountId: user.accountId, address });

/**
 * A superadmin as a line in somebody else's account names them: neither how to write to them nor where they sit is
 * its affair. `name` is given for whoever works as one of its people; which superadmin looked after the account
 * stands in their own log.
 */
export const superadminIn = (accountId: string, name = 'Superadmin'): AuditActor => ({
  accountId,
  userId: null,
  userName: name,
  address: null,
});

/** The superadmin as a line of the log names them; it stands in the account that they work in. */
export async function superadminActor(database: Database, superadmin: Superadmin): Promise<AuditActor> {
  const user = await findUserById(database, superadmin.userId);
  return { ...superadmin, userName: user?.name ?? '' };
}

/**
 * Runs what takes an account away, in the caller's transaction. What superadmins did while they worked in it is about
 * the whole server and not the account's: it goes on in the account of another one.
 */
export async function keepLinesOfSuperadmins(
  tx: Transaction,
  accountId: string,
  takeAway: () => Promise<void>,
): Promise<void> {
  const rows = await auditRepository(tx).linesOfSuperadmins(accountId);
  const next = rows.length > 0 ? await findSuperadminAccount(tx, accountId) : null;
  await takeAway();
  if (next) await auditRepository(tx).insertAll(rows.map((row) => ({ ...row, accountId: next })));
}

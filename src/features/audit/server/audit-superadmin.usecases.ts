import type { Database } from '#platform/database/database.ts';
import { findUserById } from '#features/accounts/server/accounts.usecases.ts';
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

import type { Database } from '#platform/database/database.ts';
import { roleGrants } from '#features/accounts/accounts.contract.ts';
import { findWorkingMember, narrowedTo } from '#features/accounts/server/accounts.usecases.ts';

type Work = {
  accountId: string;
  createdBy: string;
};

/**
 * What whoever began work on many contacts reaches now, when it goes on without them; `agentIds` null is all
 * agents. 'gone' for who may not go on: they left, were suspended, are held by the account's review, or lost
 * the permission that it needs.
 */
export async function reachOfMaker(
  database: Database,
  { accountId, createdBy }: Work,
  permission: 'contacts.edit' | 'contacts.erase',
): Promise<{ agentIds: readonly string[] | null } | 'gone'> {
  const member = await findWorkingMember(database, accountId, createdBy);
  if (!member || !roleGrants(member.role, permission)) return 'gone';
  return { agentIds: narrowedTo(member)?.agentIds ?? null };
}

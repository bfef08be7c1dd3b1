import type { Database, Transaction } from '#platform/database/database.ts';
import type { ClientOfAgency } from '../accounts-clients.contract.ts';
import { accountsClientsRepository, type ClientRow } from './accounts-clients.repository.ts';
import { roleGrants, roles, type Role } from '../accounts.contract.ts';
import { accountsRepository, type MembershipRow } from './accounts.repository.ts';
import type { AccountRow, ClientFacts } from './accounts.table.ts';

/** The agency of an account as the account's people see it. */
export const presentClient = (client: ClientFacts, isVisit: boolean): ClientOfAgency => ({
  agencyName: client.agencyName,
  isVisit,
  pausedReason: client.pausedAt === null ? null : client.pausedReason,
  featuresOff: client.featuresOff,
});

/** As what people of an agency work in the account of a client: they make everything, and own nothing. */
const visitingRole = 'admin' satisfies Role;
const visitingRoles = roles.filter((role) => roleGrants(role, 'clients.manage'));

const visitingMembership = (account: AccountRow, userId: string): MembershipRow => ({
  accountId: account.id,
  userId,
  role: visitingRole,
  agentIds: null,
  createdAt: account.createdAt,
  suspendedAt: null,
  lastActiveAt: null,
});

/** Somebody in an account of their agency's, which they have no part in; null where they have no right to. */
export async function findVisit(
  database: Database,
  userId: string,
  accountId: string,
): Promise<{ membership: MembershipRow; account: AccountRow } | null> {
  const account = await accountsRepository(database.direct).visited(userId, accountId, visitingRoles);
  return account && { membership: visitingMembership(account, userId), account };
}

/** Somebody in the account of a client by the right of their agency, as a member; null where they have none. */
export async function findVisitor(
  tx: Transaction,
  userId: string,
  accountId: string,
): Promise<MembershipRow | null> {
  const account = await accountsRepository(tx).visited(userId, accountId, visitingRoles);
  return account && visitingMembership(account, userId);
}

/** Makes an account the client of an agency, in the caller's transaction over the wall. */
export const addClient = (tx: Transaction, row: ClientRow): Promise<void> =>
  accountsClientsRepository(tx).insert(row);

/** Changes what an agency says of its client, in the caller's transaction over the wall. */
export const changeClient = (tx: Transaction, id: string, changes: Partial<ClientRow>): Promise<void> =>
  accountsClientsRepository(tx).change(id, changes);

/** Lets an account stand alone, in the caller's transaction over the wall. */
export const removeClientLine = (tx: Transaction, id: string): Promise<void> =>
  accountsClientsRepository(tx).remove(id);

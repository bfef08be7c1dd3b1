import { AppError, commonErrors } from '#shared/errors.ts';
import { newId } from '#shared/ids.ts';
import type { Language } from '#shared/languages.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database, Transaction } from '#platform/database/database.ts';
import { permissions, roleGrants, type Permission, type Role, type User } from '../accounts.contract.ts';
import type { PlanStatuses } from './accounts-plan-status.usecases.ts';
import { findVisit, presentClient } from './accounts-clients.usecases.ts';
import { accountsRepository, type MembershipRow, type UserRow } from './accounts.repository.ts';
import type { AccountRow, StoredAccount } from './accounts.table.ts';

/** The person and the account they work in. */
export type Member = {
  user: UserRow;
  membership: MembershipRow;
  account: AccountRow;
  /** They belong to the account's agency, and have come in by its right. */
  isVisit?: true;
};

/** What is known of somebody who registers. */
export type NewPerson = Pick<
  UserRow,
  | 'email'
  | 'emailKey'
  | 'username'
  | 'name'
  | 'firstName'
  | 'lastName'
  | 'passwordHash'
  | 'language'
  | 'timezone'
  | 'createdAt'
>;

/** Makes an account with its trial and its owner, in the caller's transaction. */
export async function createAccount(
  tx: Transaction,
  input: { user: NewPerson; accountName: string; trialDays: number; now: Date },
): Promise<Member> {
  return openAccount(tx, await createPerson(tx, input.user), input);
}

/** Makes a person who belongs to no account yet, in the caller's transaction. */
export async function createPerson(tx: Transaction, given: NewPerson): Promise<UserRow> {
  const user: UserRow = {
    ...given,
    emailProvenAt: null,
    profileImageUrl: null,
    isSuperadmin: false,
    hidePassiveVisitors: false,
    hideLocationData: false,
    disabledAt: null,
    newsSeenAt: null,
    id: newId('usr'),
  };
  await accountsRepository(tx).insertUser(user);
  return user;
}

/** An account as it begins: with a trial of some days, unless others say what it may do, and nobody who belongs to it. */
export const newAccountRow = (id: string, name: string, now: Date, trialDays = 0): StoredAccount => ({
  id,
  name,
  createdAt: now,
  subscriptionStatus: 'trialing',
  hasPaid: false,
  trialEnd: new Date(now.getTime() + trialDays * 86_400_000),
  isSystem: false,
  plan: null,
  incompleteSince: null,
  activeUntil: null,
  reviewSince: null,
  namedAt: null,
  replyEmail: null,
  suspendedAt: null,
  suspendedReason: '',
  givenPlan: null,
  givenUntil: null,
});

/** Makes an account with its trial for a person who is there already, in the caller's transaction. */
export async function openAccount(
  tx: Transaction,
  user: UserRow,
  input: { accountName: string; trialDays: number; now: Date },
): Promise<Member> {
  const row = newAccountRow(newId('acc'), input.accountName, input.now, input.trialDays);
  await accountsRepository(tx).insertAccount(row, { userId: user.id });
  return {
    user,
    membership: {
      accountId: row.id,
      userId: user.id,
      role: 'owner',
      agentIds: null,
      createdAt: input.now,
      suspendedAt: null,
      lastActiveAt: input.now,
    },
    account: { ...row, isOperators: user.isSuperadmin, isSample: false, client: null },
  };
}

/**
 * Makes an account of the instance itself, once: it owns what the product shows, and nobody is a member of
 * it.
 */
export async function ensureSystemAccount(
  database: Database,
  input: { id: string; name: string; now: Date },
): Promise<void> {
  await accountsRepository(database.direct).insertSystemAccount({
    ...newAccountRow(input.id, input.name, input.now),
    subscriptionStatus: 'active',
    hasPaid: true,
    trialEnd: input.now,
    isSystem: true,
  });
}

/** The signed-in person as the browser sees them, with what they may do. */
export function presentUser(
  { user, membership, account, isVisit }: Pick<Member, 'user' | 'membership' | 'account' | 'isVisit'>,
  impersonation: User['impersonation'] = null,
): User {
  const can = Object.fromEntries(
    permissions.map((permission) => [permission, roleGrants(membership.role, permission)]),
  ) as Record<Permission, boolean>;
  const {
    id,
    email,
    username,
    name,
    firstName,
    lastName,
    profileImageUrl,
    language,
    isSuperadmin,
    hidePassiveVisitors,
    hideLocationData,
  } = user;
  return {
    id,
    email,
    username,
    name,
    firstName,
    lastName,
    profileImageUrl,
    language,
    isSuperadmin,
    hidePassiveVisitors,
    hideLocationData,
    accountId: membership.accountId,
    role: membership.role,
    can,
    impersonation,
    client: account.client && presentClient(account.client, isVisit === true),
  };
}

/** Look-ups of people for the identity feature, which is the only other one that handles passwords. */
export function findUserByEmail(database: Database, emailKey: string): Promise<UserRow | null> {
  return accountsRepository(database.direct).userByEmailKey(emailKey);
}

export function findUserById(database: Database, id: string): Promise<UserRow | null> {
  return accountsRepository(database.direct).userById(id);
}

/**
 * Names of people by id, told apart from colleagues of the same name by their address. People lie outside every
 * account's wall, so nothing else comes out here.
 */
export async function findUserNames(
  database: Database,
  ids: readonly string[],
): Promise<Map<string, string>> {
  return new Map(
    (await accountsRepository(database.direct).names([...new Set(ids)])).map((row) => [row.id, row.name]),
  );
}

/** Addresses of people by id, to tell those of one name apart: for whoever manages them. */
export async function findUserEmails(
  database: Database,
  ids: readonly string[],
): Promise<Map<string, string>> {
  return new Map(
    (await accountsRepository(database.direct).emails([...new Set(ids)])).map(({ id, email }) => [id, email]),
  );
}

/** Where an account's owners are written to, in their languages. */
export async function findOwners(
  database: Database,
  accountId: string,
): Promise<{ email: string; language: Language; timezone: string | null }[]> {
  return (await accountsRepository(database.direct).owners(accountId)).map(
    ({ email, language, timezone }) => ({ email, language, timezone }),
  );
}

/** What an account is called; null when it is gone. */
export async function findAccountName(database: Database, accountId: string): Promise<string | null> {
  return (await accountsRepository(database.direct).account(accountId))?.name ?? null;
}

/** Who belongs to the account, and the agents that each of them reaches; null: all of them. */
export function findMembers(tx: Transaction, accountId: string): Promise<MembershipRow[]> {
  return accountsRepository(tx).members(accountId);
}

/**
 * Members who may sign in and work in the account now. Reads people, so it needs a transaction over the wall
 * between accounts.
 */
export function findWorkingMembers(tx: Transaction, accountId: string): Promise<MembershipRow[]> {
  return accountsRepository(tx).workingMembers(accountId);
}

/** A member who may sign in and work in the account now, for what goes on without them; else null. */
export async function findWorkingMember(
  database: Database,
  accountId: string,
  userId: string,
): Promise<MembershipRow | null> {
  const working = await database.system((tx) => findWorkingMembers(tx, accountId));
  return working.find((member) => member.userId === userId) ?? null;
}

/** Whether a member may sign in and work in the account now. */
export async function mayWork(database: Database, accountId: string, userId: string): Promise<boolean> {
  return (await findWorkingMember(database, accountId, userId)) !== null;
}

/** Names and addresses of people who work in one account together. */
export async function findPeople(
  database: Database,
  ids: readonly string[],
): Promise<Map<string, { name: string; email: string }>> {
  return new Map(
    (await accountsRepository(database.direct).people(ids)).map(({ id, name, email }) => [
      id,
      { name, email },
    ]),
  );
}

/** Makes a person a member, in the caller's transaction. */
export function addMember(
  tx: Transaction,
  row: Pick<MembershipRow, 'accountId' | 'userId' | 'role' | 'agentIds' | 'createdAt'>,
): Promise<void> {
  // Whoever joins is there: the list of the team doesn't call them idle until their session is renewed.
  return accountsRepository(tx).insertMembership({ ...row, lastActiveAt: row.createdAt });
}

/** Says which agents a member reaches. */
export function setReach(
  tx: Transaction,
  accountId: string,
  userId: string,
  agentIds: string[],
): Promise<void> {
  return accountsRepository(tx).setAgentIds(accountId, userId, agentIds);
}

/** Whether a member reaches an agent. */
export function reachesAgent(
  { role, agentIds }: Pick<MembershipRow, 'role' | 'agentIds'>,
  agentId: string,
): boolean {
  return agentIds === null || role === 'owner' || role === 'admin' || agentIds.includes(agentId);
}

/** What a member's transactions are narrowed to; undefined for whoever reaches every agent. */
export function narrowedTo({
  role,
  agentIds,
  userId,
}: MembershipRow): { userId: string; agentIds: string[] } | undefined {
  return agentIds === null || role === 'owner' || role === 'admin' ? undefined : { userId, agentIds };
}

export async function setPassword(tx: Transaction, userId: string, passwordHash: string): Promise<void> {
  await accountsRepository(tx).updateUser(userId, { passwordHash });
}

/**
 * Writes down that a person reads the mailbox of their address. True the first time, in the caller's
 * transaction.
 */
export function proveEmail(tx: Transaction, userId: string, now: Date): Promise<boolean> {
  return accountsRepository(tx).proveEmail(userId, now);
}

/** Whether an account waits for its owner to say what of it is theirs. */
export async function isUnderReview(database: Database, accountId: string): Promise<boolean> {
  return Boolean((await accountsRepository(database.direct).account(accountId))?.reviewSince);
}

/**
 * Of the addresses that an account wants told of what happens in it, those that may be: while the account
 * waits for its owner's word, only the owner's own.
 */
export async function addressesToTell(
  database: Database,
  accountId: string,
  addresses: readonly string[],
): Promise<string[]> {
  if (addresses.length === 0 || !(await isUnderReview(database, accountId))) return [...addresses];
  const own = new Set((await findOwners(database, accountId)).map(({ email }) => email.toLowerCase()));
  return addresses.filter((address) => own.has(address.toLowerCase()));
}

export function createAccountsUsecases(services: {
  database: Database;
  clock: Clock;
  planStatuses: Pick<PlanStatuses, 'ofRow'>;
}) {
  return {
    /**
     * The person and the account that they work in: the preferred one, which may be a client of their agency,
     * else the first that they joined. Null when they are disabled, or removed or suspended everywhere.
     */
    async member(userId: string, preferred: string | null): Promise<Member | null> {
      const found = await accountsRepository(services.database.direct).memberOf(userId, preferred);
      // Whoever may visit a client works in its agency, so there is always an account of their own.
      if (!found || preferred === null || found.account.id === preferred) return found;
      const visited = await findVisit(services.database, userId, preferred);
      return visited ? { user: found.user, ...visited, isVisit: true } : found;
    },

    /**
     * The person in an account, or in a client of it that they belong to: who gets in by the address of an
     * agency. Null where they belong to neither.
     */
    async memberWithin(userId: string, accountId: string): Promise<Member | null> {
      const member = await this.member(userId, accountId);
      if (member?.account.id === accountId) return member;
      const client = await accountsRepository(services.database.direct).firstClient(userId, accountId);
      const within = client === null ? null : await this.member(userId, client);
      return within?.account.id === client ? within : null;
    },

    /** Accounts that a person may work in. */
    async workplaces(userId: string): Promise<{ id: string; name: string; role: Role }[]> {
      return (await accountsRepository(services.database.direct).membershipsOf(userId, 100)).map(
        ({ account, membership }) => ({ id: account.id, name: account.name, role: membership.role }),
      );
    },

    /** Whether a person belongs to an account, even one that keeps them out. */
    belongsSomewhere: async (userId: string): Promise<boolean> =>
      (await accountsRepository(services.database.direct).countMemberships(userId)) > 0,

    markActive: (accountId: string, userId: string, now: Date): Promise<void> =>
      accountsRepository(services.database.direct).markActive(accountId, userId, now),

    async subscriptionStatus(accountId: string) {
      const account = await accountsRepository(services.database.direct).account(accountId);
      if (!account) throw new AppError(commonErrors.notFound);
      const { status, since, trialEnd, isActive, hasPaid } = services.planStatuses.ofRow(account);
      return { status, createdAt: since.toISOString(), trialEnd: trialEnd.toISOString(), isActive, hasPaid };
    },

    async updateProfile(
      {
        userId,
        accountId,
        impersonation,
      }: { userId: string; accountId: string; impersonation?: User['impersonation'] | undefined },
      input: { firstName: string; lastName: string; language?: Language | undefined },
    ): Promise<User> {
      const name = `${input.firstName} ${input.lastName}`.trim();
      await accountsRepository(services.database.direct).updateUser(userId, { ...input, name });
      const member = await this.member(userId, accountId);
      if (!member) throw new AppError(commonErrors.notSignedIn);
      return presentUser(member, impersonation);
    },
  };
}

export type AccountsUsecases = ReturnType<typeof createAccountsUsecases>;

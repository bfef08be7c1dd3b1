import type { Language } from '#shared/languages.ts';
import type { Database, Transaction } from '#platform/database/database.ts';
import { publishNotice } from '#platform/realtime/realtime.ts';
import { accountsRepository, type UserRow } from './accounts.repository.ts';
import type { AccountRow } from './accounts.table.ts';

/** What only superadmins write, in the caller's transaction, which looks over the wall between accounts. */
type Changes = Partial<
  Pick<AccountRow, 'suspendedAt' | 'suspendedReason' | 'givenPlan' | 'givenUntil' | 'trialEnd'>
>;

export const changeAccount = (tx: Transaction, accountId: string, changes: Changes): Promise<void> =>
  accountsRepository(tx).change(accountId, changes);

/** Lets an account begin a trial, as one that was opened today. */
export const beginTrial = (tx: Transaction, accountId: string, trialEnd: Date): Promise<void> =>
  accountsRepository(tx).beginTrial(accountId, trialEnd);

/** Keeps a person out, or lets them in again. */
export const setDisabled = (tx: Transaction, userId: string, disabledAt: Date | null): Promise<void> =>
  accountsRepository(tx).updateUser(userId, { disabledAt });

/** The person, held until the transaction ends; null when they are gone. */
export const holdUser = (tx: Transaction, userId: string): Promise<UserRow | null> =>
  accountsRepository(tx).holdUser(userId);

/** Whether a person may work in another account than this one; sample data is none. */
export const worksElsewhere = (
  tx: Transaction,
  { userId, accountId }: { userId: string; accountId: string },
): Promise<boolean> => accountsRepository(tx).worksBeside(userId, accountId);

/** Lets nobody else change who is superadmin until the transaction ends. */
export const holdSuperadmins = (tx: Transaction): Promise<void> => accountsRepository(tx).lockSuperadmins();

/** Whether nobody else is superadmin and may come in. */
export async function isLastSuperadmin(tx: Transaction, userId: string): Promise<boolean> {
  return !(await accountsRepository(tx).superadmins()).some(({ id }) => id !== userId);
}

/**
 * Makes a person superadmin, or takes it from them. False where nobody would be left who is one and may come
 * in: two who take it from each other at once, too.
 */
export async function setSuperadmin(
  tx: Transaction,
  userId: string,
  isSuperadmin: boolean,
): Promise<boolean> {
  const repository = accountsRepository(tx);
  await repository.lockSuperadmins();
  if (!isSuperadmin && (await isLastSuperadmin(tx, userId))) return false;
  await repository.updateUser(userId, { isSuperadmin });
  // Whoever is none any more has nothing open of whom they work as.
  if (!isSuperadmin) await publishNotice(tx, { topic: `user:${userId}`, data: {} });
  return true;
}

/** An account that a superadmin works in, other than this one; null where there is none. */
export const findSuperadminAccount = (tx: Transaction, except: string): Promise<string | null> =>
  accountsRepository(tx).accountOfSuperadmin(except);

/** Where whoever looks after the instance is written to. */
export async function findSuperadmins(database: Database): Promise<{ email: string; language: Language }[]> {
  return (await accountsRepository(database.direct).superadmins()).map(({ email, language }) => ({
    email,
    language,
  }));
}

export async function superadminExists(database: Database): Promise<boolean> {
  return (await accountsRepository(database.direct).superadminCount()) > 0;
}

/** Makes a person superadmin if nobody is; false when somebody already is. Two at once: one wins. */
export async function markSuperadmin(tx: Transaction, userId: string): Promise<boolean> {
  const repository = accountsRepository(tx);
  await repository.lockSuperadmins();
  if ((await repository.superadminCount()) > 0) return false;
  await repository.updateUser(userId, { isSuperadmin: true });
  return true;
}

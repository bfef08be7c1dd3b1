import { AppError, commonErrors } from '#shared/errors.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/database/database.ts';
import type { AccountScope } from '#platform/http/access.ts';
import type { AccountName } from '../accounts.contract.ts';
import { accountsRepository } from './accounts.repository.ts';

/** What an account calls itself to its visitors, and where their replies go; null where it says nothing. */
export async function findSender(
  database: Database,
  accountId: string,
): Promise<{ name: string | null; replyEmail: string | null }> {
  const account = await accountsRepository(database.direct).account(accountId);
  return {
    name: account?.namedAt ? account.name : null,
    replyEmail: account?.replyEmail ?? null,
  };
}

/** The name of an account, for its visitors. */
export function createAccountNames(services: {
  database: Database;
  clock: Clock;
  /** Whether replies by mail come back into their conversations. */
  repliesComeBack: boolean;
}) {
  const { database, clock } = services;

  async function get({ accountId }: Pick<AccountScope, 'accountId'>): Promise<AccountName> {
    const account = await accountsRepository(database.direct).account(accountId);
    if (!account) throw new AppError(commonErrors.notFound);
    return {
      name: account.name,
      isChosen: account.namedAt !== null,
      replyEmail: account.replyEmail,
      repliesComeBack: services.repliesComeBack,
    };
  }

  return {
    get,
    async set(
      scope: Pick<AccountScope, 'accountId'>,
      { name, replyEmail }: { name: string; replyEmail: string | null },
    ): Promise<AccountName> {
      await accountsRepository(database.direct).setName(scope.accountId, {
        name,
        replyEmail,
        namedAt: clock.now(),
      });
      return get(scope);
    },
  };
}

export type AccountNames = ReturnType<typeof createAccountNames>;

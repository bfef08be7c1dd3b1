import { AppError } from '#shared/errors.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Transaction } from '#platform/database/database.ts';
import type { AccountScope } from '#platform/http/access.ts';
import {
  hasOwnBrand,
  lockAccount,
  type PlanStatuses,
} from '#features/accounts/server/accounts-plan-status.usecases.ts';
import { findOwners } from '#features/accounts/server/accounts.usecases.ts';
import { writeAudit } from '#features/audit/server/audit.usecases.ts';
import type { SessionsUsecases } from '#features/auth/server/auth-sessions.usecases.ts';
import { agenciesErrors } from '../agencies.contract.ts';
import { releaseClient, type ReleaseServices } from './agencies-release.usecases.ts';

type Found = {
  account: { id: string; name: string };
};

/** How a client and its agency part: released, left, or deleted. */
export function createAgencyEndings(
  services: Omit<ReleaseServices, 'planStatuses'> & {
    clock: Clock;
    planStatuses: Pick<PlanStatuses, 'changed' | 'planOf'>;
    sessions: Pick<SessionsUsecases, 'confirmPassword'>;
    find(tx: Transaction, scope: Pick<AccountScope, 'accountId'>, id: string): Promise<Found>;
    /** Takes a client of an agency away with everything in it. */
    removeClient(scope: AccountScope, agencyId: string): Promise<void>;
  },
) {
  const { database, clock, find } = services;

  /** The name, typed as it is written. */
  function confirm({ account }: Found, confirmation: string): void {
    if (confirmation.trim() !== account.name.trim())
      throw new AppError(agenciesErrors.confirmationWrong, {
        fields: { confirmation: 'errors:agencies.confirmation_wrong' },
      });
  }

  /** Everything of a client, for what is done with all of it. */
  const scopeOf = (scope: AccountScope, accountId: string): AccountScope => ({
    ...scope,
    accountId,
    role: 'owner',
    address: null,
    can: () => true,
    agentIds: null,
    reaches: () => true,
    run: (work) => database.account(accountId, work),
  });

  return {
    /** @throws `agencies.client_not_found`, `agencies.confirmation_wrong`, `agencies.owner_missing` */
    async release(scope: AccountScope, id: string, confirmation: string): Promise<void> {
      await database.system(async (tx) => {
        await lockAccount(tx, id);
        const found = await find(tx, scope, id);
        confirm(found, confirmation);
        if ((await findOwners(database, id)).length === 0) throw new AppError(agenciesErrors.ownerMissing);
        await writeAudit(tx, scope, 'clients.released', { id, name: found.account.name });
        await releaseClient(
          services,
          tx,
          { id, agencyId: scope.accountId },
          { ...scope, accountId: id, address: null },
          clock.now(),
        );
      });
    },

    /** @throws `agencies.client_not_found`, `agencies.confirmation_wrong`, `auth.password_wrong` */
    async remove(
      scope: AccountScope,
      id: string,
      given: { confirmation: string; password: string },
    ): Promise<void> {
      const found = await find(database.direct, scope, id);
      confirm(found, given.confirmation);
      await services.sessions.confirmPassword(scope.userId, given.password);
      await services.removeClient(scopeOf(scope, id), scope.accountId);
      await scope.run((tx) => writeAudit(tx, scope, 'clients.deleted', { id, name: found.account.name }));
    },

    /**
     * The owner of a client leaves an agency that serves nobody any more.
     * @throws `agencies.client_not_found`, `agencies.agency_serves`
     */
    async standAlone(scope: AccountScope): Promise<void> {
      await database.system(async (tx) => {
        const account = await lockAccount(tx, scope.accountId);
        if (!account?.client) throw new AppError(agenciesErrors.clientNotFound);
        if (hasOwnBrand(await services.planStatuses.planOf(account.client.agencyId)))
          throw new AppError(agenciesErrors.agencyServes);
        const { agencyId } = account.client;
        await writeAudit(tx, { ...scope, accountId: agencyId, address: null }, 'clients.left_agency', {
          id: account.id,
          name: account.name,
        });
        await releaseClient(services, tx, { id: scope.accountId, agencyId }, scope, clock.now());
      });
    },
  };
}

export type AgencyEndings = ReturnType<typeof createAgencyEndings>;

import { AppError } from '#shared/errors.ts';
import type { Language } from '#shared/languages.ts';
import type { Database, Transaction } from '#platform/database/database.ts';
import type { AccountScope } from '#platform/http/access.ts';
import type { Role } from '#features/accounts/accounts.contract.ts';
import { findMembers } from '#features/accounts/server/accounts.usecases.ts';
import { findInvitations, type Invitations } from '#features/team/server/team-invitations.usecases.ts';
import { agenciesErrors, type ClientDetails } from '../agencies.contract.ts';

/** Brings people of a client's own into its account, by the right of the agency. */
export function createAgencyPeople(services: {
  database: Database;
  clock: { now(): Date };
  invitations: Pick<Invitations, 'inviteFor' | 'revokeFor'>;
  find(tx: Transaction, scope: Pick<AccountScope, 'accountId'>, id: string): Promise<unknown>;
  details(scope: AccountScope, id: string): Promise<ClientDetails>;
  requirePlan(scope: Pick<AccountScope, 'accountId'>): Promise<void>;
}) {
  const { database, invitations } = services;

  return {
    /**
     * The first person owns the account; others come once somebody does. Without its plan an agency still asks for an
     * owner, whom letting a client go needs.
     * @throws `agencies.plan_needed`, `agencies.client_not_found`, `agencies.owner_there`, `agencies.owner_first` and what inviting throws
     */
    async invite(
      scope: AccountScope,
      id: string,
      input: { email: string; role: Role; message: string },
      language: Language,
    ): Promise<{ client: ClientDetails; link: string; isMailed: boolean }> {
      if (input.role !== 'owner') await services.requirePlan(scope);
      await services.find(database.direct, scope, id);
      const { link, isMailed } = await invitations.inviteFor(
        { ...scope, accountId: id, address: null },
        { ...input, agencyId: scope.accountId },
        language,
        async (tx) => {
          await services.find(tx, scope, id);
          const hasOwner = (await findMembers(tx, id)).some(({ role }) => role === 'owner');
          if (input.role !== 'owner' && !hasOwner) throw new AppError(agenciesErrors.ownerFirst);
          const isAsked =
            input.role === 'owner' &&
            (await findInvitations(database, id, services.clock.now())).some(
              ({ role, state }) => role === 'owner' && state === 'pending',
            );
          if (input.role === 'owner' && (hasOwner || isAsked)) throw new AppError(agenciesErrors.ownerThere);
        },
      );
      return { client: await services.details(scope, id), link, isMailed };
    },

    /** @throws `agencies.client_not_found`, `team.invitation_not_found` */
    async revoke(scope: AccountScope, id: string, invitation: string): Promise<ClientDetails> {
      await services.find(database.direct, scope, id);
      await invitations.revokeFor({ ...scope, accountId: id, address: null }, invitation);
      return services.details(scope, id);
    },
  };
}

export type AgencyPeople = ReturnType<typeof createAgencyPeople>;

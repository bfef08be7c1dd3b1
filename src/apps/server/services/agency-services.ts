import { trialOfServed } from '#features/operator-settings/server/operator-settings.models.ts';
import type { AccountData } from '#features/account-data/server/account-data.usecases.ts';
import { createAgencyEndings } from '#features/agencies/server/agencies-endings.usecases.ts';
import { createAgencyPeople } from '#features/agencies/server/agencies-people.usecases.ts';
import { createAgencyVisits } from '#features/agencies/server/agencies-visits.usecases.ts';
import { createAgencies } from '#features/agencies/server/agencies.usecases.ts';
import { tellAgentsChanged } from '#features/agents/server/agents-rows.usecases.ts';
import type { BaseServices } from './base-services.ts';
import type { PeopleServices } from './people-services.ts';

/** What agencies do with the accounts of their clients. */
export function createAgencyServices(
  base: BaseServices,
  people: Pick<PeopleServices, 'accounts' | 'sessions' | 'team'>,
  accountData: Pick<AccountData, 'removeClient'>,
) {
  const { database, clock, realtime, jobs, planStatuses, brands, mail, translator, publicUrl } = base;
  const { accounts, sessions, team } = people;
  const clients = createAgencies({
    database,
    clock,
    planStatuses,
    brandOf: brands.ownOf,
    forgetAgents: (tx, accountId) => tellAgentsChanged(realtime, tx, accountId),
  });
  const { find, details, requirePlan } = clients;
  return {
    clients,
    visits: createAgencyVisits({ database, jobs, accounts, sessions, find, requirePlan }),
    people: createAgencyPeople({
      database,
      clock,
      invitations: team.invitations,
      find,
      details,
      requirePlan,
    }),
    endings: createAgencyEndings({
      database,
      clock,
      realtime,
      jobs,
      planStatuses,
      brands,
      mail,
      translator,
      publicUrl,
      trialDays: () => trialOfServed(base.operatorSettings.current().trialDays),
      sessions,
      find,
      removeClient: accountData.removeClient,
    }),
  };
}

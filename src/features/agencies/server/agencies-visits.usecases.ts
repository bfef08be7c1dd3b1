import { AppError } from '#shared/errors.ts';
import type { Database, Transaction } from '#platform/database/database.ts';
import type { AccountScope, SignedIn } from '#platform/http/access.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import type { User } from '#features/accounts/accounts.contract.ts';
import {
  presentUser,
  type AccountsUsecases,
  type Member,
} from '#features/accounts/server/accounts.usecases.ts';
import { writeAudit } from '#features/audit/server/audit.usecases.ts';
import type { SessionsUsecases } from '#features/auth/server/auth-sessions.usecases.ts';
import type { Session } from '#features/auth/server/auth.usecases.ts';
import { handBackSoon } from '#features/conversations/server/handoff/hand-back.usecases.ts';
import { agenciesErrors } from '../agencies.contract.ts';

type Moved = {
  user: User;
  session: Session;
};

/** People of an agency who work in the account of a client: they come and go, and both logs say so. */
export function createAgencyVisits(services: {
  database: Database;
  jobs: Pick<Jobs, 'send'>;
  accounts: Pick<AccountsUsecases, 'member'>;
  sessions: Pick<SessionsUsecases, 'moveTo'>;
  find(
    tx: Transaction,
    scope: Pick<AccountScope, 'accountId'>,
    id: string,
  ): Promise<{ account: { name: string } }>;
  requirePlan(scope: Pick<AccountScope, 'accountId'>): Promise<void>;
}) {
  const { database, accounts, sessions } = services;

  return {
    /** @throws `agencies.plan_needed`, `agencies.client_not_found`, also where the client keeps everybody out */
    async enter(user: SignedIn, scope: AccountScope, id: string, userAgent: string): Promise<Moved> {
      await services.requirePlan(scope);
      const { account } = await services.find(database.direct, scope, id);
      const member = await accounts.member(user.userId, id);
      if (member?.account.id !== id) throw new AppError(agenciesErrors.clientNotFound);
      await database.system(async (tx) => {
        await writeAudit(tx, scope, 'clients.entered', { id, name: account.name });
        await writeAudit(tx, { ...scope, accountId: id, address: null }, 'account.entered_by_agency');
      });
      return { user: presentUser(member), session: await sessions.moveTo(user, id, userAgent) };
    },

    /** Back to the agency. @throws `agencies.client_not_found` for whoever is not in a client by their agency's right */
    async leave(user: SignedIn, userAgent: string): Promise<Moved> {
      const here = await accounts.member(user.userId, user.accountId);
      const agencyId = here?.account.client?.agencyId;
      if (!here?.isVisit || agencyId === undefined) throw new AppError(agenciesErrors.clientNotFound);
      const home: Member | null = await accounts.member(user.userId, agencyId);
      if (home?.account.id !== agencyId) throw new AppError(agenciesErrors.clientNotFound);
      const { account } = here;
      const by = { userId: user.userId, userName: here.user.name, address: null };
      await database.system(async (tx) => {
        await writeAudit(tx, { ...by, accountId: agencyId }, 'clients.left', {
          id: account.id,
          name: account.name,
        });
        await writeAudit(tx, { ...by, accountId: account.id }, 'account.left_by_agency');
        await handBackSoon(tx, services.jobs, { accountId: account.id, userId: user.userId });
      });
      return { user: presentUser(home), session: await sessions.moveTo(user, agencyId, userAgent) };
    },
  };
}

export type AgencyVisits = ReturnType<typeof createAgencyVisits>;

import type { Database, Transaction } from '#platform/database/database.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import type { Realtime } from '#platform/realtime/realtime.ts';
import { setLimits } from '#features/account-limits/server/account-limits.usecases.ts';
import { removeClientLine } from '#features/accounts/server/accounts-clients.usecases.ts';
import type { PlanStatuses } from '#features/accounts/server/accounts-plan-status.usecases.ts';
import { beginTrial } from '#features/accounts/server/accounts-superadmin.usecases.ts';
import { findMembers } from '#features/accounts/server/accounts.usecases.ts';
import { writeAudit, type AuditActor } from '#features/audit/server/audit.usecases.ts';
import { endVisits } from '#features/auth/server/auth-sessions.usecases.ts';
import { handBackSoon } from '#features/conversations/server/handoff/hand-back.usecases.ts';
import { revokeInvitationsOf } from '#features/team/server/team-invitations.usecases.ts';
import { agenciesRepository } from './agencies.repository.ts';

export type ReleaseServices = {
  realtime: Realtime;
  jobs: Pick<Jobs, 'send'>;
  planStatuses: Pick<PlanStatuses, 'changed'>;
  brands: { tell(tx: Transaction, accountId: string): Promise<void> };
  /** Days for which an account that stands alone from now on tries everything. */
  trialDays(): number;
};

const dayMs = 86_400_000;

/**
 * Ends what an agency has in a client, in the caller's transaction over the wall: nobody of it gets in any more, its
 * invitations are worthless, its brand is gone. The client stands alone from then on and begins a trial.
 * `actor` is who did it, in the client's own log.
 */
export async function releaseClient(
  services: ReleaseServices,
  tx: Transaction,
  client: { id: string; agencyId: string },
  actor: AuditActor,
  now: Date,
): Promise<void> {
  const { id, agencyId } = client;
  await removeClientLine(tx, id);
  await setLimits(tx, {
    accountId: id,
    setBy: 'agency',
    limits: { agents: null, messages: null, pages: null, storage: null, members: null },
    now,
  });
  await beginTrial(tx, id, new Date(now.getTime() + services.trialDays() * dayMs));
  await revokeInvitationsOf(tx, id, agencyId, now);
  await endVisits(tx, services.realtime, { clientId: id });
  // Nobody waits for somebody of the agency who can't come any more.
  for (const { userId } of await findMembers(tx, agencyId))
    await handBackSoon(tx, services.jobs, { accountId: id, userId });
  await writeAudit(tx, actor, 'account.released');
  await services.planStatuses.changed(tx, id);
  await services.brands.tell(tx, id);
}

/** Lets all clients of an agency stand alone, before it goes; in the caller's transaction over the wall. */
export async function releaseAll(
  services: ReleaseServices,
  tx: Transaction,
  agencyId: string,
  now: Date,
): Promise<void> {
  for (const id of await agenciesRepository(tx).ids(agencyId))
    await releaseClient(
      services,
      tx,
      { id, agencyId },
      { accountId: id, userId: null, userName: '', address: null },
      now,
    );
}

/** Clients of an agency to which nobody of their own belongs. */
export const findClientsWithoutOwner = (database: Database, agencyId: string): Promise<string[]> =>
  agenciesRepository(database.direct).idsWithoutOwner(agencyId);

import { paths } from '#shared/paths.ts';
import type { Database, Transaction } from '#platform/database/database.ts';
import type { Translator } from '#platform/i18n/translator.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import type { Realtime } from '#platform/realtime/realtime.ts';
import { setLimits } from '#features/account-limits/server/account-limits.usecases.ts';
import { removeClientLine } from '#features/accounts/server/accounts-clients.usecases.ts';
import type { PlanStatuses } from '#features/accounts/server/accounts-plan-status.usecases.ts';
import { beginTrial } from '#features/accounts/server/accounts-superadmin.usecases.ts';
import { findAccountName, findMembers, findOwners } from '#features/accounts/server/accounts.usecases.ts';
import { writeAudit, type AuditActor } from '#features/audit/server/audit.usecases.ts';
import { endVisits } from '#features/auth/server/auth-sessions.usecases.ts';
import type { MailUsecases } from '#features/mail/server/mail.usecases.ts';
import { handBackSoon } from '#features/conversations/server/handoff/hand-back.usecases.ts';
import { revokeInvitationsOf } from '#features/team/server/team-invitations.usecases.ts';
import { agenciesRepository } from './agencies.repository.ts';

export type ReleaseServices = {
  database: Database;
  realtime: Realtime;
  jobs: Pick<Jobs, 'send'>;
  planStatuses: Pick<PlanStatuses, 'changed'>;
  brands: {
    of(accountId: string): Promise<{ name: string; domain: string | null }>;
    tell(tx: Transaction, accountId: string): Promise<void>;
  };
  mail: Pick<MailUsecases, 'send'>;
  translator: Pick<Translator, 'text'>;
  publicUrl(): string;
  /** Days for which an account that stands alone from now on tries everything. */
  trialDays(): number;
};

const dayMs = 86_400_000;

/**
 * Ends what an agency has in a client, in the caller's transaction over the wall: nobody of it gets in any more, its
 * invitations are worthless, its brand is gone. The client stands alone from then on and begins a trial, of which its
 * owners read by mail.
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
  const trialEnds = new Date(now.getTime() + services.trialDays() * dayMs);
  await tellOwners(services, tx, id, trialEnds);
  await removeClientLine(tx, id);
  await setLimits(tx, {
    accountId: id,
    setBy: 'agency',
    limits: { agents: null, messages: null, pages: null, storage: null, members: null },
    now,
  });
  await beginTrial(tx, id, trialEnds);
  await revokeInvitationsOf(tx, id, agencyId, now);
  await endVisits(tx, services.realtime, { clientId: id });
  // Nobody waits for somebody of the agency who can't come any more.
  for (const { userId } of await findMembers(tx, agencyId))
    await handBackSoon(tx, services.jobs, { accountId: id, userId });
  await writeAudit(tx, actor, 'account.released');
  await services.planStatuses.changed(tx, id);
  await services.brands.tell(tx, id);
}

/** Writes to a client's owners, while it still is its agency's, where they find it from now on. */
async function tellOwners(
  { database, brands, mail, translator, publicUrl }: ReleaseServices,
  tx: Transaction,
  id: string,
  trialEnds: Date,
): Promise<void> {
  const [brand, account, owners] = await Promise.all([
    brands.of(id),
    findAccountName(database, id),
    findOwners(database, id),
  ]);
  const url = `${publicUrl()}${paths.auth}`;
  for (const { email, language, timezone } of owners)
    await mail.send(
      {
        kind: 'client-released',
        to: email,
        language,
        accountId: id,
        variables: {
          url,
          account: account ?? '',
          agency: brand.name,
          host: new URL(url).host,
          date: new Intl.DateTimeFormat(language, {
            dateStyle: 'long',
            timeZone: timezone ?? 'UTC',
          }).format(trialEnds),
        },
        // What names the agency's own address leads to nobody of its former clients.
        ...(brand.domain !== null && {
          paragraphs: [translator.text(language, 'mail:released.copyAnew', { agency: brand.name })],
        }),
      },
      tx,
    );
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

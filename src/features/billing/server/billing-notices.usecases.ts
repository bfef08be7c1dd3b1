import { paths } from '#shared/paths.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/database/database.ts';
import type { Logger } from '#platform/log/logger.ts';
import type { PlanStatuses } from '#features/accounts/server/accounts-plan-status.usecases.ts';
import { findOwners } from '#features/accounts/server/accounts.usecases.ts';
import type { MailUsecases } from '#features/mail/server/mail.usecases.ts';
import { noticeOf } from './billing-notices.models.ts';
import { billingRepository } from './billing.repository.ts';

const atOnce = 500;

/**
 * Writes to owners before their trial ends, when it is over, when a payment failed and when the plan has
 * ended: each once.
 */
export function createNotices(services: {
  database: Database;
  clock: Clock;
  log: Logger;
  planStatuses: PlanStatuses;
  mail: Pick<MailUsecases, 'send'>;
  publicUrl(): string;
}) {
  const { database, clock, log, planStatuses } = services;

  async function tell(
    accountId: string,
    { kind, about, date }: NonNullable<ReturnType<typeof noticeOf>>,
  ): Promise<void> {
    const owners = await findOwners(database, accountId);
    const url = `${services.publicUrl()}${paths.billing}`;
    await database.system(async (tx) => {
      // Of two processes one gets it, and a mail that can't be written down is tried again.
      if (
        !(await billingRepository(tx).claimNotice(accountId, `${kind} ${about.toISOString()}`, clock.now()))
      )
        return;
      for (const { email, language } of owners)
        await services.mail.send(
          {
            kind,
            to: email,
            language,
            accountId,
            variables: {
              url,
              date: new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(date),
            },
          },
          tx,
        );
    });
  }

  return {
    /** Goes over all accounts. */
    async send(signal?: AbortSignal): Promise<void> {
      for (let after = ''; ;) {
        const found = await billingRepository(database.direct).toNotice(after, atOnce);
        for (const { account, isOverdue } of found) {
          // What its agency pays for is the agency's to hear of.
          if (account.client) continue;
          const notice = noticeOf(planStatuses.ofRow(account), isOverdue, clock.now());
          if (notice)
            await tell(account.id, notice).catch((error: unknown) =>
              log.error(
                { err: error, accountId: account.id },
                'owners could not be written to about their plan',
              ),
            );
        }
        after = found.at(-1)?.account.id ?? after;
        if (found.length < atOnce || signal?.aborted) return;
      }
    },
  };
}

import { paths } from '#shared/paths.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/database/database.ts';
import type { Logger } from '#platform/log/logger.ts';
import { ensureSystemAccount } from '#features/accounts/server/accounts.usecases.ts';
import type { MailUsecases } from '#features/mail/server/mail.usecases.ts';
import { letterDays, letterOf, type LetterKind } from './onboarding-letters.models.ts';
import { stepsDone } from './onboarding-steps.models.ts';
import { onboardingRepository, type Founder } from './onboarding.repository.ts';

const atOnce = 200;
const dayMs = 86_400_000;

/** Where the button of a letter leads, for an account with this first agent. */
function pathOf(kind: LetterKind, agentId: string | null): string {
  if (kind === 'welcome') return paths.dashboard;
  if (kind === 'steps-colleague') return paths.team;
  if (agentId === null) return paths.newAgent;
  const section = { 'steps-knowledge': '?section=knowledge', 'steps-payment': '?section=payment' } as const;
  return paths.editAgent(agentId) + (kind in section ? section[kind as keyof typeof section] : '');
}

/** Writes the mails of the first week to those who registered, by what they have not done yet. */
export function createLetters(services: {
  database: Database;
  clock: Clock;
  log: Logger;
  mail: Pick<MailUsecases, 'send' | 'leaves'>;
  /** The account in whose name the product writes; who wants no more of it says so about this one. */
  platformAccountId: string;
  arePlansFree(): boolean;
  /** The link by which somebody proves their address. */
  proofLinkFor(user: { id: string; emailKey: string }): string;
  publicUrl(): string;
}) {
  const { database, clock, log, mail, platformAccountId } = services;

  async function write(founder: Founder): Promise<void> {
    const now = clock.now();
    const repository = onboardingRepository(database.direct);
    const facts = await repository.facts(founder.account_id, null);
    const kind = letterOf(
      {
        createdAt: founder.created_at,
        isProven: founder.is_proven,
        letters: founder.letters,
        lastLetterAt: founder.last_letter_at,
        hasTrial: !services.arePlansFree(),
      },
      stepsDone(facts, founder.is_proven, 1),
      now,
    );
    if (kind === null) return;
    const own = services.publicUrl() + pathOf(kind, facts.agent_id);
    const doesProve = kind === 'welcome' && !founder.is_proven;
    await database.system(async (tx) => {
      if (!(await onboardingRepository(tx).claimLetter(founder.account_id, kind, now))) return;
      await mail.send(
        {
          kind: doesProve ? 'welcome-proof' : kind,
          to: founder.email,
          language: founder.language,
          accountId: platformAccountId,
          isForTypedAddress: !founder.is_proven,
          variables: {
            url: doesProve
              ? services.proofLinkFor({ id: founder.user_id, emailKey: founder.email_key })
              : own,
          },
        },
        tx,
      );
    });
  }

  return {
    /** Goes over everybody who registered within the last days. Without a mail server nothing is written. */
    async send(signal?: AbortSignal): Promise<void> {
      if (!mail.leaves()) return;
      const now = clock.now();
      await ensureSystemAccount(database, { id: platformAccountId, name: 'Platform', now });
      const since = new Date(now.getTime() - letterDays * dayMs);
      for (let after = ''; ;) {
        const found = await onboardingRepository(database.direct).founders(since, after, atOnce);
        for (const founder of found)
          await write(founder).catch((error: unknown) =>
            log.error(
              { err: error, accountId: founder.account_id },
              'somebody who registered could not be written to',
            ),
          );
        after = found.at(-1)?.account_id ?? after;
        if (found.length < atOnce || signal?.aborted) return;
      }
    },
  };
}

export type Letters = ReturnType<typeof createLetters>;

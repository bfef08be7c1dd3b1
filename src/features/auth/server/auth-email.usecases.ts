import { z } from 'zod';
import { AppError, commonErrors } from '#shared/errors.ts';
import { paths } from '#shared/paths.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { SecretBox } from '#platform/crypto/secret-box.ts';
import { mintToken, readToken, type TokenKind } from '#platform/crypto/signed-token.ts';
import type { Database } from '#platform/database/database.ts';
import { admit, type RateLimiter } from '#platform/rate-limit/rate-limit.ts';
import { findAccount } from '#features/accounts/server/accounts-plan-status.usecases.ts';
import { findUserById, proveEmail } from '#features/accounts/server/accounts.usecases.ts';
import type { MailUsecases } from '#features/mail/server/mail.usecases.ts';
import { emailProofDays } from '../auth-email.contract.ts';
import { authErrors } from '../auth.contract.ts';

/** The person, and the address as it was when the link was made. */
type ProofLink = {
  u: string;
  k: string;
};
const kind: TokenKind<ProofLink> = {
  purpose: 'email-proof',
  parse: (value) => z.object({ u: z.string().max(60), k: z.string().max(400) }).safeParse(value).data ?? null,
};

const asking = { name: 'email-proof', limit: 5, windowSeconds: 3_600 };
const trying = { name: 'email-proof-tries', limit: 30, windowSeconds: 3_600 };

/**
 * Proving the address of somebody who is signed in. The link alone proves nothing: who reads the mailbox must be
 * who registered, or else a stranger's account would pass for theirs.
 */
export function createEmailProof({
  database,
  clock,
  box,
  limiter,
  mail,
  publicUrl,
}: {
  database: Database;
  clock: Clock;
  box: SecretBox;
  limiter: Pick<RateLimiter, 'takeAll'>;
  mail: Pick<MailUsecases, 'send'>;
  publicUrl(): string;
}) {
  function linkFor({ id, emailKey }: { id: string; emailKey: string }): string {
    const until = clock.now().getTime() + emailProofDays * 86_400_000;
    // Behind the number sign the token stays out of server logs and of the Referer header.
    return `${publicUrl()}${paths.confirmEmail}#${mintToken(box, kind, { u: id, k: emailKey }, until)}`;
  }
  async function person(userId: string) {
    const user = await findUserById(database, userId);
    if (!user) throw new AppError(commonErrors.notSignedIn);
    return user;
  }

  return {
    linkFor,

    async ask({ userId, accountId }: { userId: string; accountId: string }): Promise<{ isProven: boolean }> {
      const user = await person(userId);
      if (user.emailProvenAt) return { isProven: true };
      await admit(limiter, authErrors.tooManyAttempts, [{ rule: asking, key: userId }]);
      await mail.send({
        kind: 'confirm-email',
        to: user.email,
        language: user.language,
        isForTypedAddress: true,
        // People of a client know no other brand than its agency's.
        brandOf: (await findAccount(database, accountId))?.client?.agencyId,
        variables: { url: linkFor(user), days: emailProofDays },
      });
      return { isProven: false };
    },

    async confirm(userId: string, token: string): Promise<void> {
      await admit(limiter, authErrors.tooManyAttempts, [{ rule: trying, key: userId }]);
      const link = readToken(box, kind, token, clock.now().getTime());
      const user = await person(userId);
      if (link?.u !== user.id || link.k !== user.emailKey) throw new AppError(authErrors.emailProofInvalid);
      await database.system((tx) => proveEmail(tx, user.id, clock.now()));
    },
  };
}

export type EmailProof = ReturnType<typeof createEmailProof>;

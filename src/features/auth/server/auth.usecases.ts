import { z } from 'zod';
import { AppError } from '#shared/errors.ts';
import type { Language } from '#shared/languages.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Passwords } from '#platform/crypto/password.ts';
import { hashToken, newToken, type SecretBox } from '#platform/crypto/secret-box.ts';
import { violatedConstraint, type Database, type Transaction } from '#platform/database/database.ts';
import { defineJob, type Jobs } from '#platform/jobs/jobs.ts';
import type { Impersonation } from '#platform/http/access.ts';
import type { RateLimiter } from '#platform/rate-limit/rate-limit.ts';
import type { Realtime } from '#platform/realtime/realtime.ts';
import type { User } from '#features/accounts/accounts.contract.ts';
import { markSuperadmin, superadminExists } from '#features/accounts/server/accounts-superadmin.usecases.ts';
import {
  createAccount,
  findUserByEmail,
  findUserById,
  openAccount,
  presentUser,
  proveEmail,
  setPassword,
  type AccountsUsecases,
  type Member,
} from '#features/accounts/server/accounts.usecases.ts';
import { superadminActor, type Superadmin } from '#features/audit/server/audit-superadmin.usecases.ts';
import { writeAudit } from '#features/audit/server/audit.usecases.ts';
import type { MailUsecases } from '#features/mail/server/mail.usecases.ts';
import { authErrors } from '../auth.contract.ts';
import { authRepository } from './auth.repository.ts';
import { createAttempts, type Proof, type Proven } from './auth-attempts.usecases.ts';
import { emailKeyOf, sessionLimits, type Kept, type Session } from './auth.models.ts';
import type { ImpersonationUsecases } from './auth-impersonation.usecases.ts';
import { openSession } from './auth-sessions.usecases.ts';
import { twoFactorRepository } from './auth-two-factor.repository.ts';
import type { SignUpUsecases } from './auth-sign-up.usecases.ts';
import type { TwoFactorUsecases } from './auth-two-factor.usecases.ts';

export { emailKeyOf };
export type { Session };

type UserRow = Member['user'];
const actorOf = ({ user, account }: Member) => ({
  accountId: account.id,
  userId: user.id,
  userName: user.name,
});

const resetMinutes = 60;

export const resetMailJob = defineJob({
  name: 'auth.reset-mail',
  payload: z.object({ email: z.string(), within: z.string().optional() }),
  retryLimit: 3,
  expireInSeconds: 60,
  concurrency: 1,
});

export type AuthServices = {
  database: Database;
  clock: Clock;
  limiter: RateLimiter;
  jobs: Jobs;
  realtime: Realtime;
  mail: MailUsecases;
  box: SecretBox;
  accounts: AccountsUsecases;
  twoFactor: Pick<TwoFactorUsecases, 'pass' | 'since'>;
  impersonation: Pick<ImpersonationUsecases, 'of' | 'signOut'>;
  /** Begins the owner's look through what was made before their address was proven. */
  beginReview(tx: Transaction, user: { id: string; name: string }, address: string): Promise<void>;
  publicUrl(): string;
  signUp: SignUpUsecases;
  passwords: Passwords;
};

export function createAuthUsecases(services: AuthServices) {
  const { database, clock } = services;
  const attempts = createAttempts(services);

  const provenBy = async (user: UserRow): Promise<Proven> => ({
    passwordHash: user.passwordHash,
    twoFactorSince: await services.twoFactor.since(user.id),
  });

  /**
   * Whoever was removed everywhere, and is not only kept out, gets an account of their own: as if they had
   * registered today.
   */
  async function openOwn(user: UserRow): Promise<Member | null> {
    if (!services.signUp.mayOpen(user.email) || (await services.accounts.belongsSomewhere(user.id)))
      return null;
    const trialDays = services.signUp.trialDays();
    return database.system((tx) =>
      openAccount(tx, user, { accountName: user.name, trialDays, now: clock.now() }),
    );
  }

  return {
    /**
     * Signs in. `device` is what the browser kept from an earlier time; the answer has a new one. Only
     * failures count.
     * Throws `invalidCredentials`, `accountDisabled`, what the second factor throws, `tooManyAttempts` and
     * `proofNeeded`.
     */
    async login(
      input: { email: string; password: string; code?: string | undefined; proof?: Proof | undefined },
      from: {
        address: string;
        userAgent: string;
        device: string | undefined;
        /** The account whose own address this is: nobody else gets in there. */
        within?: string | null;
      },
    ): Promise<{ user: User; session: Session; device: Kept }> {
      const found = await findUserByEmail(database, emailKeyOf(input.email));
      const proven = found && (await provenBy(found));
      const attempt = await attempts.login({ email: input.email, ...from, proven }, input.proof);
      const isRight = await services.passwords.verify(found?.passwordHash ?? null, input.password);
      if (!isRight || !found || !proven) throw new AppError(authErrors.invalidCredentials);
      if (found.disabledAt) throw new AppError(authErrors.accountDisabled);
      const hasPassed = await services.twoFactor
        .pass(found.id, input.code, attempt.device)
        .catch(async (error: unknown) => {
          // Whoever was only asked for a code has not failed.
          if (error instanceof AppError && error.code === authErrors.twoFactorNeeded.code)
            await attempts.forget(attempt);
          throw error;
        });
      const member = from.within
        ? await services.accounts.memberWithin(found.id, from.within)
        : ((await services.accounts.member(found.id, null)) ?? (await openOwn(found)));
      if (from.within && !member) throw new AppError(authErrors.invalidCredentials);
      if (!member) throw new AppError(authErrors.accountDisabled);
      await attempts.forget(attempt);
      const session = await database.system(async (tx) => {
        await writeAudit(tx, { ...actorOf(member), address: from.address }, 'safety.signed_in');
        return openSession(tx, {
          userId: found.id,
          worksIn: member.account.id,
          userAgent: from.userAgent,
          now: clock.now(),
          secondFactorAt: hasPassed ? clock.now() : null,
        });
      });
      return { user: presentUser(member), session, device: attempts.deviceToken(input.email, proven) };
    },

    async register(
      input: { name: string; email: string; password: string },
      from: {
        address: string;
        userAgent: string;
        language: Language;
        timezone: string | null;
        within?: string | null;
      },
    ): Promise<{ user: User; session: Session; device: Kept }> {
      // An account's own address opens no account beside it.
      if (from.within) throw new AppError(authErrors.registrationClosed);
      await services.signUp.requireOpen(input.email);
      await attempts.register(from.address);
      const passwordHash = await services.passwords.hash(input.password);
      const now = clock.now();
      let member: Member;
      try {
        member = await database.system((tx) =>
          createAccount(tx, {
            now,
            accountName: input.name,
            trialDays: services.signUp.trialDays(),
            user: {
              email: input.email,
              emailKey: emailKeyOf(input.email),
              username: input.email,
              name: input.name,
              firstName: input.name,
              lastName: '',
              passwordHash,
              language: from.language,
              timezone: from.timezone,
              createdAt: now,
            },
          }),
        );
      } catch (error) {
        if (violatedConstraint(error) !== 'users_email_key') throw error;
        // The stranger learns nothing more than that it failed; the owner of the address learns that somebody
        // tried.
        const owner = await findUserByEmail(database, emailKeyOf(input.email));
        if (owner)
          await services.mail.send({
            kind: 'register-attempt',
            to: owner.email,
            language: owner.language,
            brandOf: (await services.accounts.member(owner.id, null))?.account.client?.agencyId,
            variables: { url: `${services.publicUrl()}/forgot-password` },
          });
        throw new AppError(authErrors.registrationFailed);
      }
      const place = { userId: member.user.id, worksIn: member.account.id, userAgent: from.userAgent, now };
      const session = await openSession(database.direct, place);
      const device = attempts.deviceToken(input.email, { passwordHash, twoFactorSince: null });
      return { user: presentUser(member), session, device };
    },

    /**
     * What the browser of somebody keeps who changed just now what they sign in with; null when they are
     * gone.
     */
    async deviceOf(userId: string): Promise<Kept | null> {
      const user = await findUserById(database, userId);
      return user && attempts.deviceToken(user.email, await provenBy(user));
    },

    /**
     * The person behind a session cookie, or null. A session lives 30 days from its last use and 14 days
     * unused.
     */
    async authenticate(
      token: string,
    ): Promise<
      (Member & { sessionId: string; hasSecondFactor: boolean; impersonation?: Impersonation }) | null
    > {
      const repository = authRepository(database.direct);
      const id = hashToken(token);
      const session = await repository.session(id);
      const now = clock.now();
      if (
        !session ||
        session.expiresAt <= now ||
        now.getTime() - session.lastSeenAt.getTime() > sessionLimits.idleMs
      )
        return null;
      const member = await services.accounts.member(session.userId, session.worksIn);
      if (!member) return null;
      const impersonation = await services.impersonation.of(session);
      if (impersonation === null) return null;
      // It ends after its hour, and is no sign that the person was here.
      if (impersonation) return { ...member, sessionId: id, hasSecondFactor: false, impersonation };
      if (now.getTime() - session.lastSeenAt.getTime() > sessionLimits.touchAfterMs) {
        await repository.touchSession(id, now, new Date(now.getTime() + sessionLimits.longestMs));
        await services.accounts.markActive(member.account.id, session.userId, now);
      }
      return { ...member, sessionId: id, hasSecondFactor: session.secondFactorAt !== null };
    },

    /** Whether a token lets nobody in because its person lost their access to the account, as by a suspension. */
    hasLostAccess: (token: string): Promise<boolean> =>
      authRepository(database.direct).hasLostAccess(hashToken(token)),

    /** `ownToken` is what the browser kept of a superadmin's own session while they work as somebody else. */
    async logout(token: string, ownToken?: string): Promise<void> {
      const id = hashToken(token);
      if (await services.impersonation.signOut(id, ownToken)) return;
      await database.system(async (tx) => {
        await authRepository(tx).deleteSession(id);
        // Streams of this session end at once, in every process.
        await services.realtime.publish(tx, { topic: `session:${id}`, data: {} });
      });
    },

    /**
     * Always the same answer, whether the address is known or not, and also where so many were mailed within
     * the hour that another one is not: those still work. The mail is a job's business.
     */
    async forgotPassword(
      email: string,
      from: { address: string; device: string | undefined; within?: string | null },
    ): Promise<void> {
      const found = await findUserByEmail(database, emailKeyOf(email));
      if (!(await attempts.askReset({ email, ...from, proven: found && (await provenBy(found)) }))) return;
      await database.system((tx) =>
        services.jobs.send(tx, resetMailJob, {
          email: emailKeyOf(email),
          ...(from.within && { within: from.within }),
        }),
      );
    },

    /** `within`: the account at whose own address somebody asked. */
    async sendResetMail(emailKey: string, within?: string): Promise<void> {
      const user = await findUserByEmail(database, emailKey);
      if (!user || user.disabledAt) return;
      const token = newToken();
      const now = clock.now();
      const expiresAt = new Date(now.getTime() + resetMinutes * 60_000);
      // The links of before go on working: whoever asks for one in a person's name must not make theirs
      // worthless.
      await database.system((tx) =>
        authRepository(tx).addReset({ id: hashToken(token), userId: user.id, createdAt: now, expiresAt }),
      );
      const member =
        within === undefined
          ? await services.accounts.member(user.id, null)
          : await services.accounts.memberWithin(user.id, within);
      // At the server's own address somebody may be a client's all the same, who knows no other brand.
      const brandOf = within ?? member?.account.client?.agencyId;
      // Behind the number sign the token stays out of server logs and of the Referer header.
      await services.mail.send({
        kind: 'reset-password',
        to: user.email,
        language: user.language,
        brandOf: member ? brandOf : undefined,
        variables: { url: `${services.publicUrl()}/reset-password#${token}`, minutes: resetMinutes },
      });
    },

    async resetPassword(
      input: { token: string; password: string },
      from: { address: string },
    ): Promise<void> {
      await attempts.reset(from.address);
      const passwordHash = await services.passwords.hash(input.password);
      const userId = await database.system(async (tx) => {
        const repository = authRepository(tx);
        const used = await repository.useReset(hashToken(input.token), clock.now());
        if (!used) return null;
        await setPassword(tx, used, passwordHash);
        await repository.deleteSessionsOf(used);
        await services.realtime.publish(tx, { topic: `user:${used}`, data: {} });
        // The first who reads the mailbox need not be who registered: that one's second factor must not keep
        // them out, nor anything else let that one in.
        if (await proveEmail(tx, used, clock.now())) {
          await twoFactorRepository(tx).remove(used);
          const name = (await findUserById(database, used))?.name ?? '';
          await services.beginReview(tx, { id: used, name }, from.address);
        }
        return used;
      });
      if (!userId) throw new AppError(authErrors.resetLinkInvalid);
      const user = await findUserById(database, userId);
      if (user) await attempts.clear(user.emailKey);
    },

    /**
     * The one-time link's token while nobody is superadmin; it can't be guessed without the instance's key.
     */
    async superadminToken(): Promise<string | null> {
      return (await superadminExists(database)) ? null : services.box.sign('superadmin-claim', 'first');
    },

    async claimSuperadmin(superadmin: Superadmin, token: string): Promise<void> {
      const actor = await superadminActor(database, superadmin);
      await database.system(async (tx) => {
        if (
          !services.box.verify('superadmin-claim', 'first', token) ||
          !(await markSuperadmin(tx, superadmin.userId))
        )
          throw new AppError(authErrors.claimInvalid);
        await writeAudit(tx, actor, 'operator.claimed');
        // What the server says to strangers holds from now on.
        await services.realtime.publish(tx, { topic: 'operator-settings', data: {} });
      });
    },

    async removeOldSessions(): Promise<void> {
      const now = clock.now();
      await authRepository(database.direct).deleteOldSessions(
        now,
        new Date(now.getTime() - sessionLimits.idleMs),
      );
    },
  };
}

export type AuthUsecases = ReturnType<typeof createAuthUsecases>;

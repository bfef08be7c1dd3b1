import { AppError } from '#shared/errors.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Passwords } from '#platform/crypto/password.ts';
import { hashToken, newToken } from '#platform/crypto/secret-box.ts';
import type { Database, Transaction } from '#platform/database/database.ts';
import { admit, type RateLimiter, type RateRule } from '#platform/rate-limit/rate-limit.ts';
import type { Realtime } from '#platform/realtime/realtime.ts';
import { findUserById, setPassword } from '#features/accounts/server/accounts.usecases.ts';
import { writeAudit } from '#features/audit/server/audit.usecases.ts';
import type { MailUsecases } from '#features/mail/server/mail.usecases.ts';
import { authErrors } from '../auth.contract.ts';
import { sessionLimits, type Session } from './auth.models.ts';
import { authRepository } from './auth.repository.ts';

/** Somebody at an unlocked screen must not be able to guess the password there. */
const guesses: RateRule = { name: 'password-change', limit: 10, windowSeconds: 900 };

/** What a session is called outside: not what stands in the database, which no answer holds. */
const nameOf = (id: string): string => hashToken(id).slice(0, 24);

/** Opens a session in the caller's transaction, over the wall. */
export async function openSession(
  tx: Transaction,
  given: {
    userId: string;
    worksIn: string;
    userAgent: string;
    now: Date;
    /** When a code of the second factor was passed, if one was. */
    secondFactorAt?: Date | null;
  },
): Promise<Session> {
  const [token, expiresAt] = [newToken(), new Date(given.now.getTime() + sessionLimits.longestMs)];
  await authRepository(tx).insertSession({
    id: hashToken(token),
    userId: given.userId,
    createdAt: given.now,
    lastSeenAt: given.now,
    expiresAt,
    userAgent: given.userAgent.slice(0, 300),
    worksIn: given.worksIn,
    accessEndedAt: null,
    secondFactorAt: given.secondFactorAt ?? null,
    impersonatedBy: null,
    impersonatedFrom: null,
    impersonationReason: '',
  });
  return { token, expiresAt };
}

/** Ends what a person has open in one account, streams too, in the caller's transaction. */
export async function endSessionsIn(
  tx: Transaction,
  realtime: Realtime,
  userId: string,
  accountId: string,
): Promise<void> {
  const ids = await authRepository(tx).endSessionsIn(userId, accountId);
  await Promise.all(
    ids.map((id) => realtime.publish(tx, { topic: `session:${id}`, data: { hasLostAccess: true } })),
  );
}

/** Ends what people have open by their agency's right alone: one person in all its clients, or all in one client. */
export async function endVisits(
  tx: Transaction,
  realtime: Realtime,
  of: { userId: string; agencyId: string } | { clientId: string },
): Promise<void> {
  const repository = authRepository(tx);
  const ids =
    'clientId' in of
      ? await repository.endVisitsIn(of.clientId)
      : await repository.endVisitsOf(of.userId, of.agencyId);
  for (const id of ids) await realtime.publish(tx, { topic: `session:${id}`, data: { hasLostAccess: true } });
}

/** Ends all that a person has open anywhere, streams too, in the caller's transaction. */
export async function endAllSessions(tx: Transaction, realtime: Realtime, userId: string): Promise<void> {
  const ids = await authRepository(tx).deleteSessionsOf(userId);
  for (const id of ids) await realtime.publish(tx, { topic: `session:${id}`, data: { hasLostAccess: true } });
}

/** What a signed-in person does about their own ways in: another password, and where they are signed in. */
export function createSessionsUsecases(services: {
  database: Database;
  clock: Clock;
  limiter: RateLimiter;
  realtime: Realtime;
  mail: Pick<MailUsecases, 'send'>;
  passwords: Passwords;
  publicUrl(): string;
}) {
  const { database, clock, limiter, realtime, passwords } = services;

  /** Streams of a session that ended end at once, in every process. */
  const tell = (tx: Transaction, ids: readonly string[]): Promise<unknown> =>
    Promise.all(ids.map((id) => realtime.publish(tx, { topic: `session:${id}`, data: {} })));

  return {
    /**
     * The new session of this browser; every session of before is worthless, also a copied one of this
     * browser. The person is told by mail.
     * Throws `passwordWrong`, `passwordUnchanged` and, after ten wrong ones in a quarter of an hour,
     * `tooManyAttempts`.
     */
    async changePassword(
      user: { userId: string; accountId: string; sessionId?: string },
      input: { current: string; password: string },
      from: { address: string; userAgent: string },
    ): Promise<Session> {
      await admit(limiter, authErrors.tooManyAttempts, [{ rule: guesses, key: user.userId }]);
      const found = await findUserById(database, user.userId);
      if (!found || !(await passwords.verify(found.passwordHash, input.current)))
        throw new AppError(authErrors.passwordWrong);
      if (input.password.normalize('NFKC') === input.current.normalize('NFKC'))
        throw new AppError(authErrors.passwordUnchanged);
      const passwordHash = await passwords.hash(input.password);
      const session = await database.system(async (tx) => {
        const repository = authRepository(tx);
        const before = user.sessionId === undefined ? null : await repository.session(user.sessionId);
        await setPassword(tx, user.userId, passwordHash);
        await tell(tx, await repository.deleteSessionsOf(user.userId));
        await writeAudit(
          tx,
          { ...user, userName: found.name, address: from.address },
          'safety.password_changed',
        );
        return openSession(tx, {
          userId: user.userId,
          worksIn: user.accountId,
          userAgent: from.userAgent,
          now: clock.now(),
          secondFactorAt: before?.secondFactorAt ?? null,
        });
      });
      await limiter.clear(guesses, user.userId);
      await services.mail.send({
        kind: 'password-changed',
        to: found.email,
        language: found.language,
        brandOf: user.accountId,
        variables: { url: `${services.publicUrl()}/forgot-password` },
      });
      return session;
    },

    /**
     * The password, asked for again before something that matters. Throws `passwordWrong` and, after ten
     * wrong ones in a quarter of an hour, `tooManyAttempts`.
     */
    async confirmPassword(userId: string, password: string): Promise<void> {
      await admit(limiter, authErrors.tooManyAttempts, [{ rule: guesses, key: userId }]);
      const found = await findUserById(database, userId);
      if (!found || !(await passwords.verify(found.passwordHash, password)))
        throw new AppError(authErrors.passwordWrong);
      await limiter.clear(guesses, userId);
    },

    /** A new session for this browser in another account of the person; the one of before is worthless. */
    async moveTo(
      user: { userId: string; sessionId: string },
      accountId: string,
      userAgent: string,
    ): Promise<Session> {
      return database.system(async (tx) => {
        const before = await authRepository(tx).session(user.sessionId);
        await authRepository(tx).deleteSession(user.sessionId);
        await tell(tx, [user.sessionId]);
        return openSession(tx, {
          userId: user.userId,
          worksIn: accountId,
          userAgent,
          now: clock.now(),
          secondFactorAt: before?.secondFactorAt ?? null,
        });
      });
    },

    /** Last used first; `userAgent` is what the browser called itself. */
    async list(user: { userId: string; sessionId: string }) {
      const now = clock.now();
      const rows = await authRepository(database.direct).sessionsOf(user.userId);
      return rows
        .filter(
          ({ expiresAt, lastSeenAt }) =>
            expiresAt > now && now.getTime() - lastSeenAt.getTime() <= sessionLimits.idleMs,
        )
        .map((row) => ({
          id: nameOf(row.id),
          isCurrent: row.id === user.sessionId,
          userAgent: row.userAgent,
          createdAt: row.createdAt.toISOString(),
          lastSeenAt: row.lastSeenAt.toISOString(),
        }));
    },

    /** Ends the session that `list` gave this id. */
    async end(user: { userId: string }, name: string): Promise<void> {
      await database.system(async (tx) => {
        const repository = authRepository(tx);
        const session = (await repository.sessionsOf(user.userId)).find(({ id }) => nameOf(id) === name);
        if (!session) throw new AppError(authErrors.sessionNotFound);
        await repository.deleteSession(session.id);
        await tell(tx, [session.id]);
      });
    },

    async endOthers(
      user: { userId: string; sessionId: string; accountId: string },
      address: string,
    ): Promise<void> {
      const name = (await findUserById(database, user.userId))?.name ?? '';
      await database.system(async (tx) => {
        const ended = await authRepository(tx).deleteSessionsOf(user.userId, user.sessionId);
        await tell(tx, ended);
        if (ended.length > 0)
          await writeAudit(tx, { ...user, userName: name, address }, 'safety.sessions_ended');
      });
    },
  };
}

export type SessionsUsecases = ReturnType<typeof createSessionsUsecases>;

import { AppError } from '#shared/errors.ts';
import type { Clock } from '#platform/clock/clock.ts';
import { hashPassword, verifyPassword } from '#platform/crypto/password.ts';
import { hashToken, newToken } from '#platform/crypto/secret-box.ts';
import type { Database, Transaction } from '#platform/database/database.ts';
import type { RateLimiter, RateRule } from '#platform/rate-limit/rate-limit.ts';
import type { Realtime } from '#platform/realtime/realtime.ts';
import { findUserById, setPassword } from '#features/accounts/server/accounts.usecases.ts';
import type { MailUsecases } from '#features/mail/server/mail.usecases.ts';
import { authErrors } from '../auth.contract.ts';
import { sessionLimits, type Session } from './auth.models.ts';
import { authRepository } from './auth.repository.ts';

/** Somebody at an unlocked screen must not be able to guess the password there. */
const guesses: RateRule = { name: 'password-change', limit: 10, windowSeconds: 900 };

/** What a session is called outside: not what stands in the database, which no answer holds. */
const nameOf = (id: string): string => hashToken(id).slice(0, 24);

/** What a signed-in person does about his own ways in: another password, and where he is signed in. */
export function createSessionsUsecases(services: { database: Database; clock: Clock; limiter: RateLimiter; realtime: Realtime; mail: Pick<MailUsecases, 'send'>; publicUrl(): string }) {
  const { database, clock, limiter, realtime } = services;

  /** Streams of a session that ended end at once, in every process. */
  const tell = (tx: Transaction, ids: readonly string[]): Promise<unknown> => Promise.all(ids.map((id) => realtime.publish(tx, { topic: `session:${id}`, data: {} })));

  return {
    /**
     * The new session of this browser; every session of before is worthless, also a copied one of this browser. The person is told by mail.
     * Throws `passwordWrong`, `passwordUnchanged` and, after ten wrong ones in a quarter of an hour, `tooManyAttempts`.
     */
    async changePassword(user: { userId: string }, input: { current: string; password: string }, userAgent: string): Promise<Session> {
      const seconds = await limiter.take(guesses, user.userId);
      if (seconds !== null) throw new AppError(authErrors.tooManyAttempts, { retryAfterSeconds: seconds });
      const found = await findUserById(database, user.userId);
      if (!found || !(await verifyPassword(found.passwordHash, input.current))) throw new AppError(authErrors.passwordWrong);
      if (input.password.normalize('NFKC') === input.current.normalize('NFKC')) throw new AppError(authErrors.passwordUnchanged);
      const [passwordHash, token, now] = [await hashPassword(input.password), newToken(), clock.now()];
      const session = { token, expiresAt: new Date(now.getTime() + sessionLimits.longestMs) };
      await database.system(async (tx) => {
        const repository = authRepository(tx);
        await setPassword(tx, user.userId, passwordHash);
        await tell(tx, await repository.deleteSessionsOf(user.userId));
        await repository.insertSession({ id: hashToken(token), userId: user.userId, createdAt: now, lastSeenAt: now, expiresAt: session.expiresAt, userAgent: userAgent.slice(0, 300) });
      });
      await limiter.clear(guesses, user.userId);
      await services.mail.send({ kind: 'password-changed', to: found.email, language: found.language, variables: { url: `${services.publicUrl()}/forgot-password` } });
      return session;
    },

    /** Last used first; `userAgent` is what the browser called itself. */
    async list(user: { userId: string; sessionId: string }) {
      const now = clock.now();
      const rows = await authRepository(database.direct).sessionsOf(user.userId);
      return rows
        .filter(({ expiresAt, lastSeenAt }) => expiresAt > now && now.getTime() - lastSeenAt.getTime() <= sessionLimits.idleMs)
        .map((row) => ({ id: nameOf(row.id), isCurrent: row.id === user.sessionId, userAgent: row.userAgent, createdAt: row.createdAt.toISOString(), lastSeenAt: row.lastSeenAt.toISOString() }));
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

    async endOthers(user: { userId: string; sessionId: string }): Promise<void> {
      await database.system(async (tx) => tell(tx, await authRepository(tx).deleteSessionsOf(user.userId, user.sessionId)));
    },
  };
}

export type SessionsUsecases = ReturnType<typeof createSessionsUsecases>;

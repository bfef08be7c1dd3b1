import { AppError, commonErrors } from '#shared/errors.ts';
import type { Clock } from '#platform/clock/clock.ts';
import { hashToken, newToken } from '#platform/crypto/secret-box.ts';
import type { Database } from '#platform/database/database.ts';
import type { Impersonation } from '#platform/http/access.ts';
import type { Realtime } from '#platform/realtime/realtime.ts';
import { findUserById, type AccountsUsecases } from '#features/accounts/server/accounts.usecases.ts';
import {
  superadminActor,
  superadminIn,
  type Superadmin,
} from '#features/audit/server/audit-superadmin.usecases.ts';
import { writeAudit } from '#features/audit/server/audit.usecases.ts';
import { authErrors } from '../auth.contract.ts';
import { sessionLimits, type Session } from './auth.models.ts';
import { authRepository, type SessionRow } from './auth.repository.ts';
import type { SessionsUsecases } from './auth-sessions.usecases.ts';

/** How long a superadmin works as somebody else before it ends by itself. */
export const impersonationMs = 3_600_000;

/** A superadmin who works as somebody else: with a reason, for an hour, and written down on both sides. */
export function createImpersonation(services: {
  database: Database;
  clock: Clock;
  realtime: Realtime;
  accounts: Pick<AccountsUsecases, 'member'>;
  sessions: Pick<SessionsUsecases, 'confirmPassword'>;
}) {
  const { database, clock, realtime } = services;

  /** Ends it, streams too, and writes that down in the account. */
  async function leave(as: {
    userId: string;
    accountId: string;
    sessionId: string;
    byId: string;
  }): Promise<void> {
    const user = await findUserById(database, as.userId);
    const by = await findUserById(database, as.byId);
    await database.system(async (tx) => {
      await authRepository(tx).deleteSession(as.sessionId);
      await realtime.publish(tx, { topic: `session:${as.sessionId}`, data: {} });
      await writeAudit(tx, superadminIn(as.accountId, by?.name), 'account.left_by_superadmin', {
        id: as.userId,
        name: user?.name ?? '',
      });
    });
  }

  return {
    /**
     * Opens a session as a member of an account. The password is that of the superadmin.
     * @throws `auth.password_wrong`, `auth.impersonation_refused` for superadmins and whoever may not come in
     */
    async begin(
      superadmin: Superadmin & { sessionId: string },
      request: { userId: string; accountId: string | null; reason: string; password: string },
      userAgent: string,
    ): Promise<Session> {
      await services.sessions.confirmPassword(superadmin.userId, request.password);
      const member = await services.accounts.member(request.userId, request.accountId);
      if (!member)
        throw new AppError(
          (await findUserById(database, request.userId))
            ? authErrors.impersonationRefused
            : commonErrors.notFound,
        );
      const { user, account } = member;
      if (
        user.isSuperadmin ||
        member.isVisit ||
        (request.accountId !== null && account.id !== request.accountId)
      )
        throw new AppError(authErrors.impersonationRefused);
      const actor = await superadminActor(database, superadmin);
      const now = clock.now();
      const session = { token: newToken(), expiresAt: new Date(now.getTime() + impersonationMs) };
      await database.system(async (tx) => {
        await authRepository(tx).insertSession({
          id: hashToken(session.token),
          userId: user.id,
          createdAt: now,
          lastSeenAt: now,
          expiresAt: session.expiresAt,
          userAgent: userAgent.slice(0, 300),
          worksIn: account.id,
          accessEndedAt: null,
          secondFactorAt: null,
          impersonatedBy: superadmin.userId,
          impersonatedFrom: superadmin.sessionId,
          impersonationReason: request.reason,
        });
        const details = { reason: request.reason };
        await writeAudit(tx, actor, 'operator.impersonated', { id: user.id, name: user.name, details });
        await writeAudit(tx, superadminIn(account.id, actor.userName), 'account.entered', {
          id: user.id,
          name: user.name,
          details,
        });
      });
      return session;
    },

    /**
     * Ends it. `ownToken` is what the browser kept of the superadmin's own session, which goes on; null when it
     * is none, or over.
     */
    async end(
      as: { userId: string; accountId: string; sessionId: string; impersonation: Impersonation },
      ownToken: string | undefined,
    ): Promise<Session | null> {
      const repository = authRepository(database.direct);
      const session = await repository.session(as.sessionId);
      await leave({ ...as, byId: as.impersonation.byId });
      const ownId = ownToken === undefined ? null : hashToken(ownToken);
      const own = ownId === session?.impersonatedFrom && ownId ? await repository.session(ownId) : null;
      return own && ownToken !== undefined
        ? { token: ownToken, expiresAt: new Date(clock.now().getTime() + sessionLimits.longestMs) }
        : null;
    },

    /**
     * Signs a superadmin out who works as somebody else: out of the own session too, where `ownToken` is the one
     * that it was begun in. False where the session is none of a superadmin.
     */
    async signOut(sessionId: string, ownToken: string | undefined): Promise<boolean> {
      const session = await authRepository(database.direct).session(sessionId);
      if (!session?.impersonatedBy || !session.worksIn) return false;
      const { userId, worksIn: accountId, impersonatedBy: byId } = session;
      await leave({ userId, accountId, sessionId, byId });
      if (ownToken === undefined || hashToken(ownToken) !== session.impersonatedFrom) return true;
      const ownId = session.impersonatedFrom;
      await database.system(async (tx) => {
        await authRepository(tx).deleteSession(ownId);
        await realtime.publish(tx, { topic: `session:${ownId}`, data: {} });
      });
      return true;
    },

    /**
     * Who works in a session that a superadmin opened; `undefined` for everybody's own, null where it is over:
     * the superadmin signed out, or is none any more.
     */
    async of(session: SessionRow): Promise<Impersonation | null | undefined> {
      if (session.impersonatedBy === null) return undefined;
      const by = await findUserById(database, session.impersonatedBy);
      const own =
        session.impersonatedFrom && (await authRepository(database.direct).session(session.impersonatedFrom));
      if (!own || own.expiresAt <= clock.now() || !by?.isSuperadmin || by.disabledAt) return null;
      return {
        byId: by.id,
        by: by.name,
        fromSessionId: own.id,
        reason: session.impersonationReason,
        until: session.expiresAt.toISOString(),
      };
    },
  };
}

export type ImpersonationUsecases = ReturnType<typeof createImpersonation>;

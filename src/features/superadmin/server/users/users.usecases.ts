import { AppError, commonErrors } from '#shared/errors.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database, Transaction } from '#platform/database/database.ts';
import type { Realtime } from '#platform/realtime/realtime.ts';
import {
  holdUser,
  setDisabled,
  setSuperadmin,
} from '#features/accounts/server/accounts-superadmin.usecases.ts';
import { proveEmail } from '#features/accounts/server/accounts.usecases.ts';
import type { AuditAction } from '#features/audit/audit.contract.ts';
import { superadminActor, type Superadmin } from '#features/audit/server/audit-superadmin.usecases.ts';
import { writeAudit } from '#features/audit/server/audit.usecases.ts';
import { endAllSessions, type SessionsUsecases } from '#features/auth/server/auth-sessions.usecases.ts';
import type { TwoFactorUsecases } from '#features/auth/server/auth-two-factor.usecases.ts';
import { superadminAccountsErrors, type UserSummary } from '../../superadmin-accounts.contract.ts';
import { containing } from '../accounts/accounts.repository.ts';
import { superadminUsersRepository, type ListedUser } from './users.repository.ts';

const pageSize = 50;

export type UserChange = {
  isLocked?: boolean | undefined;
  hasSecondFactor?: false | undefined;
  isAddressProven?: true | undefined;
  isSuperadmin?: boolean | undefined;
  password?: string | undefined;
};

/** People as superadmins look after them. */
export function createSuperadminUsers(services: {
  database: Database;
  clock: Clock;
  realtime: Realtime;
  sessions: Pick<SessionsUsecases, 'confirmPassword'>;
  twoFactor: Pick<TwoFactorUsecases, 'takeOff'>;
}) {
  const { database, clock, realtime } = services;

  return {
    async list(query: {
      search?: string | undefined;
      cursor?: string | undefined;
    }): Promise<{ users: UserSummary[]; nextCursor: string | null }> {
      const rows = await superadminUsersRepository(database.direct).page({
        containing: query.search ? containing(query.search) : undefined,
        cursor: query.cursor,
        limit: pageSize + 1,
      });
      const shown = rows.slice(0, pageSize);
      return {
        users: shown.map(present),
        nextCursor: rows.length > pageSize ? (shown.at(-1)?.id ?? null) : null,
      };
    },

    /**
     * Changes what holds of a person, each with its line in the log.
     * @throws `superadmin.own_account`, `superadmin.last_superadmin`, `superadmin.not_for_superadmins`,
     * `auth.password_wrong`
     */
    async change(superadmin: Superadmin, id: string, request: UserChange): Promise<UserSummary> {
      if (request.isSuperadmin !== undefined)
        await services.sessions.confirmPassword(superadmin.userId, request.password ?? '');
      const actor = await superadminActor(database, superadmin);
      await database.system(async (tx) => {
        const user = await holdUser(tx, id);
        if (!user) throw new AppError(commonErrors.notFound);
        const note = (action: AuditAction) => writeAudit(tx, actor, action, { id, name: user.name });
        if (request.isSuperadmin !== undefined && request.isSuperadmin !== user.isSuperadmin) {
          if (request.isSuperadmin && user.disabledAt)
            throw new AppError(superadminAccountsErrors.notForSuperadmins);
          if (!(await setSuperadmin(tx, id, request.isSuperadmin)))
            throw new AppError(superadminAccountsErrors.lastSuperadmin);
          await note(request.isSuperadmin ? 'operator.superadmin_made' : 'operator.superadmin_removed');
        }
        if (request.isLocked !== undefined && request.isLocked !== (user.disabledAt !== null))
          await lock(
            tx,
            { superadmin, id, isLocked: request.isLocked, isSuperadmin: user.isSuperadmin },
            note,
          );
        if (request.hasSecondFactor === false) {
          // Whoever may do everything keeps what guards them; their own is switched off with a code.
          if (user.isSuperadmin) throw new AppError(superadminAccountsErrors.notForSuperadmins);
          if (await services.twoFactor.takeOff(tx, id)) await note('operator.two_factor_reset');
        }
        if (request.isAddressProven && (await proveEmail(tx, id, clock.now())))
          await note('operator.address_proven');
      });
      const [row] = await superadminUsersRepository(database.direct).page({ id, limit: 1 });
      if (!row) throw new AppError(commonErrors.notFound);
      return present(row);
    },
  };

  async function lock(
    tx: Transaction,
    about: { superadmin: Superadmin; id: string; isLocked: boolean; isSuperadmin: boolean },
    note: (action: AuditAction) => Promise<void>,
  ): Promise<void> {
    if (about.isLocked && about.id === about.superadmin.userId)
      throw new AppError(superadminAccountsErrors.ownAccount);
    if (about.isLocked && about.isSuperadmin) throw new AppError(superadminAccountsErrors.notForSuperadmins);
    await setDisabled(tx, about.id, about.isLocked ? clock.now() : null);
    if (about.isLocked) await endAllSessions(tx, realtime, about.id);
    await note(about.isLocked ? 'operator.user_locked' : 'operator.user_unlocked');
  }
}

function present(row: ListedUser): UserSummary {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    createdAt: new Date(row.created_at).toISOString(),
    isSuperadmin: row.is_superadmin,
    isLocked: row.is_locked,
    isAddressProven: row.is_proven,
    hasSecondFactor: row.has_second_factor,
    lastSeenAt: row.last_seen_at === null ? null : new Date(row.last_seen_at).toISOString(),
    accounts: row.accounts,
  };
}

export type SuperadminUsers = ReturnType<typeof createSuperadminUsers>;

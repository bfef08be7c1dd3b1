import { AppError } from '#shared/errors.ts';
import type { Transaction } from '#platform/database/database.ts';
import type { AccountScope } from '#platform/http/access.ts';
import { roleGrants } from '#features/accounts/accounts.contract.ts';
import { lockAccount } from '#features/accounts/server/accounts-plan-status.usecases.ts';
import { writeAudit } from '#features/audit/server/audit.usecases.ts';
import { handBackSoon } from '#features/conversations/server/handoff/hand-back.usecases.ts';
import { endSessionsIn, endVisits } from '#features/auth/server/auth-sessions.usecases.ts';
import { findVisitor } from '#features/accounts/server/accounts-clients.usecases.ts';
import { teamErrors, type AssignableRole, type Invitation, type TeamMember } from '../team.contract.ts';
import { managesRole, rolesBelow } from './team.policy.ts';
import { teamRepository, type InvitationRow, type MemberRow } from './team.repository.ts';
import type { TeamServices } from './team.usecases.ts';

/** An invitation as whoever manages the team sees it. */
export function presentInvitation(row: InvitationRow, invitedBy: string, now: Date): Invitation {
  const { id, email, role, agentIds, message } = row;
  return {
    id,
    email,
    role,
    agentIds,
    message,
    state: row.expiresAt <= now ? 'expired' : 'pending',
    invitedBy,
    sentAt: row.sentAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
  };
}

/**
 * The caller's role as it is now, with the account held: changes of one team come one after the other, and
 * each sees the one before.
 */
export async function lockTeam(tx: Transaction, scope: AccountScope): Promise<MemberRow> {
  await lockAccount(tx, scope.accountId);
  const actor =
    (await teamRepository(tx).member(scope.accountId, scope.userId)) ??
    (await findVisitor(tx, scope.userId, scope.accountId));
  if (!actor || actor.suspendedAt) throw new AppError(teamErrors.roleTooHigh);
  return actor;
}

/** Refuses agents that are not the account's. */
export async function checkAgents(
  tx: Transaction,
  accountId: string,
  agentIds: readonly string[] | null,
): Promise<void> {
  if (agentIds && (await teamRepository(tx).countAgents(accountId, agentIds)) !== new Set(agentIds).size)
    throw new AppError(teamErrors.agentUnknown);
}

export function createMembers({ database, clock, realtime, jobs, endPrograms }: TeamServices) {
  /** Does something to a member whom the caller's role may manage. */
  function manage(
    scope: AccountScope,
    userId: string,
    work: (tx: Transaction, member: MemberRow & { name: string }, actor: MemberRow) => Promise<void>,
  ): Promise<void> {
    return database.system(async (tx) => {
      const actor = await lockTeam(tx, scope);
      const member = await teamRepository(tx).member(scope.accountId, userId);
      if (!member) throw new AppError(teamErrors.memberNotFound);
      if (userId === scope.userId) throw new AppError(teamErrors.notOneself);
      if (!managesRole(actor.role, member.role)) throw new AppError(teamErrors.roleTooHigh);
      await work(tx, { ...member, name: (await teamRepository(tx).person(userId))?.name ?? '' }, actor);
      await handBackSoon(tx, jobs, { accountId: scope.accountId, userId });
      // Whoever looks at the team, and the member themselves, sees it at once.
      await realtime.publish(tx, {
        topic: `account:${scope.accountId}`,
        data: { type: 'team.changed', userId },
      });
    });
  }

  return {
    async team(scope: AccountScope) {
      const manages = scope.can('team.manage');
      const { rows, open, accountName } = await database.system(async (tx) => ({
        rows: await teamRepository(tx).members(scope.accountId),
        open: manages ? await teamRepository(tx).openInvitations(scope.accountId) : [],
        accountName: await teamRepository(tx).accountName(scope.accountId),
      }));
      const roles = rolesBelow(scope.role);
      return {
        accountName,
        roles,
        members: rows.map(({ member, name, email, avatarUrl, twoFactor }): TeamMember => {
          const isYou = member.userId === scope.userId;
          const canManage = !isYou && managesRole(scope.role, member.role);
          return {
            userId: member.userId,
            name,
            email,
            avatarUrl,
            role: member.role,
            agentIds: member.agentIds,
            status: member.suspendedAt ? 'suspended' : 'active',
            joinedAt: member.createdAt.toISOString(),
            lastActiveAt: member.lastActiveAt?.toISOString() ?? null,
            twoFactor,
            isYou,
            can: {
              manage: canManage,
              roles: canManage ? roles : [],
              makeOwner: !isYou && !member.suspendedAt && scope.can('account.manage'),
            },
          };
        }),
        invitations: open.map(({ invitation, invitedBy }) =>
          presentInvitation(invitation, invitedBy ?? '', clock.now()),
        ),
      };
    },

    change: (
      scope: AccountScope,
      userId: string,
      change: { role?: AssignableRole | undefined; agentIds?: string[] | null | undefined },
    ): Promise<void> =>
      manage(scope, userId, async (tx, member, actor) => {
        const about = { id: userId, name: member.name };
        const { role, agentIds } = change;
        if (role !== undefined && role !== member.role) {
          if (!rolesBelow(actor.role).includes(role)) throw new AppError(teamErrors.roleTooHigh);
          await teamRepository(tx).changeMember(scope.accountId, userId, { role });
          if (!roleGrants(role, 'clients.manage'))
            await endVisits(tx, realtime, { userId, agencyId: scope.accountId });
          await writeAudit(tx, scope, 'team.role_changed', {
            ...about,
            details: { from: member.role, to: role },
          });
        }
        const reach = (ids: readonly string[] | null): string => (ids === null ? '*' : ids.toSorted().join());
        if (agentIds !== undefined && reach(agentIds) !== reach(member.agentIds)) {
          await checkAgents(tx, scope.accountId, agentIds);
          await teamRepository(tx).changeMember(scope.accountId, userId, { agentIds });
          await writeAudit(tx, scope, 'team.reach_changed', about);
        }
      }),

    suspend: (scope: AccountScope, userId: string): Promise<void> =>
      manage(scope, userId, async (tx, { name, suspendedAt }) => {
        if (suspendedAt) return;
        await teamRepository(tx).changeMember(scope.accountId, userId, { suspendedAt: clock.now() });
        await endSessionsIn(tx, realtime, userId, scope.accountId);
        await writeAudit(tx, scope, 'team.suspended', { id: userId, name });
      }),

    reactivate: (scope: AccountScope, userId: string): Promise<void> =>
      manage(scope, userId, async (tx, { name, suspendedAt }) => {
        if (!suspendedAt) return;
        await teamRepository(tx).changeMember(scope.accountId, userId, { suspendedAt: null });
        await writeAudit(tx, scope, 'team.reactivated', { id: userId, name });
      }),

    remove: (scope: AccountScope, userId: string): Promise<void> =>
      manage(scope, userId, async (tx, { name, role }) => {
        await teamRepository(tx).removeMember(scope.accountId, userId);
        await endSessionsIn(tx, realtime, userId, scope.accountId);
        await endPrograms(tx, { accountId: scope.accountId, userId });
        await writeAudit(tx, scope, 'team.removed', { id: userId, name, details: { from: role } });
      }),

    /** Whoever leaves takes nothing along. The owner hands the account over, or deletes it. */
    leave: (scope: AccountScope): Promise<void> =>
      database.system(async (tx) => {
        const { role } = await lockTeam(tx, scope);
        if (role === 'owner') throw new AppError(teamErrors.lastOwner);
        await writeAudit(tx, scope, 'team.left', { id: scope.userId, name: scope.userName });
        await teamRepository(tx).removeMember(scope.accountId, scope.userId);
        await handBackSoon(tx, jobs, scope);
        await endSessionsIn(tx, realtime, scope.userId, scope.accountId);
        await endPrograms(tx, scope);
        await realtime.publish(tx, {
          topic: `account:${scope.accountId}`,
          data: { type: 'team.changed', userId: scope.userId },
        });
      }),
  };
}

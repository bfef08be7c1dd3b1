import { AppError } from '#shared/errors.ts';
import { newId } from '#shared/ids.ts';
import { paths } from '#shared/paths.ts';
import type { Language } from '#shared/languages.ts';
import { hashToken, newToken } from '#platform/crypto/secret-box.ts';
import type { Database, Transaction } from '#platform/database/database.ts';
import type { AccountScope } from '#platform/http/access.ts';
import { admit, type RateRule } from '#platform/rate-limit/rate-limit.ts';
import type { Role } from '#features/accounts/accounts.contract.ts';
import { lockAccount } from '#features/accounts/server/accounts-plan-status.usecases.ts';
import { mailboxOf } from '#features/mail/server/mail.usecases.ts';
import { requireWithinLimit } from '#features/account-limits/server/account-limits.usecases.ts';
import { writeAudit } from '#features/audit/server/audit.usecases.ts';
import { emailKeyOf } from '#features/auth/server/auth.usecases.ts';
import {
  invitationHours,
  mostMembers,
  mostPending,
  resendSeconds,
  teamErrors,
  type AssignableRole,
  type Invitation,
  type Invited,
} from '../team.contract.ts';
import { checkAgents, lockTeam, presentInvitation } from './team-members.usecases.ts';
import { rolesBelow } from './team.policy.ts';
import { teamRepository, type InvitationRow } from './team.repository.ts';
import type { TeamServices } from './team.usecases.ts';

/**
 * Mails with invitations, first ones and again. Anybody can open an account and type addresses and a message:
 * one that has not paid writes to few people a day, and nobody is written to again and again, by whichever
 * account.
 */
const rules = {
  again: { name: 'invitation-again', limit: 3, windowSeconds: 86_400 },
  invited: { name: 'invitation-mailbox', limit: 5, windowSeconds: 86_400 },
  inviter: { name: 'invitation-inviter', limit: 40, windowSeconds: 86_400 },
  account: { name: 'invitation-account', limit: 100, windowSeconds: 86_400 },
  unpaidAccount: { name: 'invitation-account', limit: 20, windowSeconds: 86_400 },
} as const satisfies Record<string, RateRule>;

/** Takes back what an agency had sent out into the account of a client, in the caller's transaction. */
export const revokeInvitationsOf = (
  tx: Transaction,
  accountId: string,
  agencyId: string,
  now: Date,
): Promise<void> => teamRepository(tx).revokeOfAgency(accountId, agencyId, now);

/** Invitations of an account that are open. */
export async function findInvitations(
  database: Database,
  accountId: string,
  now: Date,
): Promise<Invitation[]> {
  const rows = await teamRepository(database.direct).openInvitations(accountId);
  return rows.map(({ invitation, invitedBy }) => presentInvitation(invitation, invitedBy ?? '', now));
}

/** Inviting people, by whoever manages the team. */
export function createInvitations(services: TeamServices) {
  const { database, clock, limiter, mail, planStatuses, originOf, signUp } = services;

  /** Throws `tooManyInvitationMails`. What is refused for other reasons gives its use back. */
  async function counted<T>(scope: AccountScope, email: string, work: () => Promise<T>): Promise<T> {
    const mailbox = mailboxOf(email);
    const hasPaid = (await planStatuses.of(scope.accountId))?.hasPaid === true;
    const uses = [
      { rule: rules.again, key: `${scope.accountId} ${mailbox}` },
      { rule: rules.inviter, key: scope.userId },
      { rule: hasPaid ? rules.account : rules.unpaidAccount, key: scope.accountId },
      { rule: rules.invited, key: mailbox },
    ];
    await admit(limiter, teamErrors.tooManyInvitationMails, uses);
    try {
      return await work();
    } catch (error) {
      if (error instanceof AppError) await limiter.giveBack(uses);
      throw error;
    }
  }

  const expiry = (now: Date): Date => new Date(now.getTime() + invitationHours * 3_600_000);

  /** Writes the mail. Behind the number sign the token stays out of server logs and of the Referer header. */
  async function write(
    tx: Transaction,
    scope: AccountScope,
    row: InvitationRow,
    token: string,
    language: Language,
  ): Promise<Invited> {
    const link = `${await originOf(scope.accountId)}${paths.acceptInvitation}#${token}`;
    const account = await teamRepository(tx).accountName(scope.accountId);
    await mail.send(
      {
        kind: 'invitation',
        to: row.email,
        language,
        accountId: scope.accountId,
        variables: { url: link, inviter: scope.userName, account, hours: invitationHours },
        ...(row.message && { paragraphs: [row.message] }),
      },
      tx,
    );
    return {
      invitation: presentInvitation(row, scope.userName, clock.now()),
      link,
      isMailed: mail.leaves(),
    };
  }

  /** Writes an invitation and its mail; the account is held. */
  async function add(
    tx: Transaction,
    scope: AccountScope,
    input: Pick<InvitationRow, 'email' | 'role' | 'agentIds' | 'message' | 'agencyId'>,
    language: Language,
  ): Promise<Invited> {
    // Also for those who are known here: whether they are is nobody's to find out.
    signUp.requireInvited(input.email);
    const [repository, now, token] = [teamRepository(tx), clock.now(), newToken()];
    const emailKey = emailKeyOf(input.email);
    if (await repository.memberByEmail(scope.accountId, emailKey))
      throw new AppError(teamErrors.alreadyMember);
    await repository.revokeExpired(scope.accountId, emailKey, now);
    const open = await repository.openInvitations(scope.accountId);
    if (open.some(({ invitation }) => invitation.emailKey === emailKey))
      throw new AppError(teamErrors.alreadyInvited);
    const pending = await repository.countPending(scope.accountId, now);
    if (pending >= mostPending)
      throw new AppError(teamErrors.tooManyInvitations, { variables: { most: mostPending } });
    if ((await repository.countMembers(scope.accountId)) >= mostMembers)
      throw new AppError(teamErrors.tooManyMembers, { variables: { most: mostMembers } });
    // Whoever is invited has a place.
    await requireWithinLimit(tx, scope.accountId, 'members', 1 + pending);
    const row: InvitationRow = {
      id: newId('inv'),
      accountId: scope.accountId,
      ...input,
      emailKey,
      tokenHash: hashToken(token),
      invitedBy: scope.userId,
      createdAt: now,
      sentAt: now,
      expiresAt: expiry(now),
      acceptedAt: null,
      acceptedBy: null,
      revokedAt: null,
    };
    await repository.insertInvitation(row);
    await writeAudit(tx, scope, 'team.invited', { id: row.id, name: row.email, details: { to: row.role } });
    return write(tx, scope, row, token, language);
  }

  return {
    async invite(
      scope: AccountScope,
      input: { email: string; role: AssignableRole; agentIds: string[] | null; message: string },
      language: Language,
    ): Promise<Invited> {
      return counted(scope, input.email, () =>
        database.system(async (tx) => {
          const { role } = await lockTeam(tx, scope);
          if (!rolesBelow(role).includes(input.role)) throw new AppError(teamErrors.roleTooHigh);
          await checkAgents(tx, scope.accountId, input.agentIds);
          return add(tx, scope, { ...input, agencyId: null }, language);
        }),
      );
    },

    /**
     * Invites into the account of a client, by the right of its agency. `check` looks, with the account held,
     * whether that is what the agency may give.
     */
    inviteFor: (
      scope: AccountScope,
      input: { email: string; role: Role; message: string; agencyId: string },
      language: Language,
      check: (tx: Transaction) => Promise<void>,
    ): Promise<Invited> =>
      counted(scope, input.email, () =>
        database.system(async (tx) => {
          await lockAccount(tx, scope.accountId);
          await check(tx);
          return add(tx, scope, { ...input, agentIds: null }, language);
        }),
      ),

    async resend(scope: AccountScope, id: string, language: Language): Promise<Invited> {
      const known = await teamRepository(database.direct).openInvitation(scope.accountId, id);
      if (!known) throw new AppError(teamErrors.invitationNotFound);
      return counted(scope, known.email, () =>
        database.system(async (tx) => {
          const { role } = await lockTeam(tx, scope);
          const [repository, now, token] = [teamRepository(tx), clock.now(), newToken()];
          const row = await repository.openInvitation(scope.accountId, id);
          if (!row) throw new AppError(teamErrors.invitationNotFound);
          if (!rolesBelow(role).some((lower) => lower === row.role))
            throw new AppError(teamErrors.roleTooHigh);
          signUp.requireInvited(row.email);
          const wait = resendSeconds - Math.floor((now.getTime() - row.sentAt.getTime()) / 1000);
          if (wait > 0) throw new AppError(teamErrors.invitationSentJustNow, { retryAfterSeconds: wait });
          const renewed = {
            ...row,
            tokenHash: hashToken(token),
            sentAt: now,
            expiresAt: expiry(now),
            invitedBy: scope.userId,
          };
          await repository.renewInvitation(id, renewed);
          await writeAudit(tx, scope, 'team.invitation_resent', { id, name: row.email });
          return write(tx, scope, renewed, token, language);
        }),
      );
    },

    revoke: (scope: AccountScope, id: string): Promise<void> =>
      database.system(async (tx) => {
        await lockTeam(tx, scope);
        await take(tx, scope, id);
      }),

    /** Takes one back that an agency has sent into the account of a client. */
    revokeFor: (scope: AccountScope, id: string): Promise<void> =>
      database.system(async (tx) => {
        await lockAccount(tx, scope.accountId);
        await take(tx, scope, id);
      }),
  };

  async function take(tx: Transaction, scope: AccountScope, id: string): Promise<void> {
    const row = await teamRepository(tx).revokeInvitation(scope.accountId, id, clock.now());
    if (!row) throw new AppError(teamErrors.invitationNotFound);
    await writeAudit(tx, scope, 'team.invitation_revoked', { id, name: row.email });
  }
}

export type Invitations = ReturnType<typeof createInvitations>;

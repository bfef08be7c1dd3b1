import { AppError } from '#shared/errors.ts';
import { newId } from '#shared/ids.ts';
import { paths } from '#shared/paths.ts';
import type { Language } from '#shared/languages.ts';
import { hashToken, newToken } from '#platform/crypto/secret-box.ts';
import type { Transaction } from '#platform/database/database.ts';
import type { AccountScope } from '#platform/http/access.ts';
import { admit, type RateRule } from '#platform/rate-limit/rate-limit.ts';
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

/** Inviting people, by whoever manages the team. */
export function createInvitations(services: TeamServices) {
  const { database, clock, limiter, mail, planStatuses, publicUrl, signUp } = services;

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
    const link = `${publicUrl()}${paths.acceptInvitation}#${token}`;
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

  return {
    async invite(
      scope: AccountScope,
      input: { email: string; role: AssignableRole; agentIds: string[] | null; message: string },
      language: Language,
    ): Promise<Invited> {
      return counted(scope, input.email, () =>
        database.system(async (tx) => {
          const { role } = await lockTeam(tx, scope);
          const [repository, now, emailKey, token] = [
            teamRepository(tx),
            clock.now(),
            emailKeyOf(input.email),
            newToken(),
          ];
          if (!rolesBelow(role).includes(input.role)) throw new AppError(teamErrors.roleTooHigh);
          // Also for those who are known here: whether they are is nobody's to find out.
          signUp.requireInvited(input.email);
          await checkAgents(tx, scope.accountId, input.agentIds);
          if (await repository.memberByEmail(scope.accountId, emailKey))
            throw new AppError(teamErrors.alreadyMember);
          await repository.revokeExpired(scope.accountId, emailKey, now);
          const open = await repository.openInvitations(scope.accountId);
          if (open.some(({ invitation }) => invitation.emailKey === emailKey))
            throw new AppError(teamErrors.alreadyInvited);
          if ((await repository.countPending(scope.accountId, now)) >= mostPending)
            throw new AppError(teamErrors.tooManyInvitations, { variables: { most: mostPending } });
          if ((await repository.countMembers(scope.accountId)) >= mostMembers)
            throw new AppError(teamErrors.tooManyMembers, { variables: { most: mostMembers } });
          // Whoever is invited has a place.
          await requireWithinLimit(
            tx,
            scope.accountId,
            'members',
            1 + (await repository.countPending(scope.accountId, now)),
          );
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
          await writeAudit(tx, scope, 'team.invited', {
            id: row.id,
            name: row.email,
            details: { to: row.role },
          });
          return write(tx, scope, row, token, language);
        }),
      );
    },

    async resend(scope: AccountScope, id: string, language: Language): Promise<Invited> {
      const known = await teamRepository(database.direct).openInvitation(scope.accountId, id);
      if (!known) throw new AppError(teamErrors.invitationNotFound);
      return counted(scope, known.email, () =>
        database.system(async (tx) => {
          const { role } = await lockTeam(tx, scope);
          const [repository, now, token] = [teamRepository(tx), clock.now(), newToken()];
          const row = await repository.openInvitation(scope.accountId, id);
          if (!row) throw new AppError(teamErrors.invitationNotFound);
          if (!rolesBelow(role).includes(row.role)) throw new AppError(teamErrors.roleTooHigh);
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

    async revoke(scope: AccountScope, id: string): Promise<void> {
      await database.system(async (tx) => {
        await lockTeam(tx, scope);
        const row = await teamRepository(tx).revokeInvitation(scope.accountId, id, clock.now());
        if (!row) throw new AppError(teamErrors.invitationNotFound);
        await writeAudit(tx, scope, 'team.invitation_revoked', { id, name: row.email });
      });
    },
  };
}

import { randomInt } from 'node:crypto';
import { AppError } from '#shared/errors.ts';
import { paths } from '#shared/paths.ts';
import { hashToken } from '#platform/crypto/secret-box.ts';
import type { AccountScope } from '#platform/http/access.ts';
import { writeAudit } from '#features/audit/server/audit.usecases.ts';
import { teamErrors, transferMinutes, transferTries } from '../team.contract.ts';
import { lockTeam } from './team-members.usecases.ts';
import { teamRepository } from './team.repository.ts';
import type { TeamServices } from './team.usecases.ts';

/** The owner makes another member the owner: with their password, and a code that only their mailbox has. */
export function createOwnership({ database, clock, realtime, mail, sessions, publicUrl }: TeamServices) {
  const hashOf = (accountId: string, code: string): string => hashToken(`ownership ${accountId} ${code}`);

  return {
    async start(scope: AccountScope, input: { userId: string; password: string }): Promise<void> {
      await sessions.confirmPassword(scope.userId, input.password);
      const code = String(randomInt(1_000_000)).padStart(6, '0');
      await database.system(async (tx) => {
        const repository = teamRepository(tx);
        const [actor, member] = [
          await lockTeam(tx, scope),
          await repository.member(scope.accountId, input.userId),
        ];
        if (actor.role !== 'owner') throw new AppError(teamErrors.roleTooHigh);
        if (!member) throw new AppError(teamErrors.memberNotFound);
        if (member.userId === scope.userId) throw new AppError(teamErrors.notOneself);
        if (member.suspendedAt) throw new AppError(teamErrors.suspended);
        const now = clock.now();
        await repository.replaceTransfer({
          accountId: scope.accountId,
          fromUser: scope.userId,
          toUser: input.userId,
          codeHash: hashOf(scope.accountId, code),
          createdAt: now,
          expiresAt: new Date(now.getTime() + transferMinutes * 60_000),
        });
        const [owner, next] = [await repository.person(scope.userId), await repository.person(input.userId)];
        if (!owner || !next) throw new AppError(teamErrors.memberNotFound);
        const account = await repository.accountName(scope.accountId);
        await mail.send(
          {
            kind: 'ownership-code',
            to: owner.email,
            language: owner.language,
            accountId: scope.accountId,
            code,
            variables: {
              url: `${publicUrl()}${paths.team}`,
              account,
              member: next.name,
              minutes: transferMinutes,
            },
          },
          tx,
        );
      });
    },

    async confirm(scope: AccountScope, code: string): Promise<void> {
      // A wrong try is counted whatever becomes of the rest.
      const transfer = await database.system((tx) =>
        teamRepository(tx).tryTransfer(scope.accountId, scope.userId, clock.now(), transferTries),
      );
      if (!transfer || transfer.codeHash !== hashOf(scope.accountId, code))
        throw new AppError(teamErrors.codeWrong);
      await database.system(async (tx) => {
        const repository = teamRepository(tx);
        const [actor, member] = [
          await lockTeam(tx, scope),
          await repository.member(scope.accountId, transfer.toUser),
        ];
        if (actor.role !== 'owner' || !member || member.suspendedAt) throw new AppError(teamErrors.codeWrong);
        await repository.endTransfer(scope.accountId);
        await repository.changeMember(scope.accountId, scope.userId, { role: 'admin' });
        await repository.changeMember(scope.accountId, transfer.toUser, { role: 'owner', agentIds: null });
        const [owner, next] = [
          await repository.person(scope.userId),
          await repository.person(transfer.toUser),
        ];
        await writeAudit(tx, scope, 'team.owner_changed', { id: transfer.toUser, name: next?.name ?? '' });
        const account = await repository.accountName(scope.accountId);
        for (const person of [owner, next])
          if (person)
            await mail.send(
              {
                kind: 'ownership-moved',
                to: person.email,
                language: person.language,
                accountId: scope.accountId,
                variables: { url: `${publicUrl()}${paths.team}`, account, member: next?.name ?? '' },
              },
              tx,
            );
        for (const userId of [transfer.toUser, scope.userId])
          await realtime.publish(tx, {
            topic: `account:${scope.accountId}`,
            data: { type: 'team.changed', userId },
          });
      });
    },
  };
}

import { AppError } from '#shared/errors.ts';
import type { Language } from '#shared/languages.ts';
import { hashToken } from '#platform/crypto/secret-box.ts';
import { violatedConstraint, type Transaction } from '#platform/database/database.ts';
import type { SignedIn } from '#platform/http/access.ts';
import { addressKey } from '#platform/rate-limit/network.ts';
import { admit, type RateRule } from '#platform/rate-limit/rate-limit.ts';
import type { User } from '#features/accounts/accounts.contract.ts';
import { lockAccount } from '#features/accounts/server/accounts-plan-status.usecases.ts';
import { findVisitor } from '#features/accounts/server/accounts-clients.usecases.ts';
import {
  addMember,
  createPerson,
  findUserById,
  presentUser,
} from '#features/accounts/server/accounts.usecases.ts';
import { requireWithinLimit } from '#features/account-limits/server/account-limits.usecases.ts';
import { writeAudit } from '#features/audit/server/audit.usecases.ts';
import { authErrors } from '#features/auth/auth.contract.ts';
import { openSession } from '#features/auth/server/auth-sessions.usecases.ts';
import type { Session } from '#features/auth/server/auth.usecases.ts';
import { mostMembers, teamErrors } from '../team.contract.ts';
import { mayInvite } from './team.policy.ts';
import { teamRepository, type InvitationRow } from './team.repository.ts';
import type { TeamServices } from './team.usecases.ts';

/** Tokens can't be guessed; this keeps a flood of tries from costing anything. */
const tries: RateRule = { name: 'invitation-address', limit: 60, windowSeconds: 300 };

type Joined = {
  user: User;
  session: Session;
};

/** Coming in by an invitation, and going from one account to another. */
export function createJoining({
  database,
  clock,
  limiter,
  realtime,
  accounts,
  sessions,
  passwords,
  signUp,
  brandOf,
}: TeamServices) {
  async function limit(address: string): Promise<void> {
    await admit(limiter, authErrors.tooManyAttempts, [{ rule: tries, key: addressKey(address) }]);
  }

  /**
   * The invitation behind a link that still works. What the link is worth is the database's word alone: role
   * and agents stand there, and the inviter must still be somebody who may give them.
   */
  async function find(tx: Transaction, token: string): Promise<InvitationRow & { inviter: string }> {
    const repository = teamRepository(tx);
    const row = await repository.invitationByToken(hashToken(token));
    if (!row) throw new AppError(teamErrors.linkUnknown);
    if (row.acceptedAt) throw new AppError(teamErrors.linkUsed);
    if (row.revokedAt) throw new AppError(teamErrors.linkRevoked);
    if (row.expiresAt <= clock.now()) throw new AppError(teamErrors.linkExpired);
    // What an agency sent holds as long as its sender may come in for the agency.
    const inviter =
      (row.agencyId === null ? await repository.member(row.accountId, row.invitedBy) : null) ??
      (await findVisitor(tx, row.invitedBy, row.accountId));
    if (!inviter || inviter.suspendedAt || !mayInvite(inviter, row))
      throw new AppError(teamErrors.linkRevoked);
    return { ...row, inviter: (await repository.person(row.invitedBy))?.name ?? '' };
  }

  /**
   * Makes a person a member by an invitation, with the account held. Two at once with one link: one comes in.
   */
  async function join(
    tx: Transaction,
    token: string,
    person: { id: string; name: string; emailKey: string },
    address: string,
  ): Promise<string> {
    const known = await find(tx, token);
    await lockAccount(tx, known.accountId);
    const row = await find(tx, token);
    const repository = teamRepository(tx);
    if (row.emailKey !== person.emailKey)
      throw new AppError(teamErrors.linkForAnother, { variables: { email: row.email } });
    if (await repository.member(row.accountId, person.id)) throw new AppError(teamErrors.alreadyMember);
    if ((await repository.countMembers(row.accountId)) >= mostMembers)
      throw new AppError(teamErrors.tooManyMembers, { variables: { most: mostMembers } });
    await requireWithinLimit(tx, row.accountId, 'members');
    const hasOwner = await repository.hasOwner(row.accountId);
    // Whoever comes first owns the account, and nobody takes it from them.
    if (hasOwner === (row.role === 'owner')) throw new AppError(teamErrors.linkRevoked);
    if (!(await repository.useInvitation(row.id, person.id, clock.now())))
      throw new AppError(teamErrors.linkUsed);
    await addMember(tx, {
      accountId: row.accountId,
      userId: person.id,
      role: row.role,
      agentIds: row.agentIds,
      createdAt: clock.now(),
    });
    await writeAudit(
      tx,
      { accountId: row.accountId, userId: person.id, userName: person.name, address },
      'team.joined',
      { id: person.id, name: person.name, details: { to: row.role } },
    );
    await realtime.publish(tx, {
      topic: `account:${row.accountId}`,
      data: { type: 'team.changed', userId: person.id },
    });
    return row.accountId;
  }

  async function present(userId: string, accountId: string): Promise<User> {
    const member = await accounts.member(userId, accountId);
    if (member?.account.id !== accountId || member.isVisit) throw new AppError(teamErrors.memberNotFound);
    return presentUser(member);
  }

  return {
    async look(token: string, address: string) {
      await limit(address);
      return database.system(async (tx) => {
        const { email, role, message, inviter, accountId, expiresAt } = await find(tx, token);
        return {
          accountName: await teamRepository(tx).accountName(accountId),
          email,
          role,
          message,
          invitedBy: inviter,
          expiresAt: expiresAt.toISOString(),
          brand: await brandOf(accountId),
        };
      });
    },

    async accept(
      user: SignedIn,
      token: string,
      from: { address: string; userAgent: string },
    ): Promise<Joined> {
      await limit(from.address);
      const person = await findUserById(database, user.userId);
      if (!person) throw new AppError(teamErrors.memberNotFound);
      const accountId = await database.system((tx) => join(tx, token, person, from.address));
      return {
        session: await sessions.moveTo(user, accountId, from.userAgent),
        user: await present(user.userId, accountId),
      };
    },

    /**
     * A new person with the invited address. Whoever has that address already signs in instead: nothing of
     * theirs is touched.
     */
    async register(
      input: { token: string; name: string; password: string },
      from: { address: string; userAgent: string; language: Language; timezone: string | null },
    ): Promise<Joined> {
      await limit(from.address);
      signUp.requireInvited((await database.system((tx) => find(tx, input.token))).email);
      const passwordHash = await passwords.hash(input.password);
      const now = clock.now();
      const { name } = input;
      try {
        const { userId, accountId, session } = await database.system(async (tx) => {
          const { email, emailKey } = await find(tx, input.token);
          const person = await createPerson(tx, {
            email,
            emailKey,
            username: email,
            name,
            firstName: name,
            lastName: '',
            passwordHash,
            language: from.language,
            timezone: from.timezone,
            createdAt: now,
          });
          const worksIn = await join(tx, input.token, person, from.address);
          return {
            userId: person.id,
            accountId: worksIn,
            session: await openSession(tx, { userId: person.id, worksIn, userAgent: from.userAgent, now }),
          };
        });
        return { session, user: await present(userId, accountId) };
      } catch (error) {
        if (violatedConstraint(error) === 'users_email_key') throw new AppError(teamErrors.emailTaken);
        throw error;
      }
    },

    async workplaces(user: SignedIn) {
      return (await accounts.workplaces(user.userId)).map((account) => ({
        ...account,
        isCurrent: account.id === user.accountId,
      }));
    },

    async workIn(user: SignedIn, accountId: string, userAgent: string): Promise<Joined> {
      const presented = await present(user.userId, accountId);
      return { user: presented, session: await sessions.moveTo(user, accountId, userAgent) };
    },
  };
}

import type { Clock } from '#platform/clock/clock.ts';
import type { Passwords } from '#platform/crypto/password.ts';
import type { Database, Transaction } from '#platform/database/database.ts';
import type { RateLimiter } from '#platform/rate-limit/rate-limit.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import type { Realtime } from '#platform/realtime/realtime.ts';
import type { PlanStatuses } from '#features/accounts/server/accounts-plan-status.usecases.ts';
import type { AccountsUsecases } from '#features/accounts/server/accounts.usecases.ts';
import type { SignUpUsecases } from '#features/auth/server/auth-sign-up.usecases.ts';
import type { SessionsUsecases } from '#features/auth/server/auth-sessions.usecases.ts';
import type { MailUsecases } from '#features/mail/server/mail.usecases.ts';
import { createInvitations } from './team-invitations.usecases.ts';
import { createJoining } from './team-joining.usecases.ts';
import { createMembers } from './team-members.usecases.ts';
import { createOwnership } from './team-ownership.usecases.ts';

export type TeamServices = {
  database: Database;
  clock: Clock;
  limiter: RateLimiter;
  realtime: Realtime;
  jobs: Pick<Jobs, 'send'>;
  mail: Pick<MailUsecases, 'send' | 'leaves'>;
  accounts: AccountsUsecases;
  planStatuses: Pick<PlanStatuses, 'of'>;
  sessions: SessionsUsecases;
  passwords: Passwords;
  /** Ends the keys and programs that a member leaves behind who goes, in the caller's transaction. */
  endPrograms(tx: Transaction, member: { accountId: string; userId: string }): Promise<void>;
  publicUrl(): string;
  /** Who may come in who is not there yet. */
  signUp: Pick<SignUpUsecases, 'requireInvited'>;
  /** What an account calls itself to its people; null: as the product does. */
  brandOf(
    accountId: string,
  ): Promise<{ name: string; primaryColor: string; secondaryColor: string; logoUrl: string | null } | null>;
  /** Under which address people of an account sign in. */
  originOf(accountId: string): Promise<string>;
};

/** Who works in an account, how one comes in, and how one goes out. */
export function createTeamUsecases(services: TeamServices) {
  return {
    members: createMembers(services),
    invitations: createInvitations(services),
    joining: createJoining(services),
    ownership: createOwnership(services),
  };
}

export type TeamUsecases = ReturnType<typeof createTeamUsecases>;

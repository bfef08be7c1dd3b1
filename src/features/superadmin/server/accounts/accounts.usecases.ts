import { AppError, commonErrors } from '#shared/errors.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database, Transaction } from '#platform/database/database.ts';
import type { Realtime } from '#platform/realtime/realtime.ts';
import {
  hasGivenPlan,
  lockAccount,
  type PlanStatuses,
} from '#features/accounts/server/accounts-plan-status.usecases.ts';
import { changeAccount } from '#features/accounts/server/accounts-superadmin.usecases.ts';
import type { AuditAction } from '#features/audit/audit.contract.ts';
import {
  superadminActor,
  superadminIn,
  type Superadmin,
} from '#features/audit/server/audit-superadmin.usecases.ts';
import { writeAudit } from '#features/audit/server/audit.usecases.ts';
import { endSessionsIn, endVisits } from '#features/auth/server/auth-sessions.usecases.ts';
import { endPlanOfSuspended } from '#features/billing/server/billing.usecases.ts';
import { mailsPerDay } from '#features/mail/mail.contract.ts';
import {
  superadminAccountsErrors,
  type AccountDetails,
  type AccountSummary,
} from '../../superadmin-accounts.contract.ts';
import { superadminAccountsRepository, type Usage } from './accounts.repository.ts';

type AccountRow = NonNullable<Awaited<ReturnType<typeof lockAccount>>>;

const pageSize = 50;
const dayMs = 86_400_000;
const nothing: Usage = { agents: 0, messages: 0, spentMicros: 0 };

export type SuperadminAccountsServices = {
  database: Database;
  clock: Clock;
  realtime: Realtime;
  planStatuses: PlanStatuses;
};

/**
 * Accounts as superadmins look after them. Each change has a line in the superadmin's log and one in that of
 * the account, which its owner reads.
 */
export function createSuperadminAccounts(services: SuperadminAccountsServices) {
  const { database, clock, realtime, planStatuses } = services;
  const monthOf = (now: Date): string => `${now.toISOString().slice(0, 7)}-01`;

  async function summaries(rows: readonly AccountRow[]): Promise<AccountSummary[]> {
    const now = clock.now();
    const ids = rows.map(({ id }) => id);
    const repository = superadminAccountsRepository(database.direct);
    const [owners, usage] = await Promise.all([repository.owners(ids), repository.usage(ids, monthOf(now))]);
    return rows.map((row) => {
      const { status, isActive, endsAt } = planStatuses.ofRow(row);
      return {
        id: row.id,
        name: row.name,
        createdAt: row.createdAt.toISOString(),
        owner: owners.get(row.id) ?? null,
        isOperators: row.isOperators,
        status,
        isActive,
        endsAt: endsAt?.toISOString() ?? null,
        plan: row.plan,
        given:
          row.givenPlan && hasGivenPlan(row, now)
            ? { plan: row.givenPlan, until: row.givenUntil?.toISOString() ?? null }
            : null,
        suspended: row.suspendedAt && { at: row.suspendedAt.toISOString(), reason: row.suspendedReason },
        usage: usage.get(row.id) ?? nothing,
      };
    });
  }

  async function details(id: string): Promise<AccountDetails> {
    const repository = superadminAccountsRepository(database.direct);
    const row = await repository.one(id);
    const [summary] = row ? await summaries([row]) : [];
    if (!summary) throw new AppError(commonErrors.notFound);
    const [totals, members] = await Promise.all([repository.totals(id), repository.members(id)]);
    return {
      ...summary,
      ...totals,
      members: members.map((member) => ({
        ...member,
        lastActiveAt: member.lastActiveAt?.toISOString() ?? null,
      })),
      limits: { mailsPerDay },
    };
  }

  /** One change of an account with its lines in both logs. */
  async function change(
    superadmin: Superadmin,
    id: string,
    words: { own: AuditAction; account: AuditAction; details?: Record<string, string> },
    make: (row: AccountRow, tx: Transaction) => Promise<void>,
  ): Promise<AccountDetails> {
    const actor = await superadminActor(database, superadmin);
    await database.system(async (tx) => {
      const row = await lockAccount(tx, id);
      if (!row || row.isSystem) throw new AppError(commonErrors.notFound);
      await make(row, tx);
      const about = { id, name: row.name, details: words.details ?? {} };
      await writeAudit(tx, actor, words.own, about);
      await writeAudit(tx, superadminIn(id), words.account, about);
      await planStatuses.changed(tx, id);
    });
    return details(id);
  }

  return {
    details,

    /** Newest first. */
    async list(query: {
      search?: string | undefined;
      only?: 'suspended' | 'given' | undefined;
      cursor?: string | undefined;
    }): Promise<{ accounts: AccountSummary[]; nextCursor: string | null }> {
      const rows = await superadminAccountsRepository(database.direct).page({
        ...query,
        limit: pageSize + 1,
      });
      const shown = rows.slice(0, pageSize);
      return {
        accounts: await summaries(shown),
        nextCursor: rows.length > pageSize ? (shown.at(-1)?.id ?? null) : null,
      };
    },

    /** @throws `common.not_found`, `superadmin.until_passed` */
    givePlan(
      superadmin: Superadmin,
      id: string,
      { plan, until }: { plan: 'pro' | 'white_label' | null; until: string | null },
    ): Promise<AccountDetails> {
      const givenUntil = plan !== null && until !== null ? new Date(until) : null;
      if (givenUntil && givenUntil <= clock.now()) throw new AppError(superadminAccountsErrors.untilPassed);
      const words =
        plan === null
          ? ({ own: 'operator.plan_taken', account: 'account.plan_taken' } as const)
          : ({
              own: 'operator.plan_given',
              account: 'account.plan_given',
              details: { plan, ...(givenUntil && { until: givenUntil.toISOString().slice(0, 10) }) },
            } as const);
      return change(superadmin, id, words, (_row, tx) =>
        changeAccount(tx, id, { givenPlan: plan, givenUntil }),
      );
    },

    /** @throws `common.not_found`, `superadmin.no_trial` where a plan was bought */
    extendTrial: (superadmin: Superadmin, id: string, days: number): Promise<AccountDetails> =>
      change(
        superadmin,
        id,
        {
          own: 'operator.trial_extended',
          account: 'account.trial_extended',
          details: { number: String(days) },
        },
        (row, tx) => {
          if (row.subscriptionStatus !== 'trialing') throw new AppError(superadminAccountsErrors.noTrial);
          const end = planStatuses.ofRow(row).trialEnd.getTime();
          return changeAccount(tx, id, {
            trialEnd: new Date(Math.max(end, clock.now().getTime()) + days * dayMs),
          });
        },
      ),

    /**
     * Keeps everybody of the account out, at once. Its plan ends with what is paid.
     * @throws `superadmin.own_account` for accounts of superadmins
     */
    suspend: (superadmin: Superadmin, id: string, reason: string): Promise<AccountDetails> =>
      change(
        superadmin,
        id,
        { own: 'operator.account_suspended', account: 'account.suspended', details: { reason } },
        async (row, tx) => {
          if (row.isOperators || id === superadmin.accountId)
            throw new AppError(superadminAccountsErrors.ownAccount);
          await changeAccount(tx, id, { suspendedAt: clock.now(), suspendedReason: reason });
          await endPlanOfSuspended(tx, id, clock.now());
          for (const memberId of await superadminAccountsRepository(tx).memberIds(id))
            await endSessionsIn(tx, realtime, memberId, id);
          await endVisits(tx, realtime, { clientId: id });
        },
      ),

    restore: (superadmin: Superadmin, id: string): Promise<AccountDetails> =>
      change(superadmin, id, { own: 'operator.account_restored', account: 'account.restored' }, (_row, tx) =>
        changeAccount(tx, id, { suspendedAt: null, suspendedReason: '' }),
      ),
  };
}

export type SuperadminAccounts = ReturnType<typeof createSuperadminAccounts>;

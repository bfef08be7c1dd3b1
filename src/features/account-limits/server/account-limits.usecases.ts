import { AppError, commonErrors } from '#shared/errors.ts';
import type { Clock } from '#platform/clock/clock.ts';
import { stateOf, type Database, type Transaction } from '#platform/database/database.ts';
import type { AccountScope } from '#platform/http/access.ts';
import { lockAccount } from '#features/accounts/server/accounts-plan-status.usecases.ts';
import {
  superadminActor,
  superadminIn,
  type Superadmin,
} from '#features/audit/server/audit-superadmin.usecases.ts';
import { writeAudit } from '#features/audit/server/audit.usecases.ts';
import {
  accountLimitsErrors,
  limitKinds,
  type DefaultLimits,
  type LimitKind,
  type Limits,
  type LimitsInput,
  type SuperadminLimits,
} from '../account-limits.contract.ts';
import { accountLimitsRepository } from './account-limits.repository.ts';
import type { LimitSetter } from './account-limits.table.ts';

/** The first day of a moment's month (UTC). */
const monthOf = (now: Date): string => `${now.toISOString().slice(0, 7)}-01`;

/**
 * Throws where an account has no room for so many more of a kind, in the transaction that adds them: whoever else
 * adds to the account waits until it ends. Without a limit it is one look at an index. Messages are counted by the
 * database itself (`isMessageRefused`).
 */
export async function requireWithinLimit(
  tx: Transaction,
  accountId: string,
  kind: Exclude<LimitKind, 'messages'>,
  adding = 1,
): Promise<void> {
  const repository = accountLimitsRepository(tx);
  const most = await repository.hold(accountId, kind);
  if (most === null) return;
  const used = await repository.uses(accountId, kind, monthOf(new Date(0)));
  if (used + adding > most)
    throw new AppError(accountLimitsErrors[kind], {
      variables: { most: kind === 'storage' ? Math.floor(most / 1_000_000) : most },
    });
}

/** How many more of a kind an account has room for; null where nothing limits it. */
export async function roomWithinLimit(
  tx: Transaction,
  accountId: string,
  kind: Exclude<LimitKind, 'messages'>,
): Promise<number | null> {
  const repository = accountLimitsRepository(tx);
  const most = (await repository.all(accountId))
    .filter((limit) => limit.kind === kind)
    .reduce<number | null>(
      (least, limit) => (least === null ? limit.most : Math.min(least, limit.most)),
      null,
    );
  if (most === null) return null;
  return Math.max(0, most - (await repository.uses(accountId, kind, monthOf(new Date(0)))));
}

/** Whether the database refused a visitor's message because its account has taken all of its month. */
export const isMessageRefused = (error: unknown): boolean => stateOf(error) === 'AL429';

/** What an account has of each kind and may have, in the caller's transaction. */
export async function limitsOf(tx: Transaction, accountId: string, now: Date): Promise<Limits> {
  const repository = accountLimitsRepository(tx);
  const uses = await repository.allUses(accountId, monthOf(now));
  const rows = await repository.all(accountId);
  const stand = (kind: LimitKind) => {
    const set = rows.filter((row) => row.kind === kind).map(({ most }) => most);
    return { used: uses[kind], most: set.length === 0 ? null : Math.min(...set) };
  };
  return Object.fromEntries(limitKinds.map((kind) => [kind, stand(kind)])) as Limits;
}

/** What one of the two has set, null where they set nothing, in the caller's transaction. */
export async function limitsSetBy(
  tx: Transaction,
  accountId: string,
  setBy: LimitSetter,
): Promise<SuperadminLimits['set']> {
  const rows = (await accountLimitsRepository(tx).all(accountId)).filter((row) => row.setBy === setBy);
  return Object.fromEntries(
    limitKinds.map((kind) => [kind, rows.find((row) => row.kind === kind)?.most ?? null]),
  ) as SuperadminLimits['set'];
}

/**
 * Sets limits of an account; null takes one away, what is not named stays. Nothing that is there is removed. An
 * agency's clients have no more than it. `tx` looks over the wall, or stands within the account.
 */
export async function setLimits(
  tx: Transaction,
  change: { accountId: string; setBy: LimitSetter; limits: LimitsInput; now: Date },
): Promise<void> {
  const { accountId, setBy, limits, now } = change;
  const repository = accountLimitsRepository(tx);
  for (const kind of limitKinds) {
    const most = limits[kind];
    if (most === undefined) continue;
    if (most === null) {
      await repository.remove(accountId, kind, setBy);
      if (setBy === 'superadmin') await repository.giveDefault(accountId, kind, monthOf(now));
    } else {
      if (setBy === 'superadmin') await repository.remove(accountId, kind, 'server');
      await repository.set({ accountId, kind, setBy, most, month: monthOf(now), now });
      if (setBy === 'superadmin' && kind !== 'domains')
        await repository.capClients({ agencyId: accountId, kind, most, month: monthOf(now), now });
    }
  }
}

async function defaultsIn(tx: Transaction): Promise<DefaultLimits> {
  const rows = await accountLimitsRepository(tx).defaults();
  return Object.fromEntries(
    limitKinds.map((kind) => [kind, rows.find((row) => row.kind === kind)?.most ?? null]),
  ) as DefaultLimits;
}

/** What a change says in the audit log, by kind. */
const detailsOf = (limits: LimitsInput): Record<string, string> =>
  Object.fromEntries(
    Object.entries(limits).flatMap(([kind, most]) =>
      most === undefined ? [] : [[kind, most === null ? '–' : String(most)]],
    ),
  );
const wordsOf = (limits: LimitsInput): string =>
  Object.entries(detailsOf(limits))
    .map(([kind, most]) => `${kind} ${most}`)
    .join(', ');

/** Limits as superadmins set them and accounts read them. */
export function createAccountLimits({ database, clock }: { database: Database; clock: Clock }) {
  const read = (accountId: string): Promise<SuperadminLimits> =>
    database.system(async (tx) => {
      const row = await lockAccount(tx, accountId);
      if (!row || row.isSystem) throw new AppError(commonErrors.notFound);
      return {
        limits: await limitsOf(tx, accountId, clock.now()),
        set: await limitsSetBy(tx, accountId, 'superadmin'),
        defaults: await defaultsIn(tx),
      };
    });
  const readDefaults = (): Promise<DefaultLimits> => database.system(defaultsIn);

  return {
    own: (scope: AccountScope): Promise<Limits> =>
      scope.run((tx) => limitsOf(tx, scope.accountId, clock.now())),

    /** What every account may have where no superadmin set another limit. */
    readDefaults,

    /** Sets what accounts may have that have no limit of their own; null takes a default away. */
    async changeDefaults(superadmin: Superadmin, limits: LimitsInput): Promise<DefaultLimits> {
      const actor = await superadminActor(database, superadmin);
      await database.system(async (tx) => {
        const repository = accountLimitsRepository(tx);
        await repository.holdDefaults();
        const now = clock.now();
        for (const kind of limitKinds) {
          const most = limits[kind];
          if (most === undefined) continue;
          if (most === null) await repository.removeDefault(kind);
          else {
            await repository.setDefault(kind, most, now);
            await repository.giveDefault(null, kind, monthOf(now));
          }
        }
        await writeAudit(tx, actor, 'operator.default_limits_set', { name: wordsOf(limits) });
      });
      return readDefaults();
    },

    /** @throws `common.not_found` */
    read,

    /** @throws `common.not_found` */
    async change(superadmin: Superadmin, accountId: string, limits: LimitsInput): Promise<SuperadminLimits> {
      const actor = await superadminActor(database, superadmin);
      await database.system(async (tx) => {
        const row = await lockAccount(tx, accountId);
        if (!row || row.isSystem) throw new AppError(commonErrors.notFound);
        await setLimits(tx, { accountId, setBy: 'superadmin', limits, now: clock.now() });
        const about = {
          id: accountId,
          name: row.name,
          details: { ...detailsOf(limits), limits: wordsOf(limits) },
        };
        await writeAudit(tx, actor, 'operator.limits_set', about);
        await writeAudit(tx, superadminIn(accountId), 'account.limits_set', about);
      });
      return read(accountId);
    },
  };
}

export type AccountLimits = ReturnType<typeof createAccountLimits>;

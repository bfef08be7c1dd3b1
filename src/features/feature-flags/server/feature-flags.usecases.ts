import { AppError, commonErrors } from '#shared/errors.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/database/database.ts';
import type { Logger } from '#platform/log/logger.ts';
import type { Realtime } from '#platform/realtime/realtime.ts';
import { lockAccount, type PlanStatuses } from '#features/accounts/server/accounts-plan-status.usecases.ts';
import type { ClientOfAgency } from '#features/accounts/accounts-clients.contract.ts';
import {
  superadminActor,
  superadminIn,
  type Superadmin,
} from '#features/audit/server/audit-superadmin.usecases.ts';
import { writeAudit } from '#features/audit/server/audit.usecases.ts';
import {
  featureFlags,
  type AccountFlags,
  type FeatureFlag,
  type FeatureFlags,
  type FlagState,
  type ProductPart,
} from '../feature-flags.contract.ts';
import { featureFlagsRepository, type FlagRow } from './feature-flags.repository.ts';
import { partsOff, programRefusal, refusalOf } from './feature-flags.policy.ts';

const placeOf = (flag: FeatureFlag, accountId: string | null): string => `${flag} ${accountId ?? ''}`;

/**
 * What is switched off. All rows are kept in memory, where every request may look, and read again in all
 * processes when one of them changes.
 */
export async function createFeatureFlags(services: {
  database: Database;
  clock: Clock;
  log: Logger;
  realtime: Realtime;
  clientOf: PlanStatuses['clientOf'];
}) {
  const { database, clock, log, realtime } = services;
  const read = (): Promise<FlagRow[]> => featureFlagsRepository(database.direct).all();
  const byPlace = (rows: readonly FlagRow[]): ReadonlyMap<string, boolean> =>
    new Map(rows.map(({ flag, accountId, isOn }) => [placeOf(flag, accountId), isOn]));
  let known = byPlace(await read());
  let reading: Promise<void> = Promise.resolve();
  /** One reading after the other: none that began earlier comes into force later. */
  function readAgain(): Promise<void> {
    const turn = reading.then(async () => {
      known = byPlace(await read());
    });
    reading = turn.catch(() => undefined);
    return turn;
  }
  const look = (): void =>
    void readAgain().catch((error: unknown) => log.warn({ err: error }, 'feature flags could not be read'));
  realtime.subscribe('feature-flags', look);
  realtime.onGap(look);

  const forEverybody = (flag: FeatureFlag): boolean => known.get(placeOf(flag, null)) ?? true;
  /** Whether a part of the product is there for an account. */
  const isOn = (flag: FeatureFlag, accountId: string): boolean =>
    known.get(placeOf(flag, accountId)) ?? forEverybody(flag);

  /** The flags that are off for an account. */
  const offFor = (accountId: string): FeatureFlag[] =>
    known.size === 0 ? [] : featureFlags.filter((flag) => !isOn(flag, accountId));

  const ofAccount = (accountId: string): AccountFlags => ({
    flags: featureFlags.map((flag) => ({
      flag,
      everybody: forEverybody(flag),
      own: known.get(placeOf(flag, accountId)) ?? null,
    })),
  });

  async function list(): Promise<FeatureFlags> {
    const rows = await read();
    const ids = rows.flatMap(({ accountId }) => accountId ?? []);
    const names = await featureFlagsRepository(database.direct).names(ids);
    return {
      flags: featureFlags.map((flag) => {
        const everybody = rows.find((row) => row.flag === flag && row.accountId === null)?.isOn ?? true;
        return {
          flag,
          isOn: everybody,
          exceptions: rows
            .flatMap((row) =>
              row.flag === flag && row.accountId !== null && row.isOn !== everybody
                ? [{ id: row.accountId, name: names.get(row.accountId) ?? '', isOn: row.isOn }]
                : [],
            )
            .toSorted((one, other) => one.name.localeCompare(other.name)),
        };
      }),
    };
  }

  return {
    isOn,
    offFor,

    /**
     * Before a route is called by somebody who works in an account.
     * @throws why it is kept from them
     */
    requireRoute(
      call: { method: string; route: string },
      account: { id: string; client: Pick<ClientOfAgency, 'featuresOff'> | null; isVisit: boolean },
    ): void {
      const { id, ...who } = account;
      const refusal = refusalOf(call, { ...who, flagsOff: offFor(id) });
      if (refusal) throw new AppError(refusal);
    },

    /**
     * Before a program or another assistant is let in, whatever it calls.
     * @throws why programs are kept out
     */
    async requirePrograms(accountId: string): Promise<void> {
      const refusal = programRefusal({
        flagsOff: offFor(accountId),
        client: await services.clientOf(accountId),
      });
      if (refusal) throw new AppError(refusal);
    },

    /** What an account's screens don't show, by what was set last. */
    async own(accountId: string): Promise<{ off: ProductPart[]; gone: FeatureFlag[] }> {
      await reading;
      const gone = offFor(accountId);
      return { off: partsOff({ flagsOff: gone, client: await services.clientOf(accountId) }), gone };
    },

    list,

    async change(
      superadmin: Superadmin,
      { flag, isOn: shallBe }: { flag: FeatureFlag; isOn: boolean },
    ): Promise<FeatureFlags> {
      const actor = await superadminActor(database, superadmin);
      await database.system(async (tx) => {
        await featureFlagsRepository(tx).put({
          flag,
          accountId: null,
          isOn: shallBe,
          updatedAt: clock.now(),
        });
        await writeAudit(tx, actor, shallBe ? 'operator.feature_on' : 'operator.feature_off', { name: flag });
        await realtime.publish(tx, { topic: 'feature-flags', data: {} });
      });
      await readAgain();
      return list();
    },

    /** @throws `common.not_found` */
    async ofAccount(accountId: string): Promise<AccountFlags> {
      const names = await featureFlagsRepository(database.direct).names([accountId]);
      if (!names.has(accountId)) throw new AppError(commonErrors.notFound);
      return ofAccount(accountId);
    },

    /** @throws `common.not_found` */
    async changeAccount(
      superadmin: Superadmin,
      accountId: string,
      { flag, state }: { flag: FeatureFlag; state: FlagState },
    ): Promise<AccountFlags> {
      const actor = await superadminActor(database, superadmin);
      await database.system(async (tx) => {
        const row = await lockAccount(tx, accountId);
        if (!row || row.isSystem) throw new AppError(commonErrors.notFound);
        const repository = featureFlagsRepository(tx);
        if (state === 'default') await repository.remove(flag, accountId);
        else await repository.put({ flag, accountId, isOn: state === 'on', updatedAt: clock.now() });
        const about = { id: accountId, name: row.name, details: { feature: flag } };
        await writeAudit(tx, actor, `operator.account_feature_${state}`, about);
        await writeAudit(tx, superadminIn(accountId), `account.feature_${state}`, about);
        await realtime.publish(tx, { topic: 'feature-flags', data: {} });
      });
      await readAgain();
      return ofAccount(accountId);
    },
  };
}

export type FeatureFlagsUsecases = Awaited<ReturnType<typeof createFeatureFlags>>;

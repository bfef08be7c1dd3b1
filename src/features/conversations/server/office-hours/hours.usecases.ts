import type { Clock } from '#platform/clock/clock.ts';
import type { Database, Transaction } from '#platform/database/database.ts';
import type { AccountScope } from '#platform/http/access.ts';
import { findOwners } from '#features/accounts/server/accounts.usecases.ts';
import { usualHours, type OfficeHours } from '../../conversations-hours.contract.ts';
import { isOpenAt, opensNextAt } from './hours.models.ts';
import { hoursRepository } from './hours.repository.ts';

type Shown = {
  hours: OfficeHours;
  isOpen: boolean;
  opensAt: string | null;
};

/** Whether an account's team is there by its office hours, and when it is next. */
export async function officeStateOf(
  tx: Transaction,
  accountId: string,
  now: Date,
): Promise<{ isOpen: boolean; opensAt: Date | null }> {
  const hours = (await hoursRepository(tx).find(accountId)) ?? usualHours;
  return { isOpen: isOpenAt(hours, now), opensAt: opensNextAt(hours, now) };
}

/**
 * The time zone of a business by its IANA name: that of its office hours, else its owner's; null where neither
 * says one.
 */
export async function businessZoneOf(database: Database, accountId: string): Promise<string | null> {
  const hours = await database.account(accountId, (tx) => hoursRepository(tx).find(accountId));
  if (hours) return hours.timeZone;
  const [owner] = await findOwners(database, accountId);
  return owner?.timezone ?? null;
}

/** The hours in which an account's team answers. */
export function createOfficeHours({ clock }: { clock: Clock }) {
  const show = (hours: OfficeHours): Shown => ({
    hours,
    isOpen: isOpenAt(hours, clock.now()),
    opensAt: opensNextAt(hours, clock.now())?.toISOString() ?? null,
  });
  return {
    get: (scope: AccountScope): Promise<Shown> =>
      scope.run(async (tx) => show((await hoursRepository(tx).find(scope.accountId)) ?? usualHours)),
    async set(scope: AccountScope, hours: OfficeHours): Promise<Shown> {
      const daysOff = hours.daysOff.toSorted((a, b) => a.date.localeCompare(b.date));
      await scope.run((tx) => hoursRepository(tx).set(scope.accountId, { ...hours, daysOff }, clock.now()));
      return show({ ...hours, daysOff });
    },
  };
}

export type OfficeHoursUsecases = ReturnType<typeof createOfficeHours>;

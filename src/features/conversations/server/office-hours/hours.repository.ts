import { eq } from 'drizzle-orm';
import type { Transaction } from '#platform/database/database.ts';
import type { OfficeHours } from '../../conversations-hours.contract.ts';
import { officeHours } from '../conversations.table.ts';

/** When an account's team is there. */
export function hoursRepository(tx: Transaction) {
  return {
    async find(accountId: string): Promise<OfficeHours | null> {
      const [row] = await tx
        .select({
          isOn: officeHours.isOn,
          timeZone: officeHours.timeZone,
          week: officeHours.week,
          daysOff: officeHours.daysOff,
        })
        .from(officeHours)
        .where(eq(officeHours.accountId, accountId));
      return row ?? null;
    },
    async set(accountId: string, hours: OfficeHours, now: Date): Promise<void> {
      await tx
        .insert(officeHours)
        .values({ accountId, ...hours, updatedAt: now })
        .onConflictDoUpdate({ target: officeHours.accountId, set: { ...hours, updatedAt: now } });
    },
  };
}

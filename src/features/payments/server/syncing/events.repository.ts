import { and, eq, lt } from 'drizzle-orm';
import type { Transaction } from '#platform/database/database.ts';
import { paymentEvents } from '../payments.table.ts';

export type EventRow = typeof paymentEvents.$inferSelect;

/** Events that vendors sent. */
export function paymentEventsRepository(tx: Transaction) {
  const one = (event: Pick<EventRow, 'accountId' | 'vendor' | 'eventId'>) =>
    and(
      eq(paymentEvents.accountId, event.accountId),
      eq(paymentEvents.vendor, event.vendor),
      eq(paymentEvents.eventId, event.eventId),
    );
  return {
    /** Keeps an event, once. True when it was done before. */
    async record(event: typeof paymentEvents.$inferInsert): Promise<boolean> {
      await tx.insert(paymentEvents).values(event).onConflictDoNothing();
      const [row] = await tx
        .select({ doneAt: paymentEvents.doneAt })
        .from(paymentEvents)
        .where(one({ ...event }));
      return Boolean(row?.doneAt);
    },
    async markDone(event: Pick<EventRow, 'accountId' | 'vendor' | 'eventId'>, now: Date): Promise<void> {
      await tx.update(paymentEvents).set({ doneAt: now }).where(one(event));
    },
    /** Vendors send an event again for days, not for months. */
    async removeBefore(limit: Date): Promise<void> {
      await tx.delete(paymentEvents).where(lt(paymentEvents.receivedAt, limit));
    },
  };
}

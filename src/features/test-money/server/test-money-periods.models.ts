const dayMs = 86_400_000;

/**
 * How long after a failed renewal the card is tried again, in days; after the last one the subscription ends.
 */
export const retryDays = [3, 5, 7] as const;

export const addDays = (date: Date, days: number): Date => new Date(date.getTime() + days * dayMs);

/** The date so many months later, UTC; a day that the month does not have becomes its last one. */
export function addMonths(date: Date, months: number): Date {
  const later = new Date(date);
  later.setUTCDate(1);
  later.setUTCMonth(later.getUTCMonth() + months);
  const last = new Date(Date.UTC(later.getUTCFullYear(), later.getUTCMonth() + 1, 0)).getUTCDate();
  later.setUTCDate(Math.min(date.getUTCDate(), last));
  return later;
}

/** The end of the n-th period that is counted from an anchor. */
export function periodEnd(anchor: Date, periods: number, interval: 'month' | 'year'): Date {
  return addMonths(anchor, periods * (interval === 'year' ? 12 : 1));
}

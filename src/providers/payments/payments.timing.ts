import type { PaymentFacts } from './payments.port.ts';

/** What is known of something that was bought, as far as it says when to ask about it again. */
export type Asked = {
  status: 'open' | 'processing' | 'paid' | 'failed' | 'expired';
  createdAt: Date;
  expiresAt: Date;
  paidAt: Date | null;
  subscriptionStatus: NonNullable<PaymentFacts['subscription']>['status'] | null;
  periodEnd: Date | null;
  /** Nothing is collected now, so that its period's end brings no news. */
  isPaused?: boolean;
};

const dayMs = 86_400_000;
const minuteMs = 60_000;
const hourMs = 3_600_000;
const between = (least: number, value: number, most: number): number =>
  Math.min(most, Math.max(least, value));

/**
 * When the vendor is to be asked again at the latest, because an event may be lost for good. Null when
 * nothing can change any more.
 * Open checkouts are asked soon and ever less often; what was paid for as long as it may be refunded or
 * disputed.
 */
export function nextSync(row: Asked, now: Date): Date | null {
  const age = now.getTime() - row.createdAt.getTime();
  const after = (pause: number): Date => new Date(now.getTime() + pause);
  if (row.status === 'open')
    return now >= row.expiresAt
      ? after(between(10 * minuteMs, age / 2, dayMs))
      : after(
          Math.min(
            between(minuteMs, age / 2, hourMs),
            Math.max(minuteMs, row.expiresAt.getTime() - now.getTime() + minuteMs),
          ),
        );
  if (row.status === 'processing')
    return age > 60 * dayMs ? null : after(between(10 * minuteMs, age / 4, 12 * hourMs));
  if (row.status !== 'paid') return null;
  if (row.subscriptionStatus === 'active' || row.subscriptionStatus === 'trialing') {
    if (row.isPaused) return after(dayMs);
    const toEnd = (row.periodEnd?.getTime() ?? 0) - now.getTime() + 2 * minuteMs;
    return after(toEnd > 0 ? Math.min(toEnd, dayMs) : 10 * minuteMs);
  }
  if (row.subscriptionStatus === 'past_due' || row.subscriptionStatus === 'incomplete')
    return after(6 * hourMs);
  const since = now.getTime() - (row.paidAt ?? row.createdAt).getTime();
  // Cards can be disputed for 120 days and refunds take their time; a subscription that ended is counted from
  // its beginning.
  return since > 400 * dayMs ? null : after(between(6 * hourMs, since / 4, 7 * dayMs));
}

/** When to ask again after the vendor did not answer so many times. */
export function retrySync(failures: number, now: Date): Date {
  return new Date(now.getTime() + between(minuteMs, minuteMs * 2 ** Math.min(failures, 10), 6 * hourMs));
}

/** The same day of an earlier month or year; the last day of that month where it has no such day. */
export function oneIntervalBefore(date: Date, interval: 'month' | 'year'): Date {
  const back = new Date(date);
  back.setUTCMonth(back.getUTCMonth() - (interval === 'year' ? 12 : 1));
  if (back.getUTCDate() !== date.getUTCDate()) back.setUTCDate(0);
  return back;
}

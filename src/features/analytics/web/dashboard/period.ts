import { isAskableDay } from '#shared/time-spans/askable-day.ts';
import { isEarlyInMonth } from '#shared/time-spans/early-month.ts';

/** The periods of the dashboard (specification, "Dashboard screen"), and one of one's own. */
export const dashboardPeriods = ['today', 'week', 'month', 'all', 'range'] as const;
export type DashboardPeriod = (typeof dashboardPeriods)[number];

/** What the dashboard and an agent's report keep in the address. */
export type AnalyticsSearch = {
  period?: DashboardPeriod;
  /** Days such as `2026-11-24`, where the period is one of one's own. */
  from?: string;
  to?: string;
  agent?: string;
  compare?: 'true';
  tab?: 'overview' | 'engagement' | 'location' | 'devices' | 'experiments' | 'money' | 'service';
  /** Which curve is drawn. */
  figure?: string;
  /** What visitors are told apart by, in the lists that can be changed. */
  by?: string;
  place?: string;
  sort?: string;
};

/** Also false while a year is typed. */
const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && isAskableDay(text) && !Number.isNaN(Date.parse(text));

const isoDay = (date: Date): string =>
  [
    date.getFullYear(),
    String(date.getMonth() + 1).padStart(2, '0'),
    String(date.getDate()).padStart(2, '0'),
  ].join('-');

/**
 * First and last day of a period by the clock of the browser; weeks begin on Monday, and what is not over ends
 * today. Neither for all time. Days of one's own that are none are left out; `isBackwards` when nothing lies
 * between them.
 */
export function daysOfPeriod(
  period: DashboardPeriod,
  own: { from: string; to: string },
  now: Date,
): { from?: string; to?: string; isBackwards: boolean } {
  if (period === 'all') return { isBackwards: false };
  if (period === 'range') {
    const [from, to] = [own.from, own.to].map((day) => (isDay(day) ? day : undefined));
    return {
      ...(from !== undefined && { from }),
      ...(to !== undefined && { to }),
      isBackwards: from !== undefined && to !== undefined && from > to,
    };
  }
  const days = { today: 0, week: (now.getDay() + 6) % 7, month: now.getDate() - 1 }[period];
  const first = new Date(now.getFullYear(), now.getMonth(), now.getDate() - days);
  return { from: isoDay(first), to: isoDay(now), isBackwards: false };
}

/** The days of the month before, while the month of `now` has just begun; null later in it. */
export function lastMonthWhileEarly(now: Date): { from: string; to: string } | null {
  if (!isEarlyInMonth(now)) return null;
  return {
    from: isoDay(new Date(now.getFullYear(), now.getMonth() - 1, 1)),
    to: isoDay(new Date(now.getFullYear(), now.getMonth(), 0)),
  };
}

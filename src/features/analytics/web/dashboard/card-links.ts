import type { DashboardPeriod } from './period.ts';

/** The list of contacts by when somebody was seen last: the choice that holds all of a period. */
export function seenIn(period: DashboardPeriod): { seen?: '1' | '7' | '30' } {
  if (period === 'all' || period === 'range') return {};
  return { seen: ({ today: '1', week: '7', month: '30' } as const)[period] };
}

/** The same for the inbox's conversations. */
export function writtenIn(period: DashboardPeriod): { written?: 'today' | 'week' | 'month' } {
  return period === 'all' || period === 'range' ? {} : { written: period };
}

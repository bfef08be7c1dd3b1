import { Link } from '@tanstack/react-router';
import { buttonClass } from '#ui/controls/button.tsx';
import { EarlyMonthNote } from '#ui/page/early-month.tsx';
import type { AnalyticsOverview } from '../../analytics.contract.ts';
import { lastMonthWhileEarly } from './period.ts';
import type { AnalyticsPeriod } from './use-period.ts';

/** Leads to the month before while this one has just begun. */
export function EarlyMonth({
  period,
  overview,
}: {
  period: AnalyticsPeriod;
  overview: AnalyticsOverview | undefined;
}) {
  const before = period.period === 'month' ? lastMonthWhileEarly(new Date()) : null;
  if (!before || !overview || isNew(overview)) return null;
  return (
    <EarlyMonthNote>
      {(label) => (
        <Link
          to="."
          search={(search) => ({ ...search, period: 'range', ...before })}
          resetScroll={false}
          className={buttonClass({ size: 'sm' })}
        >
          {label}
        </Link>
      )}
    </EarlyMonthNote>
  );
}

/** Whoever knew nobody before this month has no month before it to look at. */
const isNew = ({ figures, curve }: AnalyticsOverview): boolean =>
  figures.totalContacts.value <= curve.reduce((sum, { newContacts }) => sum + newContacts, 0);

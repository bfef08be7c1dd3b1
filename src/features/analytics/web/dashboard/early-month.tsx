import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { buttonClass } from '#ui/controls/button.tsx';
import type { AnalyticsOverview } from '../../analytics.contract.ts';
import { lastMonthWhileEarly } from './period.ts';
import type { AnalyticsPeriod } from './use-period.ts';

/** On the first days of a month its figures are small for everybody: says so, and leads to the month before. */
export function EarlyMonth({
  period,
  overview,
}: {
  period: AnalyticsPeriod;
  overview: AnalyticsOverview | undefined;
}) {
  const { t } = useTranslation('analytics');
  const before = period.period === 'month' ? lastMonthWhileEarly(new Date()) : null;
  if (!before || !overview || isNew(overview)) return null;
  return (
    <p className="-mt-1 mb-3 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted print:hidden">
      {t('period.begun')}
      <Link
        to="."
        search={(search) => ({ ...search, period: 'range', ...before })}
        resetScroll={false}
        className={buttonClass({ size: 'sm' })}
      >
        {t('period.lastMonth')}
      </Link>
    </p>
  );
}

/** Whoever knew nobody before this month has no month before it to look at. */
const isNew = ({ figures, curve }: AnalyticsOverview): boolean =>
  figures.totalContacts.value <= curve.reduce((sum, { newContacts }) => sum + newContacts, 0);

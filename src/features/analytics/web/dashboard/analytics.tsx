import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { refresh, useEndpoint } from '#ui/api/hooks.ts';
import { useServerEvents } from '#ui/api/server-events.ts';
import { Skeleton } from '#ui/page/display.tsx';
import { ReadFailed } from '#ui/page/read-failed.tsx';
import type { Tab } from '#ui/controls/tabs.tsx';
import { AnalyticsTabs } from './analytics-tabs.tsx';
import { EarlyMonth } from './early-month.tsx';
import { FigureCards } from './figure-cards.tsx';
import { FilterBar } from './filter-bar.tsx';
import { LiveNow } from './live-now.tsx';
import { useKept } from './use-kept.ts';
import { GenerateReport } from '../report/generate-report.tsx';
import { useAnalyticsPeriod } from './use-period.ts';

/** News come in bursts; the figures follow at most this often, in ms. */
const refreshPause = 5_000;

type Props = {
  reportOf?: string;
  /** Tabs that only an agent's own report has. */
  more?: readonly Tab[];
  /** It is not known yet whether there is an agent. */
  isWaiting?: boolean;
};

/** Filters, cards and tabs of the dashboard; with `reportOf` those of one agent. */
export function Analytics({ isWaiting = false, ...of }: Props) {
  return isWaiting ? <Skeleton className="h-screen rounded-card" /> : <Figures {...of} />;
}

function Figures({ reportOf, more = [] }: Pick<Props, 'reportOf' | 'more'>) {
  const { t } = useTranslation('analytics');
  const period = useAnalyticsPeriod(reportOf);
  const isReport = reportOf !== undefined;
  const result = useEndpoint(
    'GET /api/analytics/overview',
    { query: period.overviewQuery },
    { enabled: !period.isBackwards, refetchOnMount: 'always' },
  );
  const overview = useKept(result.data, reportOf);
  const isOld = overview !== undefined && result.data === undefined;
  useFreshFigures();
  return (
    <>
      <div className="mb-4 flex flex-wrap items-start justify-between gap-x-6 gap-y-3 print:hidden">
        <FilterBar period={period} isReport={isReport} />
        <div className="flex min-h-9 max-w-full min-w-0 flex-wrap items-center gap-x-4 gap-y-2">
          <LiveNow agentId={period.agentId} />
          <GenerateReport about={{ ...period.query, compare: period.isCompared }} />
        </div>
      </div>
      <EarlyMonth period={period} overview={overview} />
      {result.error && (
        <ReadFailed className="mb-4" title={t('unreadable')} error={result.error} retry={result.refetch} />
      )}
      <div
        aria-busy={isOld || undefined}
        className={`transition-opacity duration-150 ${isOld ? 'opacity-60' : ''}`}
      >
        {(overview || !result.error) && (
          <FigureCards overview={overview} period={period} isReport={isReport} />
        )}
        <AnalyticsTabs
          overview={overview}
          isFailed={result.isError}
          query={period.query}
          {...(reportOf !== undefined && { reportOf })}
          more={more}
        />
      </div>
    </>
  );
}

/** Reads again what is on screen when something happened. */
function useFreshFigures(): void {
  const client = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const soon = () => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      void refresh(client, '/api/analytics');
    }, refreshPause);
  };
  useServerEvents({ 'conversation.changed': soon, 'agent.changed': soon, 'purchase.changed': soon });
  useEffect(() => () => clearTimeout(timer.current), []);
}

import { useMemo } from 'react';
import { useUrlParam } from '#ui/browser/url-param.ts';
import { dashboardPeriods, daysOfPeriod, type DashboardPeriod } from './period.ts';

export type PeriodQuery = {
  zone: string;
  from?: string;
  to?: string;
  agentId?: string;
};

/** Which days and which agent the figures are about, kept in the address. `fixedAgent` for one agent's report. */
export function useAnalyticsPeriod(fixedAgent?: string) {
  const [period, setPeriod] = useUrlParam<DashboardPeriod>('period', 'month', {
    allowed: dashboardPeriods,
    push: true,
  });
  const [from, setFrom] = useUrlParam<string>('from', '');
  const [to, setTo] = useUrlParam<string>('to', '');
  const [chosenAgent, setAgent] = useUrlParam<string>('agent', '', { push: true });
  const [compare, setCompare] = useUrlParam<'true' | ''>('compare', '', { allowed: ['true', ''] });
  const agentId = fixedAgent ?? chosenAgent;
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const { isBackwards, ...days } = daysOfPeriod(period, { from, to }, new Date());
  const [first, last] = [days.from, days.to];
  const query = useMemo(
    (): PeriodQuery => ({
      zone,
      ...(first !== undefined && { from: first }),
      ...(last !== undefined && { to: last }),
      ...(agentId && { agentId }),
    }),
    [zone, first, last, agentId],
  );
  const isCompared = compare === 'true' && first !== undefined;
  const overviewQuery = useMemo(
    () => (isCompared ? { ...query, compare: 'true' as const } : query),
    [query, isCompared],
  );
  return {
    period,
    setPeriod,
    from,
    setFrom,
    to,
    setTo,
    agentId,
    setAgent,
    isCompared,
    setCompare,
    isBackwards,
    query,
    overviewQuery,
  };
}
export type AnalyticsPeriod = ReturnType<typeof useAnalyticsPeriod>;

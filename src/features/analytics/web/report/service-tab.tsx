import { useTranslation } from 'react-i18next';
import { useEndpoint } from '#ui/api/hooks.ts';
import { Skeleton } from '#ui/page/display.tsx';
import { ReadFailed } from '#ui/page/read-failed.tsx';
import { useKept } from '../dashboard/use-kept.ts';
import { useAnalyticsPeriod } from '../dashboard/use-period.ts';
import { ServiceTables } from './service-tables.tsx';

/** What an agent resolved by itself, how long a person took, its tools, and the sources that it uses. */
export function ServiceTab({ agentId }: { agentId: string }) {
  const { t } = useTranslation('agent-report');
  const { query, isBackwards } = useAnalyticsPeriod(agentId);
  const result = useEndpoint(
    'GET /api/analytics/service',
    { query: { ...query, agentId } },
    { enabled: !isBackwards, staleTime: 0 },
  );
  const report = useKept(result.data, agentId);
  if (result.error)
    return <ReadFailed title={t('service.unreadable')} error={result.error} retry={result.refetch} />;
  return report ? <ServiceTables report={report} /> : <Skeleton className="h-96 rounded-card" />;
}

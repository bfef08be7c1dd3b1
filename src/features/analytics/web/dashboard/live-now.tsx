import { useTranslation } from 'react-i18next';
import { useEndpoint } from '#ui/api/hooks.ts';
import { InfoNote } from '#ui/charts/info-note.tsx';

/** How often it is looked who is there, in ms. */
const lookEvery = 20_000;

/** Visitors of the last five minutes. */
export function LiveNow({ agentId }: { agentId: string }) {
  const { t } = useTranslation('analytics');
  const { data } = useEndpoint(
    'GET /api/analytics/live',
    { query: agentId ? { agentId } : {} },
    { refetchInterval: lookEvery, staleTime: 0 },
  );
  // A word beside the figures: where it cannot be read, they are of use without it.
  if (!data) return <span className="h-6" />;
  return (
    <span className="inline-flex items-center gap-2 text-sm text-muted" role="status">
      <span
        aria-hidden="true"
        className={`size-2 rounded-full ${data.visitors > 0 ? 'bg-accent-strong' : 'bg-edge'}`}
      />
      <span className="tabular">{t('live', { count: data.visitors })}</span>
      <InfoNote name={t('figures.live.name')} text={t('figures.live.formula')} />
    </span>
  );
}

import { ChevronRight, Undo2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useEndpoint } from '#ui/api/hooks.ts';
import { Button } from '#ui/controls/button.tsx';
import { ReadFailed } from '#ui/page/read-failed.tsx';
import { relativeTime } from '#ui/browser/time.tsx';
import { knowledgeLimits } from '../../knowledge.contract.ts';
import { useBin } from '../knowledge-data.ts';

/** Removed sources, which stay for seven days; nothing is shown while there are none. */
export function SourceBin({ collectionId }: { collectionId: string }) {
  const { t, i18n } = useTranslation('knowledge-web');
  const { data, error, refetch } = useEndpoint('GET /api/knowledge/{collectionId}/bin', {
    params: { collectionId },
  });
  const bin = useBin(collectionId);
  if (error && !data) return <ReadFailed title={t('bin.unreadable')} error={error} retry={refetch} />;
  if (!data || data.sources.length === 0) return null;
  return (
    <details className="group">
      <summary className="flex min-h-11 w-fit list-none items-center gap-1.5 rounded-control text-muted hover:text-ink md:min-h-8">
        <ChevronRight size={16} className="transition-transform duration-150 group-open:rotate-90" />
        {t('bin.title', { count: data.sources.length })}
      </summary>
      <p className="mt-1 mb-2 text-sm text-muted">{t('bin.text', { count: knowledgeLimits.binDays })}</p>
      <ul className="grid divide-y divide-line rounded-card border border-line bg-surface">
        {data.sources.map((source) => (
          <li key={source.id} className="flex items-center gap-3 py-1.5 pr-2 pl-4">
            <div className="min-w-0 grow">
              <p className="truncate font-medium">{source.title}</p>
              {source.goneAt && (
                <p className="text-sm text-muted">
                  {t('bin.gone', { when: relativeTime(source.goneAt, i18n.language) })}
                </p>
              )}
            </div>
            <Button
              size="sm"
              icon={<Undo2 size={16} />}
              pending={bin.restoring === source.id}
              aria-label={t('bin.restoreName', { title: source.title })}
              onClick={() => bin.restore(source)}
            >
              {t('bin.restore')}
            </Button>
          </li>
        ))}
      </ul>
    </details>
  );
}

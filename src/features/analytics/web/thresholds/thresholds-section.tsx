import { factGap } from '#shared/text/fact-gap.ts';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#ui/api/client.ts';
import { refresh, useEndpoint } from '#ui/api/hooks.ts';
import { Button } from '#ui/controls/button.tsx';
import { List, listOf } from '#ui/list/list.tsx';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx';
import { Badge, Skeleton } from '#ui/page/display.tsx';
import { EmptyState } from '#ui/page/empty-state.tsx';
import { useQueryClient } from '@tanstack/react-query';
import type { Threshold } from '../../analytics-thresholds.contract.ts';
import { useFigureValue } from './figure-value.ts';
import { ThresholdForm } from './threshold-form.tsx';

/** The figures whose passing of a limit webhooks are told. */
export function ThresholdsSection() {
  const { t } = useTranslation('webhooks');
  const client = useQueryClient();
  const [isAdding, setAdding] = useState(false);
  const [removed, setRemoved] = useState<Threshold | null>(null);
  const list = listOf(
    useEndpoint('GET /api/analytics/thresholds', undefined, { staleTime: 0 }),
    (data) => data.thresholds,
  );
  const add = (
    <Button icon={<Plus size={16} />} onClick={() => setAdding(true)}>
      {t('threshold.add')}
    </Button>
  );
  return (
    <section aria-labelledby="thresholds" className="mt-10 grid gap-4">
      <div>
        <h2 id="thresholds" className="text-md font-semibold">
          {t('threshold.title')}
        </h2>
        <p className="mt-1 max-w-prose text-pretty text-muted">{t('threshold.text')}</p>
      </div>
      <List
        of={list}
        failed={t('threshold.unreadable')}
        waiting={<Skeleton className="h-24 rounded-card" />}
        empty={
          <EmptyState title={t('threshold.emptyTitle')} action={add}>
            {t('threshold.empty')}
          </EmptyState>
        }
      >
        {(thresholds) => (
          <div className="grid gap-4">
            <ul
              aria-label={t('threshold.title')}
              className="divide-y divide-line rounded-card border border-line bg-surface"
            >
              {thresholds.map((threshold) => (
                <Row key={threshold.id} threshold={threshold} onRemove={() => setRemoved(threshold)} />
              ))}
            </ul>
            <div>{add}</div>
          </div>
        )}
      </List>
      {isAdding && <ThresholdForm onClose={() => setAdding(false)} />}
      {removed && (
        <ConfirmDialog
          title={t('threshold.removeTitle')}
          description={t('threshold.removeText')}
          confirm={t('threshold.remove')}
          run={async () => {
            await api('DELETE /api/analytics/thresholds/{id}', { params: { id: removed.id } });
            await refresh(client, '/api/analytics/thresholds');
          }}
          onClose={() => setRemoved(null)}
        />
      )}
    </section>
  );
}

function Row({ threshold, onRemove }: { threshold: Threshold; onRemove: () => void }) {
  const { t, i18n } = useTranslation('webhooks');
  const written = useFigureValue();
  const agents = useEndpoint('GET /api/agents', { query: {} }).data?.agents ?? [];
  const { figure, side, limit, value, agentId, isPast, checkedAt, toldAt } = threshold;
  const name = t(`threshold.name.${side}`, {
    figure: t(`threshold.figures.${figure}`),
    limit: written(threshold, limit),
  });
  const facts = [
    agentId === null ? t('threshold.all') : agents.find(({ id }) => id === agentId)?.name,
    checkedAt === null
      ? t('threshold.waiting')
      : value === null
        ? t('threshold.little')
        : t('threshold.now', { value: written(threshold, value) }),
    toldAt !== null &&
      t('threshold.told', {
        at: new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeStyle: 'short' }).format(
          new Date(toldAt),
        ),
      }),
  ];
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 p-4">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap items-center gap-2">
          <span className="min-w-0 font-medium">{name}</span>
          {value !== null && (
            <Badge tone={isPast ? 'warning' : 'neutral'}>
              {t(isPast ? 'threshold.past' : 'threshold.within')}
            </Badge>
          )}
        </p>
        <p className="tabular mt-1 text-sm text-pretty text-muted">{facts.filter(Boolean).join(factGap)}</p>
      </div>
      <Button size="sm" aria-label={t('threshold.removeOf', { name })} onClick={onRemove}>
        {t('threshold.remove')}
      </Button>
    </li>
  );
}

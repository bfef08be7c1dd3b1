import { FlaskConical } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ExperimentValues } from '#features/agents/agents-experiments.contract.ts';
import { useEndpoint } from '#ui/api/hooks.ts';
import { Button } from '#ui/controls/button.tsx';
import { Callout, Skeleton } from '#ui/page/display.tsx';
import { ReadFailed } from '#ui/page/read-failed.tsx';
import { ExperimentCard } from './experiment-card.tsx';
import { ExperimentForm } from './experiment-form.tsx';

/** What is tried with a part of an agent's new visitors, what was, and the beginning of more. */
export function ExperimentsTab({ agentId }: { agentId: string }) {
  const { t } = useTranslation('agent-report');
  const [about, setAbout] = useState<ExperimentValues | null>(null);
  const { data, error, refetch } = useEndpoint(
    'GET /api/agents/{id}/experiments',
    { params: { id: agentId } },
    { refetchOnMount: 'always' },
  );
  if (error) return <ReadFailed title={t('experiments.unreadable')} error={error} retry={refetch} />;
  if (!data) return <Skeleton className="h-72 rounded-card" />;
  const running = new Set(
    data.experiments.filter(({ endedAt }) => endedAt === null).map(({ subject }) => subject),
  );
  const may = ({ subject }: ExperimentValues): boolean =>
    data.can.edit && (subject === 'welcome' || data.can.prices);
  const free = data.now.filter((values) => may(values) && !running.has(values.subject));
  return (
    <section aria-labelledby="experiments" className="grid gap-5">
      <div>
        <h2 id="experiments" className="text-lg font-semibold">
          {t('experiments.title')}
        </h2>
        <p className="mt-1 max-w-prose text-pretty text-muted">{t('experiments.text')}</p>
      </div>
      {data.now.length === 0 && <Callout tone="neutral">{t('experiments.notLive')}</Callout>}
      {free.length > 0 && (
        <div className="flex flex-wrap gap-2">
          {free.map((values) => (
            <Button key={values.subject} onClick={() => setAbout(values)}>
              <FlaskConical size={16} aria-hidden="true" />
              {t(`experiments.try.${values.subject}`)}
            </Button>
          ))}
        </div>
      )}
      {data.now.length === 1 && data.can.prices && (
        <p className="text-sm text-muted">{t('experiments.notSold')}</p>
      )}
      {data.experiments.map((experiment) => (
        <ExperimentCard key={experiment.id} agentId={agentId} experiment={experiment} shown={data} />
      ))}
      {about && <ExperimentForm agentId={agentId} now={about} shown={data} onClose={() => setAbout(null)} />}
    </section>
  );
}

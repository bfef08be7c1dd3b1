import { factGap } from '#shared/text/fact-gap.ts';
import { ArrowRight, Download, RotateCw, Square } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useEndpoint, useMutate } from '#ui/api/hooks.ts';
import { useUser } from '#ui/api/session.ts';
import { readableCost, readableMilliseconds } from '#ui/browser/numbers.ts';
import { Time } from '#ui/browser/time.tsx';
import { Button, buttonClass } from '#ui/controls/button.tsx';
import { Field } from '#ui/controls/field.tsx';
import { Select } from '#ui/controls/select.tsx';
import { Callout, Progress, Skeleton } from '#ui/page/display.tsx';
import { Page, PageHeader } from '#ui/page/page.tsx';
import { ReadFailed } from '#ui/page/read-failed.tsx';
import { Table } from '#ui/page/table.tsx';
import type { Compared, Result } from '../../simulator-results.contract.ts';
import type { Run } from '../../simulator.contract.ts';
import { StatusBadge } from '../status-badge.tsx';
import { misheardShare, SpeechSums } from './speech-sums.tsx';
import { TranscriptSheet, type ShownTranscript } from './transcript-sheet.tsx';

const pollMs = 700;
const isOpen = ({ status }: Run): boolean => status === 'queued' || status === 'running';

type Props = {
  id: string;
  onRun: (id: string) => void;
  onClose: () => void;
};

/** A run while it goes on and afterwards: each conversation, and what differs from another run. */
export function RunView({ id, onRun, onClose }: Props) {
  const { t, i18n } = useTranslation('simulator');
  const canEdit = useUser().can['agents.edit'] !== false;
  const [shown, setShown] = useState<ShownTranscript | null>(null);
  const { data, error, refetch } = useEndpoint(
    'GET /api/simulator/runs/{id}',
    { params: { id } },
    {
      staleTime: 0,
      refetchInterval: ({ state }) => (state.data && !isOpen(state.data.run) ? false : pollMs),
    },
  );
  const again = useMutate('POST /api/simulator/suites/{id}/runs', { refreshes: ['/api/simulator'] });
  const stop = useMutate('POST /api/simulator/runs/{id}/stop', { refreshes: ['/api/simulator'] });
  const run = data?.run;
  const file = (format: 'junit' | 'json') => `/api/simulator/runs/${id}/export?format=${format}`;
  return (
    <Page>
      <PageHeader
        title={run?.suiteName ?? t('shell:screens.agentSimulator')}
        actions={
          <>
            <Button variant="ghost" onClick={onClose}>
              {t('suite.all')}
            </Button>
            {run && isOpen(run) && canEdit && (
              <Button icon={<Square size={16} />} onClick={() => stop.mutate({ params: { id } })}>
                {t('run.stop')}
              </Button>
            )}
            {run && !isOpen(run) && (
              <>
                {canEdit && (
                  <Button
                    icon={<RotateCw size={16} />}
                    pending={again.isPending}
                    onClick={() =>
                      again.mutate(
                        {
                          params: { id: run.suiteId },
                          body: {
                            version: run.version,
                            player: run.player,
                            isReading: run.isReading,
                            isSpoken: run.isSpoken,
                          },
                        },
                        { onSuccess: (next) => onRun(next.id) },
                      )
                    }
                  >
                    {t('run.again')}
                  </Button>
                )}
                <a className={buttonClass({})} href={file('junit')} download>
                  <Download size={16} aria-hidden="true" />
                  JUnit
                </a>
                <a className={buttonClass({})} href={file('json')} download>
                  <Download size={16} aria-hidden="true" />
                  JSON
                </a>
              </>
            )}
          </>
        }
      />
      {error && !data && <ReadFailed error={error} retry={refetch} />}
      {!data && !error && <Skeleton className="h-64 rounded-card" />}
      {run && data && (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1" role="status">
            <StatusBadge status={run.status} />
            <span className="tabular font-medium">
              {t('run.passedOf', { passed: run.passed, total: run.total })}
            </span>
            <span className="text-sm text-muted">
              {[
                run.version === null ? t('run.draft') : t('run.version', { version: run.version }),
                t(`start.players.${run.player}`),
                run.isSpoken && t('speech.spoken'),
                run.costMicros > 0 && readableCost(run.costMicros, i18n.language),
                run.milliseconds > 0 && readableMilliseconds(run.milliseconds, i18n.language),
                run.startedBy,
              ]
                .filter(Boolean)
                .join(factGap)}
              {factGap}
              <Time at={run.createdAt} />
            </span>
          </p>
          {isOpen(run) ? (
            <Progress value={run.total === 0 ? 0 : run.done / run.total} label={t('run.progress')} />
          ) : (
            !run.isCurrent && <Callout tone="info">{t('run.outdatedText')}</Callout>
          )}
          {data.speech && <SpeechSums speech={data.speech} />}
          <Results results={data.results} onShow={(place) => setShown({ runId: id, place })} />
          {!isOpen(run) && <Comparison run={run} onShow={setShown} onRun={onRun} />}
        </div>
      )}
      {shown && <TranscriptSheet shown={shown} onClose={() => setShown(null)} />}
    </Page>
  );
}

function Results({ results, onShow }: { results: readonly Result[]; onShow: (place: number) => void }) {
  const { t, i18n } = useTranslation('simulator');
  return (
    <Table
      label={t('run.results')}
      rows={results}
      rowKey={({ place }) => String(place)}
      onRow={({ place }) => onShow(place)}
      columns={[
        {
          key: 'scenario',
          header: t('run.scenario'),
          className: 'w-[40%]',
          cell: ({ scenario, place, attempt }) => (
            <button
              type="button"
              className="min-w-0 text-left font-medium wrap-anywhere hover:underline"
              onClick={() => onShow(place)}
            >
              {scenario}
              {attempt > 1 && <span className="text-muted"> {t('run.attempt', { number: attempt })}</span>}
            </button>
          ),
        },
        { key: 'persona', header: t('run.persona'), cell: ({ persona }) => t(`persona.${persona}`) },
        { key: 'status', header: t('run.status'), cell: ({ status }) => <StatusBadge status={status} /> },
        {
          key: 'checks',
          header: t('run.checks'),
          align: 'right',
          cell: ({ checks }) =>
            `${checks.filter(({ outcome }) => outcome === 'passed').length}/${checks.length}`,
        },
        ...(results.some(({ speech }) => speech)
          ? [
              {
                key: 'misheard',
                header: t('speech.misheard'),
                align: 'right' as const,
                hideOnPhone: true,
                cell: ({ speech }: Result) => (speech ? misheardShare(speech, i18n.language) : '–'),
              },
            ]
          : []),
        {
          key: 'time',
          header: t('run.time'),
          align: 'right',
          hideOnPhone: true,
          cell: ({ milliseconds }) => readableMilliseconds(milliseconds, i18n.language),
        },
      ]}
    />
  );
}

/** What differs from another run of the suite: the one before unless another is chosen. */
function Comparison({
  run,
  onShow,
  onRun,
}: {
  run: Run;
  onShow: (shown: ShownTranscript) => void;
  onRun: (id: string) => void;
}) {
  const { t, i18n } = useTranslation('simulator');
  const [other, setOther] = useState<string>();
  // Runs are begun elsewhere too: by the dialog that publishes, by colleagues, by a program.
  const runs = useEndpoint(
    'GET /api/simulator/suites/{id}/runs',
    { params: { id: run.suiteId } },
    { staleTime: 0 },
  ).data?.runs;
  const { data, error, refetch } = useEndpoint(
    'GET /api/simulator/runs/{id}/comparison',
    { params: { id: run.id }, query: other ? { with: other } : {} },
    { staleTime: 0 },
  );
  if (error && !data) return <ReadFailed error={error} retry={refetch} />;
  if (!data) return <Skeleton className="h-40 rounded-card" />;
  const { before } = data;
  if (!before) return null;
  const others = (runs ?? [before]).filter(({ id }) => id !== run.id);
  const time = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeStyle: 'short' });
  const nameOf = ({ version, createdAt, passed, total }: Run) =>
    `${version === null ? t('run.draft') : t('run.version', { version })}${factGap}${time.format(new Date(createdAt))}${factGap}${passed}/${total}`;
  const isChanged = (one: Compared) => one.before !== one.after;
  return (
    <section aria-label={t('compare.title')} className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex flex-wrap items-end gap-x-2 gap-y-1">
        <Field label={t('compare.with')} className="min-w-64">
          <Select
            value={before.id}
            onChange={setOther}
            options={[
              ...others,
              // It is older than those that are listed.
              ...(others.some(({ id }) => id === before.id) ? [] : [before]),
            ].map((one) => ({ value: one.id, label: nameOf(one) }))}
          />
        </Field>
        <Button variant="ghost" onClick={() => onRun(before.id)}>
          {t('compare.open')}
        </Button>
      </div>
      <p className="text-muted">
        {data.scenarios.some(isChanged)
          ? t('compare.changed', { count: data.scenarios.filter(isChanged).length })
          : t('compare.same')}
      </p>
      <Table
        label={t('compare.title')}
        rows={data.scenarios}
        rowKey={({ scenario, persona }) => `${scenario} ${persona}`}
        columns={[
          {
            key: 'scenario',
            header: t('run.scenario'),
            className: 'w-[40%]',
            cell: (one) => (
              <span className="wrap-anywhere">
                {one.scenario} <span className="text-muted">{t(`persona.${one.persona}`)}</span>
              </span>
            ),
          },
          {
            key: 'change',
            header: t('compare.change'),
            cell: (one) => (
              <span className="flex flex-wrap items-center gap-1.5">
                {one.before ? <StatusBadge status={one.before} /> : '–'}
                <ArrowRight size={14} aria-label={t('compare.now')} className="text-muted" />
                {one.after ? <StatusBadge status={one.after} /> : '–'}
              </span>
            ),
          },
          {
            key: 'read',
            header: t('compare.read'),
            cell: ({ beforePlace, afterPlace }) => (
              <button
                type="button"
                className="font-medium underline underline-offset-4 max-md:min-h-11"
                onClick={() =>
                  onShow({
                    runId: run.id,
                    place: afterPlace ?? beforePlace ?? 0,
                    ...(beforePlace !== null &&
                      afterPlace !== null && { beside: { runId: before.id, place: beforePlace } }),
                    ...(afterPlace === null && { runId: before.id }),
                  })
                }
              >
                {t('compare.sideBySide')}
              </button>
            ),
          },
        ]}
      />
    </section>
  );
}

import { factGap } from '#shared/text/fact-gap.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMoney } from '#shared/money/money.ts';
import { api } from '#ui/api/client.ts';
import { refresh, useMutate } from '#ui/api/hooks.ts';
import { readableNumber } from '#ui/browser/numbers.ts';
import { Button } from '#ui/controls/button.tsx';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx';
import { toast } from '#ui/overlay/toast-store.ts';
import { Badge, Callout, Card } from '#ui/page/display.tsx';
import { Table, type Column } from '#ui/page/table.tsx';
import {
  measuresOf,
  type AgentExperimentsShown,
  type ExperimentMeasure,
  type ExperimentReport,
  type ShownExperiment,
} from '../../analytics-experiments.contract.ts';
import { wordsOf } from './values-of.ts';

type Props = {
  agentId: string;
  experiment: ShownExperiment;
  shown: AgentExperimentsShown;
};

/** One experiment: its two sides, what they brought, what is certain of it, and its end by one press. */
export function ExperimentCard({ agentId, experiment, shown }: Props) {
  const { t, i18n } = useTranslation('agent-report');
  const { id, subject, startedAt, endedAt, outcome, share, report, currency } = experiment;
  const day = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium' });
  const percent = new Intl.NumberFormat(i18n.language, { style: 'percent' });
  const part = percent.format(share / 100);
  const heading = t(`experiments.subject.${subject}`);
  return (
    <Card aria-labelledby={id}>
      <div className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 id={id} className="font-medium">
          {heading}
        </h3>
        <Badge tone={outcome === null ? 'accent' : 'neutral'}>
          {outcome === null ? t('experiments.running') : t('experiments.over')}
        </Badge>
        <span className="text-sm text-muted">
          {endedAt === null
            ? t('experiments.since', { day: day.format(new Date(startedAt)), share: part })
            : t('experiments.between', {
                from: day.format(new Date(startedAt)),
                to: day.format(new Date(endedAt)),
                share: part,
              })}
        </span>
      </div>
      <div className="grid gap-4">
        {outcome !== null && (
          <Callout tone={outcome === 'adopted' ? 'success' : outcome === 'stopped' ? 'neutral' : 'warning'}>
            {t(`experiments.outcome.${outcome}`)}
          </Callout>
        )}
        {report ? (
          <Report experiment={experiment} report={report} shown={shown} heading={heading} />
        ) : (
          <>
            {(['base', 'variant'] as const).map((side) => (
              <p key={side}>
                <span className="text-muted">{t(`experiments.${side}`)}: </span>
                {wordsOf(experiment[side], { ...shown, currency }, t, i18n.language).join(factGap)}
              </p>
            ))}
            <p className="text-muted">{t('experiments.hidden')}</p>
          </>
        )}
        {outcome === null && shown.can.edit && (subject === 'welcome' || shown.can.prices) && (
          <Ends agentId={agentId} experiment={experiment} />
        )}
      </div>
    </Card>
  );
}

function Report({
  experiment,
  report,
  shown,
  heading,
}: {
  experiment: ShownExperiment;
  report: ExperimentReport;
  shown: AgentExperimentsShown;
  heading: string;
}) {
  const { t, i18n } = useTranslation('agent-report');
  const { subject, currency } = experiment;
  const percent = new Intl.NumberFormat(i18n.language, { style: 'percent', maximumFractionDigits: 1 });
  const rows = (['base', 'variant'] as const).map((side) => ({ side, ...report[side] }));
  type Row = (typeof rows)[number];
  const amountOf = (row: Row, measure: ExperimentMeasure): string => {
    const done = row[measure];
    if (done === null) return '–';
    if (measure !== 'revenue')
      return row.visitors === 0
        ? '–'
        : `${readableNumber(done, i18n.language)} (${percent.format(done / row.visitors)})`;
    const each = row.visitors === 0 ? 0 : done / row.visitors;
    return `${formatMoney(done, currency, i18n.language)} (${formatMoney(Math.round(each), currency, i18n.language)})`;
  };
  const measures = measuresOf[subject].filter((measure) => report.base[measure] !== null);
  const columns: Column<Row>[] = [
    {
      key: 'side',
      header: t('experiments.side'),
      cell: (row) => (
        <>
          <span className="font-medium">{t(`experiments.${row.side}`)}</span>
          {wordsOf(experiment[row.side], { ...shown, currency }, t, i18n.language).map((line) => (
            <span key={line} className="block max-w-prose text-sm whitespace-pre-line text-muted">
              {line}
            </span>
          ))}
        </>
      ),
    },
    {
      key: 'visitors',
      header: t('experiments.visitors'),
      align: 'right',
      cell: ({ visitors }) => readableNumber(visitors, i18n.language),
    },
    ...measures.map((measure): Column<Row> => ({
      key: measure,
      header: t(`experiments.measure.${measure}`),
      align: 'right',
      cell: (row) => amountOf(row, measure),
    })),
  ];
  return (
    <>
      <Verdict report={report} currency={currency} isOver={experiment.outcome !== null} />
      <Table label={heading} rows={rows} rowKey={({ side }) => side} columns={columns} />
      {report.isTest && <p className="text-sm text-muted">{t('experiments.testMoney')}</p>}
    </>
  );
}

const tones = { collecting: 'neutral', open: 'neutral', better: 'success', worse: 'warning' } as const;

/** What is certain, with the bounds between which the difference lies. */
function Verdict({
  report,
  currency,
  isOver,
}: {
  report: ExperimentReport;
  currency: string;
  isOver: boolean;
}) {
  const { t, i18n } = useTranslation('agent-report');
  const { verdict, missing, comparisons } = report;
  const [deciding, ...others] = comparisons;
  if (!deciding) {
    const lacks = [
      missing.days > 0 && t('experiments.missing.days', { count: missing.days }),
      missing.visitors > 0 && t('experiments.missing.visitors', { count: missing.visitors }),
      missing.reached > 0 && t('experiments.missing.reached', { count: missing.reached }),
    ].filter((lack) => lack !== false);
    return (
      <Callout tone="neutral" title={t(isOver ? 'experiments.notEnough' : 'experiments.collecting')} live>
        {t(isOver ? 'experiments.wasMissing' : 'experiments.stillMissing', {
          what: new Intl.ListFormat(i18n.language, { type: 'conjunction' }).format(lacks),
        })}
      </Callout>
    );
  }
  const boundsOf = ({ measure, difference }: typeof deciding): string => {
    const number = new Intl.NumberFormat(i18n.language, {
      maximumFractionDigits: 1,
      signDisplay: 'exceptZero',
    });
    const show = (value: number): string =>
      measure === 'revenue'
        ? `${value < 0 ? '−' : '+'}${formatMoney(Math.abs(Math.round(value * 100)), currency, i18n.language)}`
        : number.format(value * 100).replace('-', '−');
    return t(`experiments.bounds.${measure}`, { low: show(difference.low), high: show(difference.high) });
  };
  return (
    <div className="grid gap-2">
      <Callout
        tone={tones[verdict]}
        title={t(`experiments.verdict.${verdict as 'open' | 'better' | 'worse'}`)}
        live
      >
        {boundsOf(deciding)}
      </Callout>
      {others.map((one) => (
        <p key={one.measure} className="text-sm text-muted">
          {boundsOf(one)}
        </p>
      ))}
      <p className="text-sm text-muted">{t('experiments.certainty')}</p>
    </div>
  );
}

function Ends({ agentId, experiment }: { agentId: string; experiment: ShownExperiment }) {
  const { t } = useTranslation('agent-report');
  const [isAsked, setAsked] = useState(false);
  const params = { id: agentId, experimentId: experiment.id };
  const refreshes = ['/api/agents'];
  const client = useQueryClient();
  const adopt = async (): Promise<void> => {
    await api('POST /api/agents/{id}/experiments/{experimentId}/adopt', { params });
    void refresh(client, ...refreshes);
    void toast({ variant: 'success', description: t('experiments.adopted') });
  };
  const stop = useMutate('POST /api/agents/{id}/experiments/{experimentId}/stop', {
    refreshes,
    onSuccess: () => void toast({ variant: 'success', description: t('experiments.stopped') }),
  });
  const isBetter = experiment.report?.verdict === 'better';
  return (
    <div className="flex flex-wrap gap-3">
      <Button
        variant={isBetter ? 'primary' : 'outline'}
        disabled={stop.isPending}
        onClick={() => setAsked(true)}
      >
        {t('experiments.adopt')}
      </Button>
      <Button
        variant={experiment.report?.verdict === 'worse' ? 'primary' : 'ghost'}
        pending={stop.isPending}
        onClick={() => stop.mutate({ params })}
      >
        {t('experiments.stop')}
      </Button>
      {isAsked && (
        <ConfirmDialog
          title={t('experiments.adoptTitle')}
          description={t('experiments.adoptText')}
          confirm={t('experiments.adopt')}
          tone="primary"
          run={adopt}
          onClose={() => setAsked(false)}
        />
      )}
    </div>
  );
}

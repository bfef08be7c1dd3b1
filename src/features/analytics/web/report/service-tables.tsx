import { useTranslation } from 'react-i18next';
import { readableMilliseconds, readableNumber } from '#ui/browser/numbers.ts';
import { InfoNote } from '#ui/charts/info-note.tsx';
import { Card } from '#ui/page/display.tsx';
import { Table } from '#ui/page/table.tsx';
import type { ServiceReport } from '../../analytics-service.contract.ts';
import { readableWait } from './readable-wait.ts';

const ends = ['confirmed', 'assumed', 'handedOver', 'returned', 'disliked', 'pending'] as const;

/** How conversations ended, how long a person took, the tools and the sources of an agent. */
export function ServiceTables({ report }: { report: ServiceReport }) {
  return (
    <div className="grid gap-4">
      <div className="grid gap-4 lg:grid-cols-[2fr_1fr]">
        <Resolution report={report} />
        <FirstHuman of={report.firstHuman} />
      </div>
      <Tools tools={report.tools} />
      <Sources sources={report.sources} />
    </div>
  );
}

function Heading({ text, note }: { text: string; note?: string }) {
  return (
    <h3 className="mb-4 flex min-h-9 items-center gap-2 font-medium">
      {text}
      {note !== undefined && <InfoNote name={text} text={note} />}
    </h3>
  );
}

function Resolution({ report: { conversations, isCut, resolution } }: { report: ServiceReport }) {
  const { t, i18n } = useTranslation('agent-report');
  const percent = new Intl.NumberFormat(i18n.language, { style: 'percent', maximumFractionDigits: 1 });
  const title = t('service.resolution');
  return (
    <Card>
      <Heading text={title} note={t('service.resolutionNote')} />
      <Table
        label={title}
        rows={ends.map((end) => ({ end, value: resolution[end] }))}
        rowKey={({ end }) => end}
        columns={[
          { key: 'end', header: t('service.outcome'), cell: ({ end }) => t(`service.${end}`) },
          {
            key: 'value',
            header: t('service.conversations'),
            align: 'right',
            cell: ({ value }) => readableNumber(value, i18n.language),
          },
          {
            key: 'part',
            header: t('service.part'),
            align: 'right',
            cell: ({ value }) => (conversations === 0 ? '–' : percent.format(value / conversations)),
          },
        ]}
      />
      {isCut && (
        <p className="mt-3 text-sm text-muted">
          {t('service.cut', { most: readableNumber(conversations, i18n.language) })}
        </p>
      )}
    </Card>
  );
}

function FirstHuman({ of: { asked, answered, median, slow } }: { of: ServiceReport['firstHuman'] }) {
  const { t, i18n } = useTranslation('agent-report');
  const wait = (seconds: number | null): string =>
    seconds === null ? '–' : readableWait(seconds, i18n.language);
  return (
    <Card>
      <Heading text={t('service.human')} note={t('service.humanNote')} />
      <dl className="grid grid-cols-2 gap-x-4 gap-y-5">
        {(
          [
            ['asked', readableNumber(asked, i18n.language)],
            ['answered', readableNumber(answered, i18n.language)],
            ['median', wait(median)],
            ['slow', wait(slow)],
          ] as const
        ).map(([name, value]) => (
          <div key={name}>
            <dt className="text-sm text-muted">{t(`service.${name}`)}</dt>
            <dd className="tabular mt-1 text-xl font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

function Tools({ tools }: { tools: ServiceReport['tools'] }) {
  const { t, i18n } = useTranslation('agent-report');
  const took = (milliseconds: number): string =>
    readableMilliseconds(Math.round(milliseconds), i18n.language);
  return (
    <Card>
      <Heading text={t('service.tools')} />
      {tools.length === 0 ? (
        <p className="text-muted">{t('service.toolsNone')}</p>
      ) : (
        <Table
          label={t('service.tools')}
          rows={tools}
          rowKey={({ name }) => name}
          columns={[
            { key: 'name', header: t('service.tool'), cell: ({ name }) => <code>{name}</code> },
            {
              key: 'calls',
              header: t('service.calls'),
              align: 'right',
              cell: ({ calls }) => readableNumber(calls, i18n.language),
            },
            {
              key: 'failures',
              header: t('service.failures'),
              align: 'right',
              cell: ({ failures }) => readableNumber(failures, i18n.language),
            },
            {
              key: 'median',
              header: t('service.median'),
              align: 'right',
              cell: ({ median }) => took(median),
            },
            { key: 'slow', header: t('service.slow'), align: 'right', cell: ({ slow }) => took(slow) },
          ]}
        />
      )}
    </Card>
  );
}

function Sources({ sources }: { sources: ServiceReport['sources'] }) {
  const { t, i18n } = useTranslation('agent-report');
  const day = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium' });
  return (
    <Card>
      <Heading text={t('service.sources')} note={t('service.sourcesNote')} />
      {sources.length === 0 ? (
        <p className="text-muted">{t('service.sourcesNone')}</p>
      ) : (
        <Table
          label={t('service.sources')}
          rows={sources}
          rowKey={({ id }) => id}
          columns={[
            {
              key: 'title',
              header: t('service.source'),
              className: 'max-w-96',
              cell: ({ title }) => <span className="line-clamp-2 break-words">{title}</span>,
            },
            {
              key: 'answers',
              header: t('service.answers'),
              align: 'right',
              cell: ({ answers }) => readableNumber(answers, i18n.language),
            },
            {
              key: 'lastAt',
              header: t('service.lastAt'),
              align: 'right',
              cell: ({ lastAt }) => (lastAt === null ? t('service.never') : day.format(new Date(lastAt))),
            },
          ]}
        />
      )}
    </Card>
  );
}

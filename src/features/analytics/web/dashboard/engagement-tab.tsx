import { Link } from '@tanstack/react-router';
import { ThumbsDown, ThumbsUp } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useEndpoint } from '#ui/api/hooks.ts';
import { readableCost, readableMilliseconds, readableNumber } from '#ui/browser/numbers.ts';
import { BarChart } from '#ui/charts/bar-chart.tsx';
import { BarList } from '#ui/charts/bar-list.tsx';
import { Funnel } from '#ui/charts/funnel.tsx';
import { HeatMap } from '#ui/charts/heat-map.tsx';
import { InfoNote } from '#ui/charts/info-note.tsx';
import { Card, Skeleton } from '#ui/page/display.tsx';
import { ReadFailed } from '#ui/page/read-failed.tsx';
import type { Engagement } from '../../analytics.contract.ts';
import { hourNames, weekdayNames } from './dates.ts';
import { useKept } from './use-kept.ts';
import type { PeriodQuery } from './use-period.ts';

/** When visitors write, how much, what they ask, and how far they come. */
export function EngagementTab({ query }: { query: PeriodQuery }) {
  const { t } = useTranslation('analytics');
  const result = useEndpoint('GET /api/analytics/engagement', { query }, { staleTime: 0 });
  const data = useKept(result.data);
  return (
    <div className="grid gap-4">
      {result.error && <ReadFailed title={t('unreadable')} error={result.error} retry={result.refetch} />}
      {!data && !result.error && (
        <>
          <Skeleton className="h-72 rounded-card" />
          <Skeleton className="h-72 rounded-card" />
        </>
      )}
      {data && <Charts engagement={data} />}
    </div>
  );
}

function Charts({ engagement }: { engagement: Engagement }) {
  const { t, i18n } = useTranslation('analytics');
  const number = (value: number) => readableNumber(value, i18n.language);
  const share = new Intl.NumberFormat(i18n.language, { style: 'percent', maximumFractionDigits: 0 });
  return (
    <>
      <Card>
        <HeatMap
          title={t('figures.heat.name')}
          note={t('figures.heat.formula')}
          rows={weekdayNames(i18n.language)}
          columns={hourNames}
          values={engagement.heat}
          format={number}
        />
      </Card>
      <Card>
        <Funnel
          title={t('figures.funnel.name')}
          note={t('figures.funnel.formula')}
          steps={engagement.funnel.map(({ step, visitors }) => ({
            key: step,
            label: t(`funnel.${step}`),
            value: visitors,
          }))}
          format={number}
          percent={(part) => share.format(part)}
          labelHeader={t('funnel.step')}
          valueHeader={t('figures.visitors.name')}
          partHeader={t('funnel.part')}
        />
      </Card>
      <div className="grid gap-4 lg:grid-cols-2">
        <Card>
          <BarChart
            title={t('figures.depth.name')}
            note={t('figures.depth.formula')}
            bars={engagement.depth.map(({ from, to, conversations }) => ({
              key: String(from),
              label: to === null ? `${from}+` : from === to ? String(from) : `${from}–${to}`,
              value: conversations,
            }))}
            names={8}
            format={number}
            labelHeader={t('figures.messages.name')}
            valueHeader={t('figures.conversations.name')}
          />
        </Card>
        <FeedbackCard engagement={engagement} />
        <Questions of="questions" engagement={engagement} />
        <Questions of="unanswered" engagement={engagement} />
      </div>
      <CallsCard calls={engagement.calls} />
    </>
  );
}

/** What visitors thought of answers, and how often the agent did not know. */
function FeedbackCard({ engagement }: { engagement: Engagement }) {
  const { t, i18n } = useTranslation('analytics');
  const { feedback, answers, unsure } = engagement;
  const number = (value: number) => readableNumber(value, i18n.language);
  const share = new Intl.NumberFormat(i18n.language, { style: 'percent', maximumFractionDigits: 0 });
  const all = feedback.up + feedback.down;
  return (
    <Card>
      <h3 className="mb-4 flex min-h-9 items-center font-medium">{t('feedback.title')}</h3>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-5">
        {(
          [
            ['thumbsUp', feedback.up, ThumbsUp],
            ['thumbsDown', feedback.down, ThumbsDown],
          ] as const
        ).map(([figure, value, Icon]) => (
          <div key={figure}>
            <dt className="flex items-center gap-2 text-sm text-muted">
              <Icon size={16} aria-hidden="true" />
              {t(`figures.${figure}.name`)}
              <InfoNote name={t(`figures.${figure}.name`)} text={t(`figures.${figure}.formula`)} />
            </dt>
            <dd className="tabular mt-1 text-xl font-semibold">
              {number(value)}
              {all > 0 && (
                <span className="ml-2 text-sm font-normal text-muted">{share.format(value / all)}</span>
              )}
            </dd>
          </div>
        ))}
        <div className="col-span-2 border-t border-line pt-4">
          <dt className="text-sm text-muted">{t('feedback.unsure')}</dt>
          <dd className="tabular mt-1">
            {t('feedback.unsureOf', { unsure: number(unsure), answers: number(answers) })}
          </dd>
        </div>
      </dl>
    </Card>
  );
}

/** How much visitors and agents talked, how soon they were heard, and what it cost. */
function CallsCard({ calls }: { calls: Engagement['calls'] }) {
  const { t, i18n } = useTranslation('analytics');
  const number = (value: number) => readableNumber(value, i18n.language);
  const time = (value: number) => readableMilliseconds(value, i18n.language);
  const { firstSoundMs: sound } = calls;
  const facts: [name: string, value: string, more?: string][] = [
    [t('figures.calls.name'), number(calls.calls)],
    [t('calls.minutes'), number(calls.minutes)],
    [t('calls.interruptions'), number(calls.interruptions)],
    [t('calls.cost'), readableCost(calls.costMicros, i18n.language)],
    ...(sound
      ? ([[t('calls.firstSound'), time(sound.median), t('calls.slow', { time: time(sound.slow) })]] as [
          string,
          string,
          string,
        ][])
      : []),
    ...(calls.chargedMessages > 0
      ? ([[t('calls.charged'), number(calls.chargedMessages)]] as [string, string][])
      : []),
  ];
  return (
    <Card>
      <div className="mb-4 flex min-h-9 items-center gap-2">
        <h3 className="font-medium">{t('figures.calls.name')}</h3>
        <InfoNote name={t('figures.calls.name')} text={t('figures.calls.formula')} />
      </div>
      {calls.calls === 0 ? (
        <p className="text-muted">{t('calls.none')}</p>
      ) : (
        <dl className="grid grid-cols-2 gap-x-4 gap-y-5 sm:grid-cols-3 lg:grid-cols-6">
          {facts.map(([name, value, more]) => (
            <div key={name}>
              <dt className="text-sm text-muted">{name}</dt>
              <dd className="tabular mt-1 text-xl font-semibold">
                {value}
                {more && <span className="block text-sm font-normal text-muted">{more}</span>}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </Card>
  );
}

function Questions({ of, engagement }: { of: 'questions' | 'unanswered'; engagement: Engagement }) {
  const { t, i18n } = useTranslation('analytics');
  const rows = engagement[of].map(({ question, count, conversationId }, index) => ({
    key: `${conversationId} ${index}`,
    label: question,
    value: count,
    conversationId,
  }));
  return (
    <Card>
      <BarList
        title={t(`figures.${of}.name`)}
        note={t(`figures.${of}.formula`)}
        rows={rows}
        most={10}
        format={(value) => readableNumber(value, i18n.language)}
        labelHeader={t('questions.question')}
        valueHeader={t('questions.count')}
        empty={t(`questions.none.${of}`)}
        show={({ key, label }) => (
          <Link
            to="/dashboard/inbox/$id"
            params={{ id: key.split(' ')[0] ?? '' }}
            className="underline-offset-4 hover:underline"
          >
            {label}
          </Link>
        )}
      />
    </Card>
  );
}

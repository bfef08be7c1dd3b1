import { factGap } from '#shared/text/fact-gap.ts';
import { useTranslation } from 'react-i18next';
import { useEndpoint } from '#ui/api/hooks.ts';
import { useUrlParam } from '#ui/browser/url-param.ts';
import { readableNumber } from '#ui/browser/numbers.ts';
import { LineChart, type LineMark } from '#ui/charts/line-chart.tsx';
import { Card } from '#ui/page/display.tsx';
import type { curveFigures } from '../../analytics-figures.contract.ts';
import type { AnalyticsOverview } from '../../analytics.contract.ts';
import { begunPoints, placeOf, pointNames } from './dates.ts';

type CurveFigure = (typeof curveFigures)[number];
/** The most telling first. */
const order = [
  'conversations',
  'messages',
  'visitors',
  'newContacts',
  'views',
  'opens',
] as const satisfies readonly CurveFigure[];

/** One figure over the period, beside the same of the period before; `agentId` marks an agent's versions. */
export function CurveChart({ overview, agentId }: { overview: AnalyticsOverview; agentId: string }) {
  const { t, i18n } = useTranslation('analytics');
  const [figure, setFigure] = useUrlParam<CurveFigure>('figure', 'conversations', { allowed: order });
  const names = pointNames(overview.unit, overview.zone, i18n.language);
  const begun = begunPoints(overview.curve, new Date());
  const points = overview.curve.map((point, index) => {
    const before = overview.curveBefore?.[index];
    return {
      key: point.start,
      short: names.short(point.start),
      label: names.long(point.start),
      value: index < begun ? point[figure] : null,
      ...(before && { before: { label: names.long(before.start), value: before[figure] } }),
    };
  });
  const marks = useVersionMarks(agentId, overview);
  return (
    <Card>
      <div
        role="group"
        aria-label={t('curve.figure')}
        className="-mx-1 mb-4 flex flex-wrap gap-1 px-1 pb-1 print:hidden"
      >
        {order.map((choice) => (
          <button
            key={choice}
            type="button"
            aria-pressed={choice === figure}
            onClick={() => setFigure(choice)}
            className={`min-h-10 rounded-full px-3 text-sm whitespace-nowrap transition-colors duration-150 focus-visible:-outline-offset-2 md:min-h-8 ${choice === figure ? 'bg-accent-tint font-medium text-accent-ink forced-colors:border' : 'text-muted hover:bg-sunken hover:text-ink'}`}
          >
            {t(`figures.${choice}.name`)}
          </button>
        ))}
      </div>
      <LineChart
        title={t(`figures.${figure}.name`)}
        note={t(`figures.${figure}.formula`)}
        points={points}
        marks={marks}
        format={(value) => readableNumber(value, i18n.language)}
        labelHeader={t(`unit.${overview.unit}`)}
        valueHeader={t(`figures.${figure}.name`)}
        beforeHeader={t('compare.column')}
      />
      {overview.curveBefore && (
        <p className="mt-2 flex items-center gap-2 text-sm text-muted">
          <svg aria-hidden="true" width="24" height="4">
            <line
              x1="0"
              x2="24"
              y1="2"
              y2="2"
              className="stroke-muted"
              strokeWidth="2"
              strokeDasharray="4 4"
            />
          </svg>
          {t('compare.legend')}
        </p>
      )}
      {marks.length > 0 && (
        <p className="mt-2 text-sm text-muted">
          {t('versions.legend')} {marks.map(({ label }) => label).join(factGap)}
        </p>
      )}
    </Card>
  );
}

/** When versions of the agent were published, as places on the curve. */
function useVersionMarks(agentId: string, { curve, unit, to }: AnalyticsOverview): LineMark[] {
  const { t, i18n } = useTranslation('analytics');
  const { data } = useEndpoint(
    'GET /api/agents/{id}/versions',
    { params: { id: agentId } },
    { enabled: agentId !== '' },
  );
  const starts = curve.map(({ start }) => start);
  const last = Date.parse(starts.at(-1) ?? to);
  const lengths = { hour: 3_600_000, day: 86_400_000, week: 604_800_000, month: 2_678_400_000 };
  const ends = new Date(last + lengths[unit]).toISOString();
  const day = new Intl.DateTimeFormat(i18n.language, { day: 'numeric', month: 'short' });
  return (data?.versions ?? []).flatMap(({ version, createdAt }) => {
    const at = placeOf(createdAt, starts, ends);
    return at === null
      ? []
      : [
          {
            key: String(version),
            at,
            label: t('versions.mark', { version, day: day.format(new Date(createdAt)) }),
          },
        ];
  });
}

import { useTranslation } from 'react-i18next';
import { useUrlParam } from '#ui/browser/url-param.ts';
import { Tabs, type Tab } from '#ui/controls/tabs.tsx';
import { Skeleton } from '#ui/page/display.tsx';
import type { Breakdown } from '../../analytics-figures.contract.ts';
import type { AnalyticsOverview } from '../../analytics.contract.ts';
import { AgentTable } from './agent-table.tsx';
import { BreakdownList } from './breakdown-list.tsx';
import { CurveChart } from './curve-chart.tsx';
import { EngagementTab } from './engagement-tab.tsx';
import type { PeriodQuery } from './use-period.ts';

const tabs = ['overview', 'engagement', 'location', 'devices'] as const;
const ways = ['source', 'medium', 'campaign', 'referrer', 'tag', 'qr', 'page'] as const;
const places = ['country', 'language'] as const;
const devices = ['device', 'browser', 'os'] as const;

type Props = {
  overview: AnalyticsOverview | undefined;
  /** What the curve is drawn of did not come; that is said above. */
  isFailed: boolean;
  query: PeriodQuery;
  /** An agent's own report: its versions are marked, and the table of agents is left out. */
  reportOf?: string;
  /** Tabs that only an agent's own report has. */
  more?: readonly Tab[];
};

/** The tabs of the dashboard; each reads only when it is looked at. */
export function AnalyticsTabs({ overview, isFailed, query, reportOf, more = [] }: Props) {
  const { t } = useTranslation('analytics');
  const [tab, setTab] = useUrlParam<string>('tab', 'overview', {
    allowed: [...tabs, ...more.map(({ value }) => value)],
    push: true,
  });
  const [way, setWay] = useUrlParam<Breakdown>('by', 'source', { allowed: ways });
  const [place, setPlace] = useUrlParam<Breakdown>('place', 'country', { allowed: places });
  const contents = {
    overview: () => (
      <div className="grid gap-6">
        {overview ? (
          <CurveChart overview={overview} agentId={reportOf ?? ''} />
        ) : (
          !isFailed && <Skeleton className="h-92 rounded-card" />
        )}
        {reportOf === undefined && <AgentTable query={query} />}
        <BreakdownList query={query} title={t('breakdown.ways')} choices={ways} by={way} onChange={setWay} />
      </div>
    ),
    engagement: () => <EngagementTab query={query} />,
    location: () => (
      <div className="grid gap-4">
        <BreakdownList
          query={query}
          title={t('breakdown.places')}
          choices={places}
          by={place}
          onChange={setPlace}
          hasMap
        />
      </div>
    ),
    devices: () => (
      <div className="grid gap-4 lg:grid-cols-3">
        {devices.map((by) => (
          <div key={by} className="min-w-0">
            <BreakdownList query={query} title={t(`by.${by}`)} choices={[by]} by={by} />
          </div>
        ))}
      </div>
    ),
  };
  return (
    <Tabs
      label={t('tabs.label')}
      value={tab}
      onChange={setTab}
      tabs={[
        ...tabs.map((value) => ({
          value,
          label: t(`tabs.${value}`),
          content: value === tab ? contents[value]() : null,
        })),
        ...more.map((one) => ({ ...one, content: one.value === tab ? one.content : null })),
      ]}
    />
  );
}

import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { formatMoney } from '#shared/money/money.ts';
import { paths } from '#shared/paths.ts';
import { useUser } from '#ui/api/session.ts';
import { readableNumber } from '#ui/browser/numbers.ts';
import { Badge } from '#ui/page/display.tsx';
import type { AnalyticsOverview } from '../../analytics.contract.ts';
import { knownBy, spanOf } from './card-links.ts';
import { begunPoints } from './dates.ts';
import { FigureCard } from './figure-card.tsx';
import type { AnalyticsPeriod } from './use-period.ts';

type Props = {
  overview: AnalyticsOverview | undefined;
  period: AnalyticsPeriod;
  /** The cards of one agent's report: not how many agents there are. */
  isReport: boolean;
};
const gridClass = 'grid gap-px overflow-hidden rounded-card border border-line bg-line';

/** What was counted; each card leads to the list behind it. */
export function FigureCards({ overview, period, isReport }: Props) {
  const { t, i18n } = useTranslation('analytics');
  const user = useUser();
  const { agentId } = period;
  const agent = agentId ? { agent: agentId } : {};
  const card = (figure: keyof AnalyticsOverview['figures']) => {
    const numbers = overview?.figures[figure];
    return {
      figure,
      value: numbers && readableNumber(numbers.value, i18n.language),
      ...(numbers && { numbers }),
    };
  };
  const points = overview?.curve ?? [];
  const begun = points.slice(0, begunPoints(points, new Date()));
  const curve = (figure: 'conversations' | 'messages' | 'visitors') => ({
    curve: begun.map((point) => point[figure]),
  });
  const span = spanOf(period.query);
  /** Leads to conversations, also to those that were resolved. */
  const inInbox = user.can['inbox.read'] !== false && {
    link: (name: string, className: string) => (
      <Link to={paths.inbox} search={{ view: 'everything', began: span, ...agent }} className={className}>
        {name}
      </Link>
    ),
  };
  return (
    <>
      <dl
        className={`${gridClass} mb-4 grid-cols-2 ${isReport ? 'lg:grid-cols-5 [&>*:last-child]:col-span-2 lg:[&>*:last-child]:col-span-1' : 'md:grid-cols-3 lg:grid-cols-6'}`}
      >
        {!isReport && (
          <FigureCard
            {...card('agents')}
            curve={[]}
            link={(name, className) =>
              agentId ? (
                <Link to={paths.editAgent(agentId)} className={className}>
                  {name}
                </Link>
              ) : (
                // Archived ones are counted.
                <Link
                  to={paths.agents}
                  search={{ archived: '1', ...knownBy(period.query) }}
                  className={className}
                >
                  {name}
                </Link>
              )
            }
          />
        )}
        <FigureCard
          {...card('activeContacts')}
          curve={[]}
          link={(name, className) => (
            <Link to={paths.contacts} search={{ ...agent, wrote: span }} className={className}>
              {name}
            </Link>
          )}
        />
        <FigureCard
          {...card('totalContacts')}
          curve={[]}
          link={(name, className) => (
            <Link to={paths.contacts} search={{ ...agent, ...knownBy(period.query) }} className={className}>
              {name}
            </Link>
          )}
        />
        <FigureCard {...card('visitors')} {...curve('visitors')} />
        <FigureCard {...card('conversations')} {...curve('conversations')} {...inInbox} />
        <FigureCard {...card('messages')} {...curve('messages')} {...inInbox} />
      </dl>
      {user.can['payments.read'] && overview?.money !== null && (
        <MoneyCards money={overview?.money} period={period} />
      )}
      {overview?.hidesPassive && <p className="mb-4 text-sm text-muted">{t('hidesPassive')}</p>}
    </>
  );
}

/** Revenue and earnings; money of several currencies is never added up. */
function MoneyCards({
  money,
  period,
}: {
  money: NonNullable<AnalyticsOverview['money']> | undefined;
  period: AnalyticsPeriod;
}) {
  const { t, i18n } = useTranslation('analytics');
  const number = (value: number) => readableNumber(value, i18n.language);
  const search = {
    period: period.period,
    ...(period.period === 'range' && {
      ...(period.from && { from: period.from }),
      ...(period.to && { to: period.to }),
    }),
    ...(period.agentId && { agent: period.agentId }),
    ...(money && { mode: money.isTest ? ('test' as const) : ('live' as const) }),
  } as const;
  const link = (name: string, className: string) => (
    <Link to={paths.payments} search={search} className={className}>
      {name}
    </Link>
  );
  const [only, ...others] = money?.currencies ?? [];
  const counts = ['packs', 'successfulPayments', 'messagesSold'] as const;
  return (
    <section aria-labelledby="earnings" className="mb-6">
      <h2 id="earnings" className="mb-2 flex items-center gap-2 text-md font-semibold">
        {t('earnings')}
        {money?.isTest && <Badge tone="warning">{t('test')}</Badge>}
      </h2>
      <dl className={`${gridClass} grid-cols-2 lg:grid-cols-4`}>
        <FigureCard
          figure="revenue"
          value={
            money && (
              <span className="grid">
                {money.currencies.map(({ currency, net }) => (
                  <span key={currency}>{formatMoney(net.value, currency, i18n.language)}</span>
                ))}
                {!only && number(0)}
              </span>
            )
          }
          {...(only && others.length === 0 && { numbers: only.net })}
          link={link}
        />
        {counts.map((figure) => (
          <FigureCard
            key={figure}
            figure={figure}
            value={money && number(money[figure].value)}
            {...(money && { numbers: money[figure] })}
            link={link}
          />
        ))}
      </dl>
    </section>
  );
}

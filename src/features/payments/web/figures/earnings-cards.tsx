import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { paths } from '#shared/paths.ts';
import { useEndpoint } from '#ui/api/hooks.ts';
import { readableNumber } from '#ui/browser/numbers.ts';
import { MoneySums, sumsOrNothing, TestBadge } from './money-parts.tsx';

/**
 * Revenue and earnings for the dashboard: real money where it is connected, test money until then. Nothing
 * before the first purchase.
 */
export function EarningsCards() {
  const { t, i18n } = useTranslation('money');
  const setup = useEndpoint('GET /api/payments/setup');
  const isTest = !setup.data?.live?.isReady;
  const { data } = useEndpoint(
    'GET /api/payments/revenue',
    { query: { test: isTest ? 'true' : 'false' } },
    { enabled: !setup.isPending, staleTime: 0 },
  );
  if (!data || (data.successfulPayments === 0 && data.activeSubscriptions === 0)) return null;
  const number = (value: number) => readableNumber(value, i18n.language);
  const figures = [
    ['net', <MoneySums key="net" money={sumsOrNothing(data.money, data)} empty={number(0)} />],
    ['packs', number(data.packs)],
    ['successfulPayments', number(data.successfulPayments)],
    ['messagesSold', number(data.messagesSold)],
  ] as const;
  return (
    <section aria-labelledby="earnings" className="mb-6">
      <h2 id="earnings" className="mb-2 flex items-center gap-2 text-md font-semibold">
        {t('earnings')}
        {isTest && <TestBadge />}
      </h2>
      <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-card border border-line bg-line lg:grid-cols-4">
        {figures.map(([name, value]) => (
          <div
            key={name}
            className="relative bg-surface px-5 py-4 transition-colors duration-150 has-[a:hover]:bg-sunken"
          >
            <dt className="text-muted">
              <Link to={paths.payments} search={{ period: 'all' }} className="after:absolute after:inset-0">
                {t(`figures.${name}`)}
              </Link>
            </dt>
            <dd className="tabular mt-1 text-xl font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

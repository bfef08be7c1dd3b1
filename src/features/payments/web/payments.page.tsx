import { Link, useLocation } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '#shared/paths.ts';
import { isEarlyInMonth } from '#shared/time-spans/early-month.ts';
import { useEndpoint } from '#ui/api/hooks.ts';
import { useUser } from '#ui/api/session.ts';
import { Button, buttonClass } from '#ui/controls/button.tsx';
import { Badge, Callout, Skeleton } from '#ui/page/display.tsx';
import { EarlyMonthNote } from '#ui/page/early-month.tsx';
import { EmptyState } from '#ui/page/empty-state.tsx';
import { Page, PageHeader } from '#ui/page/page.tsx';
import { Tabs } from '#ui/controls/tabs.tsx';
import { useUrlParam } from '#ui/browser/url-param.ts';
import { ReadFailed } from '#ui/page/read-failed.tsx';
import { SellerHint } from '#features/invoices/web/seller-hint.tsx';
import type { Purchase } from '../payments-purchases.contract.ts';
import { CustomerList } from './figures/customer-list.tsx';
import { MarginTab } from './figures/margin-tab.tsx';
import { MoneyChart } from './figures/money-chart.tsx';
import { MoneyFigures } from './figures/money-figures.tsx';
import { MoneyFilterBar } from './figures/money-filter-bar.tsx';
import { MoneyNoticesButton } from './figures/money-notices.tsx';
import { useMoneyFilters } from './figures/money-filters.ts';
import { useMoney } from './figures/money-parts.tsx';
import { MovementList } from './figures/movement-list.tsx';
import { Payouts } from './connecting/payouts.tsx';
import { PurchaseList } from './purchases/purchase-list.tsx';
import { PurchaseSheet } from './purchases/purchase-sheet.tsx';

const tabs = ['purchases', 'movements', 'subscriptions', 'margin', 'customers'] as const;
type Props = {
  /** The way from test money to real money. */
  setup: ReactNode;
  bank: (purchase: Purchase, onChanged: () => void) => ReactNode;
};

/** What came in, from whom, for what, and what it cost. */
export function PaymentsPage({ setup, bank }: Props) {
  const { t } = useTranslation('money');
  const filters = useMoneyFilters();
  const { query, isKnown, mode } = filters;
  const [tab, setTab] = useUrlParam<(typeof tabs)[number]>('tab', 'purchases', { allowed: tabs, push: true });
  const [opened, setOpened] = useUrlParam<string>('purchase', '', { push: true });
  const revenue = useEndpoint('GET /api/payments/revenue', { query }, { enabled: isKnown, staleTime: 0 });
  // Whether anything was ever bought decides between the figures and the first words.
  const ever = useEndpoint(
    'GET /api/payments',
    { query: { test: query.test } },
    { enabled: isKnown, staleTime: 0 },
  );
  const failure = revenue.error ?? ever.error;
  const isEmpty = ever.data?.total === 0;
  const hrefOf = useHrefOf();
  const canManage = useUser().can['payments.manage'] ?? false;
  return (
    <Page>
      <PageHeader
        title={t('shell:screens.payments')}
        description={t('intro')}
        actions={
          <>
            <MoneyNoticesButton />
            <MoneyFilterBar filters={filters} />
          </>
        }
      />
      <div className="grid gap-6">
        {setup}
        <SellerHint hasLink />
        {mode === 'test' && isKnown && (
          <Callout tone="warning" title={t('testTitle')}>
            {t('testText')}
          </Callout>
        )}
        {failure && !revenue.data && (
          <ReadFailed
            title={t('unreadable')}
            error={failure}
            retry={() => Promise.all([revenue.refetch(), ever.refetch()])}
          />
        )}
        {!ever.data && !ever.error && <Skeleton className="h-48 rounded-card" />}
        {isEmpty && <NothingYet isTest={mode === 'test'} />}
        {ever.data && !isEmpty && (
          <>
            {revenue.data ? (
              <>
                {filters.period === 'month' && isEarlyInMonth(new Date()) && (
                  <EarlyMonthNote>
                    {(label) => (
                      <Button size="sm" onClick={() => filters.setPeriod('lastMonth')}>
                        {label}
                      </Button>
                    )}
                  </EarlyMonthNote>
                )}
                <MoneyFigures revenue={revenue.data} />
                <MoneyChart revenue={revenue.data} range={query} />
                <DaysBegin zone={revenue.data.zone} />
              </>
            ) : (
              !revenue.error && <Skeleton className="h-72 rounded-card" />
            )}
            <Tabs
              className="min-w-0"
              label={t('tabs.label')}
              value={tab}
              onChange={setTab}
              tabs={[
                {
                  value: 'purchases',
                  label: t('tabs.purchases'),
                  content: <PurchaseList query={query} isKnown={isKnown} hrefOf={hrefOf} />,
                },
                {
                  value: 'movements',
                  label: t('tabs.movements'),
                  content: <MovementList query={query} isKnown={isKnown} hrefOf={hrefOf} />,
                },
                {
                  value: 'subscriptions',
                  label: t('tabs.subscriptions'),
                  content: <PurchaseList query={query} isKnown={isKnown} isSubscriptions hrefOf={hrefOf} />,
                },
                {
                  value: 'margin',
                  label: t('tabs.margin'),
                  content: <MarginTab query={query} isKnown={isKnown} />,
                },
                {
                  value: 'customers',
                  label: t('tabs.customers'),
                  content: <CustomerList query={query} isKnown={isKnown} />,
                },
              ]}
            />
            {canManage && isKnown && <Payouts isTest={mode === 'test'} />}
          </>
        )}
      </div>
      {opened && <PurchaseSheet key={opened} id={opened} onClose={() => setOpened('')} bank={bank} />}
    </Page>
  );
}

/** In which time zone the days of a period begin. */
function DaysBegin({ zone }: { zone: string }) {
  const { t, i18n } = useTranslation('money');
  const parts = new Intl.DateTimeFormat(i18n.language, {
    timeZone: zone,
    timeZoneName: 'longOffset',
  }).formatToParts(new Date());
  const offset = (parts.find(({ type }) => type === 'timeZoneName')?.value ?? '').replace('GMT', 'UTC');
  return (
    <p className="-mt-3 text-sm text-pretty text-muted">
      {t('period.zone', { zone: zone.replaceAll('_', ' '), offset })}
    </p>
  );
}

/** The same address with a purchase open. */
function useHrefOf(): (purchase: Pick<Purchase, 'id'>) => string {
  const { pathname, searchStr } = useLocation();
  return ({ id }) => {
    const search = new URLSearchParams(searchStr);
    search.set('purchase', id);
    return `${pathname}?${search.toString()}`;
  };
}

/** Before the first purchase: what will stand here, and how to get there. */
function NothingYet({ isTest }: { isTest: boolean }) {
  const { t } = useTranslation('money');
  const say = useMoney();
  const [currency] = useState('EUR');
  const sample = [
    { what: t('what.pack', { count: 100 }), amount: 1_900 },
    { what: t('what.month'), amount: 900 },
    { what: t('what.once'), amount: 4_900 },
  ];
  return (
    <EmptyState
      picture={
        <ul className="overflow-hidden rounded-card border border-line bg-page text-sm">
          {sample.map(({ what, amount }) => (
            <li
              key={what}
              className="flex items-center gap-3 border-t border-line px-3 py-2.5 first:border-0"
            >
              <span className="min-w-0 grow break-words">{what}</span>
              <Badge tone="success" dot>
                {t('state.paid')}
              </Badge>
              <span className="tabular w-16 text-right font-medium">{say(amount, currency)}</span>
            </li>
          ))}
        </ul>
      }
      title={t(isTest ? 'empty.testTitle' : 'empty.title')}
      action={
        <Link to={paths.agents} className={buttonClass({ variant: 'primary' })}>
          {t('empty.action')}
        </Link>
      }
    >
      {t(isTest ? 'empty.testText' : 'empty.text')}
    </EmptyState>
  );
}

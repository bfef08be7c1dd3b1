import { useTranslation } from 'react-i18next';
import { List, SkeletonRows } from '#ui/list/list.tsx';
import { usePages } from '#ui/list/pages.ts';
import { readableNumber } from '#ui/browser/numbers.ts';
import { SearchField } from '#ui/controls/search-field.tsx';
import { Select } from '#ui/controls/select.tsx';
import { Badge } from '#ui/page/display.tsx';
import { Table, type Column } from '#ui/page/table.tsx';
import { Time } from '#ui/browser/time.tsx';
import { useUrlParam } from '#ui/browser/url-param.ts';
import { useUrlSearch } from '#ui/browser/url-search.ts';
import type { Purchase } from '../../payments-purchases.contract.ts';
import { EmptyPeriod } from '../figures/empty-period.tsx';
import type { MoneyQuery } from '../figures/money-filters.ts';
import { PurchaseBadges, useMoney, useWhatWasBought } from '../figures/money-parts.tsx';

const states = ['paid', 'open', 'refunded', 'disputed', 'failed'] as const;
const types = ['subscription', 'pack', 'once', 'form'] as const;
const every = 'all';

type PurchaseFilter = MoneyQuery & {
  search?: string;
  state?: (typeof states)[number] | 'subscribed';
  type?: Purchase['type'];
};

type Props = {
  query: MoneyQuery;
  isKnown: boolean;
  /** Only purchases that are subscriptions. */
  isSubscriptions?: boolean;
  hrefOf: (purchase: Purchase) => string;
};

/**
 * Purchases of the period with their filters, or the subscriptions that run now, newest first; a row opens
 * the purchase.
 */
export function PurchaseList({ query, isKnown, isSubscriptions = false, hrefOf }: Props) {
  const { t, i18n } = useTranslation('money');
  const [typed, search, setTyped] = useUrlSearch();
  const [state, setState] = useUrlParam<(typeof states)[number] | ''>('state', '', {
    allowed: [...states, ''],
  });
  const [type, setType] = useUrlParam<(typeof types)[number] | ''>('type', '', { allowed: [...types, ''] });
  const { from: _from, to: _to, ...ofAnyTime } = query;
  // Who subscribes is about this moment: a year's payment lies in hardly any month that is looked at.
  const filter: PurchaseFilter = isSubscriptions
    ? { ...ofAnyTime, ...(search && { search }), type: 'subscription', state: 'subscribed' }
    : { ...query, ...(search && { search }), ...(state && { state }), ...(type && { type }) };
  const list = usePages('GET /api/payments', { query: filter }, (page) => page.purchases, {
    enabled: isKnown,
  });
  const total = list.first?.total ?? 0;
  const columns = usePurchaseColumns(isSubscriptions);
  const isFiltered = search !== '' || (!isSubscriptions && (state !== '' || type !== ''));
  return (
    <div>
      <div className="mb-4 flex flex-wrap items-center gap-2">
        <div className="w-full md:w-72">
          <SearchField label={t('list.search')} value={typed} maxLength={200} onChange={setTyped} />
        </div>
        {!isSubscriptions && (
          <>
            <div className="w-[calc(50%-0.25rem)] md:w-44">
              <Select
                aria-label={t('list.state')}
                value={state || every}
                onChange={(next) => setState(next === every ? '' : next)}
                options={[
                  { value: every, label: t('list.everyState') },
                  ...states.map((value) => ({ value, label: t(`list.states.${value}`) })),
                ]}
              />
            </div>
            <div className="w-[calc(50%-0.25rem)] md:w-44">
              <Select
                aria-label={t('list.type')}
                value={type || every}
                onChange={(next) => setType(next === every ? '' : next)}
                options={[
                  { value: every, label: t('list.everyType') },
                  ...types.map((value) => ({ value, label: t(`type.${value}`) })),
                ]}
              />
            </div>
          </>
        )}
        {list.rows && (
          <p role="status" className="tabular text-sm text-muted md:ml-auto">
            {t(isSubscriptions ? 'list.subscriptions' : 'list.count', {
              count: total,
              number: readableNumber(total, i18n.language),
            })}
          </p>
        )}
      </div>
      <List
        of={list}
        failed={t('list.unreadable')}
        waiting={<SkeletonRows count={3} className="h-13" />}
        empty={
          isFiltered ? (
            t('list.noMatch')
          ) : isSubscriptions ? (
            t('list.noSubscription')
          ) : (
            <EmptyPeriod>{t('list.none')}</EmptyPeriod>
          )
        }
        more={t('list.more')}
      >
        {(purchases) => (
          <Table
            label={t(isSubscriptions ? 'tabs.subscriptions' : 'tabs.purchases')}
            rows={purchases}
            rowKey={({ id }) => id}
            rowHref={hrefOf}
            columns={columns}
          />
        )}
      </List>
    </div>
  );
}

function usePurchaseColumns(isSubscriptions: boolean): Column<Purchase>[] {
  const { t } = useTranslation('money');
  const say = useMoney();
  const what = useWhatWasBought();
  return [
    {
      key: 'who',
      header: t('columns.customer'),
      className: 'max-w-64',
      cell: ({ email }) => <span className="block truncate">{email}</span>,
    },
    {
      key: 'what',
      header: t('columns.what'),
      className: 'max-w-64',
      cell: (purchase) => (
        <span className="block min-w-0">
          <span className="block truncate">{what(purchase)}</span>
          <span className="block truncate text-sm text-muted">
            {purchase.form?.name || purchase.agentName}
          </span>
        </span>
      ),
    },
    {
      key: 'state',
      header: t('columns.state'),
      cell: (purchase) => (
        <span className="flex flex-wrap items-center gap-1">
          <PurchaseBadges purchase={purchase} />
          {purchase.problem && <Badge tone="danger">{t('list.problem')}</Badge>}
        </span>
      ),
    },
    isSubscriptions
      ? {
          key: 'until',
          header: t('columns.until'),
          className: 'whitespace-nowrap',
          cell: ({ until }) => (until ? <Time at={until} plain="date" className="text-muted" /> : '–'),
        }
      : {
          key: 'at',
          header: t('columns.date'),
          className: 'whitespace-nowrap',
          cell: ({ paidAt, createdAt }) => (
            <Time at={paidAt ?? createdAt} plain="date" className="text-muted" />
          ),
        },
    {
      key: 'amount',
      header: t('columns.soFar'),
      align: 'right',
      className: 'whitespace-nowrap',
      cell: ({ state, paid, total, refunded, currency }) => (
        <span className="tabular">
          {say(paid > 0 ? paid : total, currency)}
          {refunded > 0 && (
            <span className="block text-sm text-muted">
              {t('columns.refunded', { amount: say(refunded, currency) })}
            </span>
          )}
          {paid === 0 && state !== 'trialing' && (
            <span className="block text-sm text-muted">{t('columns.notPaid')}</span>
          )}
        </span>
      ),
    },
  ];
}

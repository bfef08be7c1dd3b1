import { useTranslation } from 'react-i18next';
import { paths } from '#shared/paths.ts';
import { List } from '#ui/list/list.tsx';
import { usePages } from '#ui/list/pages.ts';
import { Badge } from '#ui/page/display.tsx';
import { readableNumber } from '#ui/browser/numbers.ts';
import { SearchField } from '#ui/controls/search-field.tsx';
import { Table } from '#ui/page/table.tsx';
import { Time } from '#ui/browser/time.tsx';
import { useUrlSearch } from '#ui/browser/url-search.ts';
import type { MoneyQuery } from './money-filters.ts';
import { EmptyPeriod } from './empty-period.tsx';
import { MoneySums, useCost } from './money-parts.tsx';

/** Everybody who paid, whoever paid last first. */
export function CustomerList({ query, isKnown }: { query: MoneyQuery; isKnown: boolean }) {
  const { t, i18n } = useTranslation('money');
  const costOf = useCost();
  const [typed, search, setTyped] = useUrlSearch();
  const asked = { ...query, ...(search && { search }) };
  const list = usePages('GET /api/payments/customers', { query: asked }, (page) => page.customers, {
    enabled: isKnown,
  });
  const total = list.first?.total ?? 0;
  return (
    <div>
      <div className="mb-4 flex flex-wrap items-center gap-2">
        <div className="w-full md:w-72">
          <SearchField label={t('customers.search')} value={typed} maxLength={200} onChange={setTyped} />
        </div>
        {list.rows && (
          <p role="status" className="tabular text-sm text-muted md:ml-auto">
            {t('customers.count', { count: total, number: readableNumber(total, i18n.language) })}
          </p>
        )}
      </div>
      <List
        of={list}
        failed={t('customers.unreadable')}
        empty={search ? t('customers.noMatch') : <EmptyPeriod>{t('customers.none')}</EmptyPeriod>}
        more={t('list.more')}
      >
        {(customers) => (
          <Table
            label={t('tabs.customers')}
            rows={customers}
            rowKey={({ email }) => email}
            rowHref={({ email, contactId }) =>
              contactId
                ? paths.contact(contactId)
                : `${paths.payments}?mode=${query.test === 'true' ? 'test' : 'live'}&period=all&search=${encodeURIComponent(email)}`
            }
            columns={[
              {
                key: 'who',
                header: t('columns.customer'),
                className: 'max-w-72',
                cell: ({ email, name }) => (
                  <span className="block min-w-0">
                    <span className="block truncate">{name || email}</span>
                    {name && <span className="block truncate text-sm font-normal text-muted">{email}</span>}
                  </span>
                ),
              },
              {
                key: 'subscribed',
                header: t('customers.subscription'),
                cell: ({ isSubscribed }) =>
                  isSubscribed ? (
                    <Badge tone="success" dot>
                      {t('customers.subscribed')}
                    </Badge>
                  ) : (
                    <span className="text-muted">–</span>
                  ),
              },
              {
                key: 'purchases',
                header: t('customers.purchases'),
                align: 'right',
                cell: ({ purchases }) => readableNumber(purchases, i18n.language),
              },
              {
                key: 'last',
                header: t('customers.last'),
                className: 'whitespace-nowrap',
                cell: ({ lastAt }) =>
                  lastAt ? <Time at={lastAt} plain="date" className="text-muted" /> : '–',
              },
              {
                key: 'cost',
                header: t('figures.aiCost'),
                align: 'right',
                cell: (row) => <span className="tabular whitespace-nowrap">{costOf(row)}</span>,
              },
              {
                key: 'money',
                header: t('figures.net'),
                align: 'right',
                cell: ({ money }) => <MoneySums money={money} />,
              },
            ]}
          />
        )}
      </List>
    </div>
  );
}

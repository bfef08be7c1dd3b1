import { useInfiniteQuery, type InfiniteData } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { paths } from '#shared/paths.ts';
import { api, type ApiError, type Output } from '#ui/api/client.ts';
import { Button } from '#ui/controls/button.tsx';
import { Badge, Callout, Skeleton } from '#ui/page/display.tsx';
import { readableNumber } from '#ui/browser/numbers.ts';
import { SearchField } from '#ui/controls/search-field.tsx';
import { Table } from '#ui/page/table.tsx';
import { Time } from '#ui/browser/time.tsx';
import { useUrlSearch } from '#ui/browser/url-search.ts';
import type { MoneyQuery } from './money-filters.ts';
import { MoneySums, useCost } from './money-parts.tsx';

type Page = Output<'GET /api/payments/customers'>;

/** Everybody who paid, whoever paid last first. */
export function CustomerList({ query, isKnown }: { query: MoneyQuery; isKnown: boolean }) {
  const { t, i18n } = useTranslation('money');
  const costOf = useCost();
  const [typed, search, setTyped] = useUrlSearch();
  const asked = { ...query, ...(search && { search }) };
  const list = useInfiniteQuery<
    Page,
    ApiError,
    InfiniteData<Page, string | undefined>,
    readonly unknown[],
    string | undefined
  >({
    queryKey: ['/api/payments/customers', asked, 'pages'],
    queryFn: ({ pageParam, signal }) =>
      api(
        'GET /api/payments/customers',
        { query: { ...asked, ...(pageParam && { before: pageParam }) } },
        signal,
      ),
    initialPageParam: undefined,
    getNextPageParam: (page) => page.next ?? undefined,
    placeholderData: (before) => before,
    staleTime: 0,
    enabled: isKnown,
  });
  const customers = list.data?.pages.flatMap((page) => page.customers);
  const total = list.data?.pages[0]?.total ?? 0;
  return (
    <div>
      <div className="mb-4 flex flex-wrap items-center gap-2">
        <div className="w-full md:w-72">
          <SearchField label={t('customers.search')} value={typed} maxLength={200} onChange={setTyped} />
        </div>
        {customers && (
          <p role="status" className="tabular text-sm text-muted md:ml-auto">
            {t('customers.count', { count: total, number: readableNumber(total, i18n.language) })}
          </p>
        )}
      </div>
      {list.error && !customers && (
        <Callout
          tone="danger"
          action={<Button onClick={() => void list.refetch()}>{t('common:tryAgain')}</Button>}
        >
          {t('customers.unreadable')}
        </Callout>
      )}
      {!customers && !list.error && <Skeleton className="h-40" />}
      {customers?.length === 0 && (
        <p className="rounded-card border border-line bg-surface px-6 py-10 text-center text-muted">
          {t(search ? 'customers.noMatch' : 'customers.none')}
        </p>
      )}
      {customers && customers.length > 0 && (
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
              cell: ({ lastAt }) => <Time at={lastAt} plain="date" className="text-muted" />,
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
      {list.hasNextPage && (
        <div className="flex justify-center pt-4">
          <Button pending={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {t('list.more')}
          </Button>
        </div>
      )}
    </div>
  );
}

import { useDeferredValue } from 'react';
import { useTranslation } from 'react-i18next';
import { readableCost, readableNumber } from '#ui/browser/numbers.ts';
import { Time } from '#ui/browser/time.tsx';
import { useUrlParam } from '#ui/browser/url-param.ts';
import { SearchField } from '#ui/controls/search-field.tsx';
import { Select } from '#ui/controls/select.tsx';
import { List } from '#ui/list/list.tsx';
import { usePages } from '#ui/list/pages.ts';
import { Skeleton } from '#ui/page/display.tsx';
import { Table, type Column } from '#ui/page/table.tsx';
import type { AccountSummary } from '../../superadmin-accounts.contract.ts';
import { AccountSheet } from './account-sheet.tsx';
import { AccountState } from './account-state.tsx';

const filters = ['all', 'suspended', 'given'] as const;

/** Accounts of the server, with where they stand and what they use. */
export function AccountsSection() {
  const { t, i18n } = useTranslation('superadmin-accounts');
  const [search, setSearch] = useUrlParam<string>('search', '');
  const [only, setOnly] = useUrlParam<(typeof filters)[number]>('only', 'all', { allowed: filters });
  const [opened, setOpened] = useUrlParam<string>('account', '', { push: true });
  const wanted = useDeferredValue(search.trim());
  const list = usePages(
    'GET /api/superadmin/accounts',
    { query: { ...(wanted && { search: wanted }), ...(only !== 'all' && { only }) } },
    (page) => page.accounts,
  );
  const number = (value: number) => readableNumber(value, i18n.language);
  const columns: Column<AccountSummary>[] = [
    {
      key: 'name',
      header: t('columns.account'),
      cell: (account) => (
        <button type="button" className="block max-w-72 text-left" onClick={() => setOpened(account.id)}>
          <span className="block truncate font-medium">{account.name}</span>
          {account.owner && <span className="block truncate text-sm text-muted">{account.owner.email}</span>}
        </button>
      ),
    },
    { key: 'state', header: t('columns.state'), cell: (account) => <AccountState account={account} /> },
    {
      key: 'agents',
      header: t('usage.agents'),
      align: 'right',
      cell: ({ usage }) => <span className="tabular">{number(usage.agents)}</span>,
    },
    {
      key: 'messages',
      header: t('columns.messages'),
      align: 'right',
      cell: ({ usage }) => <span className="tabular">{number(usage.messages)}</span>,
    },
    {
      key: 'spent',
      header: t('columns.spent'),
      align: 'right',
      cell: ({ usage }) => <span className="tabular">{readableCost(usage.spentMicros, i18n.language)}</span>,
    },
    {
      key: 'created',
      header: t('columns.created'),
      align: 'right',
      cell: ({ createdAt }) => <Time at={createdAt} className="whitespace-nowrap text-muted" />,
    },
  ];
  return (
    <div className="grid gap-4">
      <div className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_12rem]">
        <SearchField label={t('searchAccounts')} value={search} onChange={setSearch} maxLength={200} />
        <Select
          aria-label={t('columns.state')}
          value={only}
          onChange={setOnly}
          options={filters.map((value) => ({ value, label: t(`only.${value}`) }))}
        />
      </div>
      <List of={list} waiting={<Skeleton className="h-64 w-full" />} empty={t('none')} more={t('more')}>
        {(accounts) => (
          <Table
            label={t('accounts')}
            columns={columns}
            rows={accounts}
            rowKey={({ id }) => id}
            onRow={({ id }) => setOpened(id)}
          />
        )}
      </List>
      {opened && <AccountSheet key={opened} id={opened} onClose={() => setOpened('')} />}
    </div>
  );
}

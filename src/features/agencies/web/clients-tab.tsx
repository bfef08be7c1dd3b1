import { Plus } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#ui/api/client.ts';
import { useEndpoint } from '#ui/api/hooks.ts';
import { readableNumber } from '#ui/browser/numbers.ts';
import { Time } from '#ui/browser/time.tsx';
import { useUrlParam } from '#ui/browser/url-param.ts';
import { Button } from '#ui/controls/button.tsx';
import { Field } from '#ui/controls/field.tsx';
import { Input } from '#ui/controls/input.tsx';
import { SearchField } from '#ui/controls/search-field.tsx';
import { FormDialog } from '#ui/form/form-dialog.tsx';
import { useServerForm } from '#ui/form/server-form.ts';
import { List, listOf } from '#ui/list/list.tsx';
import { Callout, Skeleton } from '#ui/page/display.tsx';
import { Table, type Column } from '#ui/page/table.tsx';
import type { ClientSummary } from '../agencies.contract.ts';
import { ClientSheet } from './client-sheet.tsx';
import { ClientState, useRevenueText } from './client-state.tsx';

/** Clients of the account, with what they do. */
export function ClientsTab() {
  const { t, i18n } = useTranslation('agencies');
  const [search, setSearch] = useUrlParam<string>('search', '');
  const [opened, setOpened] = useUrlParam<string>('client', '', { push: true });
  const [isNew, setIsNew] = useState(false);
  const wanted = useDeferredValue(search.trim());
  const result = useEndpoint(
    'GET /api/clients',
    { query: { ...(wanted && { search: wanted }) } },
    { staleTime: 0, placeholderData: (before) => before },
  );
  const revenueText = useRevenueText();
  const number = (value: number) => readableNumber(value, i18n.language);
  const state = result.data?.state;
  const columns: Column<ClientSummary>[] = [
    {
      key: 'name',
      header: t('columns.client'),
      cell: ({ id, name, owner }) => (
        <button type="button" className="block max-w-72 text-left" onClick={() => setOpened(id)}>
          <span className="block truncate font-medium">{name}</span>
          <span className="block truncate text-sm text-muted">{owner?.email ?? t('noOwner')}</span>
        </button>
      ),
    },
    { key: 'state', header: t('columns.state'), cell: (client) => <ClientState state={client.state} /> },
    {
      key: 'agents',
      header: t('count.agents'),
      align: 'right',
      cell: ({ agents }) => <span className="tabular">{number(agents)}</span>,
    },
    {
      key: 'messages',
      header: t('count.messages'),
      align: 'right',
      cell: ({ messages }) => <span className="tabular">{number(messages)}</span>,
    },
    {
      key: 'revenue',
      header: t('revenueMonth'),
      align: 'right',
      cell: ({ revenue }) => <span className="tabular">{revenueText(revenue)}</span>,
    },
    {
      key: 'active',
      header: t('columns.active'),
      align: 'right',
      cell: ({ lastActiveAt }) =>
        lastActiveAt ? (
          <Time at={lastActiveAt} className="whitespace-nowrap text-muted" />
        ) : (
          <span className="text-muted">{t('never')}</span>
        ),
    },
  ];
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <p className="max-w-[72ch] text-pretty text-muted">{t('intro')}</p>
      {(state === 'plan' || state === 'brand') && <Callout tone="info">{t(`missing.${state}`)}</Callout>}
      {state === 'ready' && result.data?.domain === null && <Callout tone="info">{t('noDomain')}</Callout>}
      <div className="flex flex-wrap items-center gap-3">
        <div className="min-w-48 grow">
          <SearchField label={t('search')} value={search} onChange={setSearch} maxLength={200} />
        </div>
        <Button
          variant="primary"
          icon={<Plus size={16} />}
          disabled={state !== 'ready'}
          onClick={() => setIsNew(true)}
        >
          {t('new')}
        </Button>
      </div>
      <List
        of={listOf(result, ({ clients }) => clients)}
        failed={t('failed')}
        waiting={<Skeleton className="h-48 w-full" />}
        empty={t(wanted ? 'noneFound' : 'none')}
      >
        {(clients) => (
          <Table
            label={t('list')}
            columns={columns}
            rows={clients}
            rowKey={({ id }) => id}
            onRow={({ id }) => setOpened(id)}
          />
        )}
      </List>
      {isNew && (
        <NewClient
          onClose={() => setIsNew(false)}
          onMade={(id) => {
            setIsNew(false);
            setOpened(id);
          }}
        />
      )}
      {opened && (
        <ClientSheet key={opened} id={opened} isLocked={state === 'plan'} onClose={() => setOpened('')} />
      )}
    </div>
  );
}

function NewClient({ onClose, onMade }: { onClose: () => void; onMade: (id: string) => void }) {
  const { t } = useTranslation('agencies');
  const form = useServerForm({
    values: { name: '' },
    check: ({ name }) => ({ ...(name.trim() === '' && { name: t('nameMissing') }) }),
    send: ({ name }) => api('POST /api/clients', { body: { name: name.trim() } }),
    refreshes: ['/api/clients'],
    onDone: ({ id }) => onMade(id),
  });
  return (
    <FormDialog of={form} title={t('new')} submit={t('create')} onClose={onClose}>
      <Field label={t('name')} help={t('nameHelp')} error={form.errorOf('name')} required>
        <Input maxLength={80} autoComplete="off" {...form.register('name')} />
      </Field>
    </FormDialog>
  );
}

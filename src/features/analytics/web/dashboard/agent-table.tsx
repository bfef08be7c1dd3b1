import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Output } from '#ui/api/client.ts';
import { useEndpoint } from '#ui/api/hooks.ts';
import { useUrlParam } from '#ui/browser/url-param.ts';
import { readableNumber } from '#ui/browser/numbers.ts';
import { InfoNote } from '#ui/charts/info-note.tsx';
import { Button } from '#ui/controls/button.tsx';
import { Select } from '#ui/controls/select.tsx';
import { List, listOf } from '#ui/list/list.tsx';
import { Skeleton } from '#ui/page/display.tsx';
import { ReadFailed } from '#ui/page/read-failed.tsx';
import { Table, type Column } from '#ui/page/table.tsx';
import { useKept } from './use-kept.ts';
import type { PeriodQuery } from './use-period.ts';

type Row = Output<'GET /api/analytics/agents'>['agents'][number];
const sorts = ['events', 'views', 'conversations', 'contacts', 'messages', 'name'] as const;
type Sort = (typeof sorts)[number];
const onPage = 25;

/** The most active agents; each leads to its report. */
export function AgentTable({ query }: { query: PeriodQuery }) {
  const { t, i18n } = useTranslation('analytics');
  const [sort, setSort] = useUrlParam<Sort>('sort', 'events', { allowed: sorts });
  const [page, setPage] = useState(1);
  const result = useEndpoint(
    'GET /api/analytics/agents',
    { query: { ...query, sort, order: sort === 'name' ? 'asc' : 'desc', page } },
    { staleTime: 0 },
  );
  const data = useKept(result.data);
  const number = (value: number) => readableNumber(value, i18n.language);
  const countColumn = (key: Exclude<Sort, 'name'>): Column<Row> => ({
    key,
    header: t(`agents.${key}`),
    align: 'right',
    className: 'tabular',
    cell: (row) => number(row[key]),
  });
  const pages = Math.max(1, Math.ceil((data?.total ?? 0) / onPage));
  return (
    <section aria-labelledby="most-active">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
        <h2 id="most-active" className="flex items-center gap-2 text-md font-semibold">
          {t('agents.title')}
          <InfoNote name={t('agents.title')} text={t('figures.events.formula')} />
        </h2>
        <span className="w-44 print:hidden">
          <Select
            aria-label={t('agents.sort')}
            value={sort}
            onChange={(next) => {
              setSort(next);
              setPage(1);
            }}
            options={sorts.map((value) => ({ value, label: t(`agents.${value}`) }))}
          />
        </span>
      </div>
      {result.error && data && <ReadFailed error={result.error} retry={result.refetch} className="mb-3" />}
      <List
        of={{ ...listOf(result, ({ agents }) => agents), rows: data?.agents }}
        failed={t('unreadable')}
        waiting={<Skeleton className="h-48 rounded-card" />}
        empty={t('agents.none')}
      >
        {(rows) => (
          <Table
            label={t('agents.title')}
            rows={rows}
            rowKey={({ id }) => id}
            columns={[
              {
                key: 'name',
                header: t('agents.name'),
                className: 'min-w-40',
                cell: (row) =>
                  row.name ? (
                    <Link
                      to="/dashboard/agents/reports/$id"
                      params={{ id: row.id }}
                      className="font-medium break-words underline-offset-4 hover:underline"
                    >
                      {row.name}
                    </Link>
                  ) : (
                    <span className="text-muted">{t('agents.gone')}</span>
                  ),
              },
              countColumn('views'),
              countColumn('conversations'),
              countColumn('contacts'),
              countColumn('events'),
              countColumn('messages'),
            ]}
          />
        )}
      </List>
      {pages > 1 && (
        <div className="mt-3 flex items-center justify-end gap-2 text-sm text-muted">
          <Button size="sm" disabled={page === 1} onClick={() => setPage(page - 1)}>
            {t('agents.previous')}
          </Button>
          <span className="tabular">{t('agents.page', { page, pages })}</span>
          <Button size="sm" disabled={page >= pages} onClick={() => setPage(page + 1)}>
            {t('agents.next')}
          </Button>
        </div>
      )}
    </section>
  );
}

import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useEndpoint } from '#ui/api/hooks.ts';
import type { Output } from '#ui/api/client.ts';
import { Skeleton } from '#ui/page/display.tsx';
import { readableCost, readableNumber } from '#ui/browser/numbers.ts';
import { Select } from '#ui/controls/select.tsx';
import { Table } from '#ui/page/table.tsx';
import { useUrlParam } from '#ui/browser/url-param.ts';
import { List, listOf } from '#ui/list/list.tsx';
import { marginGroups } from '../../payments-figures.contract.ts';
import type { MoneyQuery } from './money-filters.ts';
import { costsNothing, MoneySums, useCost } from './money-parts.tsx';

/** How many rows stand there at first, and come with each press. */
const pageOfRows = 20;
/** Of the line below all others. */
const totalId = 'total';
type Row = Output<'GET /api/payments/margin'>['rows'][number];

type Group = (typeof marginGroups)[number];
type Props = {
  /** Without `test` it is about the money that visitors pay with. */
  query: Omit<MoneyQuery, 'test'> & Partial<Pick<MoneyQuery, 'test'>>;
  isKnown: boolean;
  groups?: readonly Group[];
};

/** Money and the models' cost side by side. */
export function MarginTab({ query, isKnown, groups = marginGroups }: Props) {
  const { t, i18n } = useTranslation('money');
  const [by, setBy] = useUrlParam<Group>('by', groups[0] ?? 'agent', { allowed: groups });
  const answer = useEndpoint(
    'GET /api/payments/margin',
    { query: { ...query, by } },
    { enabled: isKnown, staleTime: 0 },
  );
  // Begins anew with other rows.
  const asked = JSON.stringify([query, by]);
  const [shown, setShown] = useState({ asked, count: pageOfRows });
  const count = shown.asked === asked ? shown.count : pageOfRows;
  const all = listOf(answer, (data) => data.rows);
  const total: Row[] = answer.data ? [{ ...answer.data.total, id: totalId, label: t('margin.total') }] : [];
  const unpriced = answer.data?.rows.some(({ unpricedAnswers }) => unpricedAnswers > 0);
  return (
    <div>
      <div className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-2">
        <div className="w-full sm:w-56">
          <Select
            aria-label={t('margin.by')}
            value={by}
            onChange={setBy}
            options={groups.map((value) => ({ value, label: t(`margin.group.${value}`) }))}
          />
        </div>
        <p className="min-w-0 flex-1 basis-64 text-sm text-pretty text-muted">{t('margin.help')}</p>
      </div>
      <List
        of={{
          ...all,
          rows: all.rows?.slice(0, count),
          more: {
            hasMore: (all.rows?.length ?? 0) > count,
            isLoading: false,
            hasFailed: false,
            load: () => setShown({ asked, count: count + pageOfRows }),
          },
        }}
        more={t('margin.more')}
        failed={t('margin.unreadable')}
        waiting={<Skeleton className="h-40" />}
        empty={t('margin.none')}
      >
        {(rows) => (
          <Table<Row>
            label={t('tabs.margin')}
            rows={[...rows, ...total]}
            rowKey={({ id }) => id}
            columns={[
              {
                key: 'label',
                header: t(`margin.column.${by}`),
                className: 'max-w-80',
                cell: ({ id, label }) => (
                  <span className={`line-clamp-2 break-words ${id === totalId ? 'font-medium' : ''}`}>
                    {label || t(id === '' ? 'margin.elsewhere' : 'margin.unnamed')}
                  </span>
                ),
              },
              {
                key: 'messages',
                header: t('margin.messages'),
                align: 'right',
                cell: ({ messages }) => readableNumber(messages, i18n.language),
              },
              { key: 'cost', header: t('figures.aiCost'), align: 'right', cell: (row) => <Cost row={row} /> },
              {
                key: 'money',
                header: t('margin.revenue'),
                align: 'right',
                cell: ({ money }) => <MoneySums money={money} />,
              },
              {
                key: 'margin',
                header: t('figures.margin'),
                align: 'right',
                cell: (row) => <Margin row={row} />,
              },
            ]}
          />
        )}
      </List>
      {unpriced && <p className="mt-3 text-sm text-muted">{t('margin.unpriced')}</p>}
    </div>
  );
}

function Cost({ row }: { row: Row }) {
  const costOf = useCost();
  return (
    <span className="tabular whitespace-nowrap">
      {costOf(row)}
      {row.unpricedAnswers > 0 && ' *'}
    </span>
  );
}

/** A loss says so by its sign and a word, not by its color alone. */
function Margin({ row }: { row: Row }) {
  const { marginMicros: micros, unpricedAnswers, money } = row;
  const { t, i18n } = useTranslation('money');
  if (micros === null && costsNothing(row)) return <MoneySums money={money} />;
  if (micros === null)
    return <span className="text-muted">{t(unpricedAnswers > 0 ? 'margin.unknown' : 'margin.mixed')}</span>;
  return (
    <span className={`tabular whitespace-nowrap ${micros < 0 ? 'text-danger-ink' : ''}`}>
      {readableCost(micros, i18n.language)}
    </span>
  );
}

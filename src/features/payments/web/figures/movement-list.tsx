import { factGap } from '#shared/text/fact-gap.ts';
import { Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { toQuery, type Output } from '#ui/api/client.ts';
import { buttonClass } from '#ui/controls/button.tsx';
import { List } from '#ui/list/list.tsx';
import { usePages } from '#ui/list/pages.ts';
import { Badge, type Tone } from '#ui/page/display.tsx';
import { readableNumber } from '#ui/browser/numbers.ts';
import { SearchField } from '#ui/controls/search-field.tsx';
import { Select } from '#ui/controls/select.tsx';
import { Table, type Column } from '#ui/page/table.tsx';
import { Time } from '#ui/browser/time.tsx';
import { useUrlParam } from '#ui/browser/url-param.ts';
import { useUrlSearch } from '#ui/browser/url-search.ts';
import { movementKinds, type MoneyMovement, type MovementKind } from '../../payments-movements.contract.ts';
import { EmptyPeriod } from './empty-period.tsx';
import type { MoneyQuery } from './money-filters.ts';
import { useMoney } from './money-parts.tsx';

type Page = Output<'GET /api/payments/movements'>;
type Filter = MoneyQuery & {
  search?: string;
  kind?: MovementKind;
};
const every = 'all';

const tones: Record<MovementKind, Tone> = {
  payment: 'success',
  renewal: 'success',
  refund: 'warning',
  dispute_opened: 'danger',
  dispute_won: 'success',
  dispute_lost: 'danger',
  fee: 'neutral',
  correction: 'neutral',
};

/** How spreadsheets in a language read numbers in a file. */
function formatFor(language: string): 'point' | 'comma' {
  return new Intl.NumberFormat(language)
    .formatToParts(1.5)
    .some(({ type, value }) => type === 'decimal' && value === ',')
    ? 'comma'
    : 'point';
}

/** What happened to money, in a word. */
export function MovementBadge({ kind }: { kind: MovementKind }) {
  const { t } = useTranslation('money');
  return (
    <Badge tone={tones[kind]} dot>
      {t(`movements.kind.${kind}`)}
    </Badge>
  );
}

/**
 * Every movement of money in the period, newest first, with the sums of all of them; a row opens its
 * purchase.
 */
export function MovementList({
  query,
  isKnown,
  hrefOf,
}: {
  query: MoneyQuery;
  isKnown: boolean;
  hrefOf: (purchase: { id: string }) => string;
}) {
  const { t, i18n } = useTranslation('money');
  const [typed, search, setTyped] = useUrlSearch();
  const [kind, setKind] = useUrlParam<MovementKind | ''>('kind', '', { allowed: [...movementKinds, ''] });
  const asked: Filter = { ...query, ...(search && { search }), ...(kind && { kind }) };
  const list = usePages('GET /api/payments/movements', { query: asked }, (page) => page.movements, {
    enabled: isKnown,
  });
  const { first } = list;
  const total = readableNumber(first?.total ?? 0, i18n.language);
  const columns = useColumns();
  return (
    <div>
      <div className="mb-4 flex flex-wrap items-center gap-2">
        <div className="w-full md:w-72">
          <SearchField label={t('list.search')} value={typed} maxLength={200} onChange={setTyped} />
        </div>
        <div className="w-full md:w-52">
          <Select
            aria-label={t('movements.kindLabel')}
            value={kind || every}
            onChange={(next) => setKind(next === every ? '' : next)}
            options={[
              { value: every, label: t('list.everyType') },
              ...movementKinds.map((value) => ({ value, label: t(`movements.kind.${value}`) })),
            ]}
          />
        </div>
        {list.rows && (
          <p role="status" className="tabular text-sm text-muted md:ml-auto">
            {t('movements.count', { number: total })}
          </p>
        )}
        {(first?.total ?? 0) > 0 && (
          <a
            href={`/api/payments.csv${toQuery({ ...asked, format: formatFor(i18n.language) })}`}
            download
            className={buttonClass({ size: 'sm' })}
          >
            <Download size={16} aria-hidden="true" />
            {t('list.csv')}
          </a>
        )}
      </div>
      <List
        of={list}
        failed={t('movements.unreadable')}
        empty={search || kind ? t('movements.noMatch') : <EmptyPeriod>{t('movements.none')}</EmptyPeriod>}
        more={t('list.more')}
      >
        {(rows) => (
          <>
            <Table
              label={t('tabs.movements')}
              rows={rows}
              rowKey={({ id }) => id}
              rowHref={({ purchaseId }) => hrefOf({ id: purchaseId })}
              columns={columns}
            />
            {first && <Sums sums={first.sums} number={total} />}
          </>
        )}
      </List>
    </div>
  );
}

/** What all movements of the filter come to, those on later pages too. */
function Sums({ sums, number }: { sums: Page['sums']; number: string }) {
  const { t } = useTranslation('money');
  const say = useMoney();
  return (
    <div className="tabular mt-3 rounded-card border border-line bg-sunken px-4 py-3 text-sm">
      <h3 className="mb-1 font-medium">{t('movements.total', { number })}</h3>
      <dl className="grid gap-y-1 sm:grid-cols-[auto_minmax(0,1fr)] sm:gap-x-6">
        {sums.map(({ currency, gross, refunded, disputed, tax, fees, net }) => (
          <div key={currency} className="grid gap-x-6 sm:contents">
            <dt className="font-medium">{currency}</dt>
            <dd className="flex flex-wrap gap-x-6 gap-y-1 sm:justify-end">
              {(
                [
                  ['gross', gross - refunded - disputed],
                  ['tax', tax],
                  ['fee', fees],
                  ['net', net],
                ] as const
              ).map(([name, amount]) => (
                <span key={name} className={name === 'net' ? 'font-semibold' : 'text-muted'}>
                  {t(`movements.${name}`)} {say(amount, currency)}
                </span>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** Whether a moment lies in a later month than another one, as this browser's calendar has them. */
function isOfLaterMonth(moment: string, than: string): boolean {
  const [later, earlier] = [new Date(moment), new Date(than)];
  const monthOf = (date: Date) => date.getFullYear() * 12 + date.getMonth();
  return monthOf(later) > monthOf(earlier);
}

function useColumns(): Column<MoneyMovement>[] {
  const { t, i18n } = useTranslation('money');
  const day = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium' });
  const say = useMoney();
  const amount = (name: 'gross' | 'tax' | 'net'): Column<MoneyMovement> => ({
    key: name,
    header: t(`movements.${name}`),
    align: 'right',
    className: 'whitespace-nowrap',
    cell: (row) => (
      <span className={`tabular ${name === 'net' ? 'font-medium' : ''}`}>{say(row[name], row.currency)}</span>
    ),
  });
  return [
    {
      key: 'who',
      header: t('columns.customer'),
      className: 'max-w-60',
      cell: ({ email }) => <span className="block truncate">{email}</span>,
    },
    {
      key: 'kind',
      header: t('list.type'),
      className: 'max-w-64',
      cell: ({ kind, isEstimated, at, recordedAt, formName, agentName, title, papers }) => (
        <span className="block min-w-0">
          <MovementBadge kind={kind} />
          <span className="block truncate text-sm text-muted">
            {[...new Set([formName || agentName, title])].filter(Boolean).join(factGap)}
            {isEstimated && `${factGap}${t('movements.estimated')}`}
          </span>
          {isOfLaterMonth(recordedAt, at) && (
            <span className="block text-sm text-warning-ink">
              {t('movements.recorded', { date: day.format(new Date(recordedAt)) })}
            </span>
          )}
          {papers.length > 0 && (
            <span className="tabular block text-sm break-words text-muted">{papers.join(', ')}</span>
          )}
        </span>
      ),
    },
    {
      key: 'at',
      header: t('movements.date'),
      className: 'whitespace-nowrap',
      cell: ({ at }) => <Time at={at} plain className="text-muted" />,
    },
    amount('gross'),
    amount('tax'),
    {
      key: 'fee',
      header: t('movements.fee'),
      align: 'right',
      className: 'whitespace-nowrap',
      cell: ({ kind, fee, isFeeLater, currency }) => {
        if (fee !== null) return <span className="tabular">{say(fee, currency)}</span>;
        const isPaid = kind === 'payment' || kind === 'renewal';
        return (
          <span className="text-muted">
            {isPaid ? t(isFeeLater ? 'movements.feeLater' : 'movements.feeUnknown') : '–'}
          </span>
        );
      },
    },
    amount('net'),
  ];
}

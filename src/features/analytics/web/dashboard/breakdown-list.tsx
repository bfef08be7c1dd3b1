import { useTranslation } from 'react-i18next';
import { formatMoney } from '#shared/money/money.ts';
import type { Output } from '#ui/api/client.ts';
import { useEndpoint } from '#ui/api/hooks.ts';
import { readableNumber } from '#ui/browser/numbers.ts';
import { BarList } from '#ui/charts/bar-list.tsx';
import { WorldMap } from '#ui/charts/world-map.tsx';
import { Select } from '#ui/controls/select.tsx';
import { Card, Skeleton } from '#ui/page/display.tsx';
import { ReadFailed } from '#ui/page/read-failed.tsx';
import { deviceName } from '#ui/browser/device-name.ts';
import { emptyKey, type Breakdown } from '../../analytics-figures.contract.ts';
import { useKept } from './use-kept.ts';
import type { PeriodQuery } from './use-period.ts';

type Row = Output<'GET /api/analytics/breakdown'>['rows'][number];
/** The rest is in the file. */
const mostRows = 12;

/** What people call a row: countries and languages by their names, devices in words. */
function useRowName(by: Breakdown): (row: Pick<Row, 'key' | 'label'>) => string {
  const { t, i18n } = useTranslation('analytics');
  return ({ key, label }) => {
    if (key === '') return t(`breakdown.${emptyKey(by, label)}`);
    if (by === 'country') return nameOf(key, 'region', i18n.language);
    if (by === 'language') return nameOf(key, 'language', i18n.language);
    if (by === 'device') return deviceName(key, t) || label || t('breakdown.gone');
    return label || t('breakdown.gone');
  };
}

function nameOf(code: string, type: 'region' | 'language', language: string): string {
  try {
    return new Intl.DisplayNames(language, { type }).of(code) ?? code;
  } catch {
    // What a browser said of itself may be no code at all; it is shown as it came.
    return code;
  }
}

type Props = {
  query: PeriodQuery;
  title: string;
  /** What can be chosen, the first one at the beginning. */
  choices: readonly Breakdown[];
  by: Breakdown;
  onChange?: (by: Breakdown) => void;
  /** Countries are drawn on a map as well. */
  hasMap?: boolean;
};

/** Visitors by one thing that tells them apart, with what came in from them. */
export function BreakdownList({ query, title, choices, by, onChange, hasMap = false }: Props) {
  const { t, i18n } = useTranslation('analytics');
  const result = useEndpoint('GET /api/analytics/breakdown', { query: { ...query, by } }, { staleTime: 0 });
  const data = useKept(result.data, by);
  const rowName = useRowName(by);
  const number = (value: number) => readableNumber(value, i18n.language);
  if (data?.isHidden)
    return (
      <Card>
        <p className="font-medium">{title}</p>
        <p className="mt-2 max-w-prose text-muted">{t('breakdown.hidden')}</p>
      </Card>
    );
  const rows = (data?.rows ?? []).map((row) => {
    const money = (row.money ?? []).map(({ currency, net }) => formatMoney(net, currency, i18n.language));
    return {
      key: row.key || `? ${row.label}`,
      label: rowName(row),
      value: row.visitors,
      ...(money.length > 0 && { detail: money.join(' + ') }),
    };
  });
  const controls = onChange && choices.length > 1 && (
    <span className="w-40">
      <Select
        aria-label={title}
        value={by}
        onChange={onChange}
        options={choices.map((value) => ({ value, label: t(`by.${value}`) }))}
      />
    </span>
  );
  return (
    <>
      {result.error && <ReadFailed title={title} error={result.error} retry={result.refetch} />}
      {!data && !result.error && <Skeleton className="h-72 rounded-card" />}
      {data && hasMap && by === 'country' && (
        <Card>
          <WorldMap
            title={t('breakdown.map')}
            note={t('figures.breakdown.formula')}
            rows={data.rows
              .filter(({ key, visitors }) => key !== '' && visitors > 0)
              .map((row) => ({ code: row.key, label: rowName(row), value: row.visitors }))}
            format={number}
            labelHeader={t('by.country')}
            valueHeader={t('figures.visitors.name')}
          />
        </Card>
      )}
      {data && (
        <Card>
          <BarList
            title={title}
            note={t('figures.breakdown.formula')}
            rows={rows}
            most={mostRows}
            format={number}
            labelHeader={t(`by.${by}`)}
            valueHeader={t('figures.visitors.name')}
            detailHeader={t('figures.revenue.name')}
            empty={t('breakdown.empty')}
            controls={controls}
          />
        </Card>
      )}
    </>
  );
}

import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BarChart } from '#ui/charts/bar-chart.tsx';
import { Select } from '#ui/controls/select.tsx';
import type { Revenue } from '../../payments-figures.contract.ts';
import { barsOf } from './money-days.ts';
import { useMoney } from './money-parts.tsx';

/** What came in day by day, one currency at a time. */
export function MoneyChart({ revenue, range }: { revenue: Revenue; range: { from?: string; to?: string } }) {
  const { t, i18n } = useTranslation('money');
  const say = useMoney();
  const currencies = revenue.money.map(({ currency }) => currency);
  const [chosen, choose] = useState('');
  const currency = currencies.includes(chosen) ? chosen : currencies[0];
  if (!currency) return null;
  const day = new Intl.DateTimeFormat(i18n.language, { day: 'numeric', month: 'short', timeZone: 'UTC' });
  const month = new Intl.DateTimeFormat(i18n.language, { month: 'short', year: 'numeric', timeZone: 'UTC' });
  const bars = barsOf(revenue.days, currency, range).map(({ key, value, isMonth }) => ({
    key,
    value,
    label: isMonth ? month.format(new Date(`${key}-01T00:00:00Z`)) : day.format(new Date(`${key}T00:00:00Z`)),
  }));
  return (
    <section className="rounded-card border border-line bg-surface p-5">
      <BarChart
        controls={
          currencies.length > 1 && (
            <span className="w-28">
              <Select
                aria-label={t('chart.currency')}
                value={currency}
                onChange={choose}
                options={currencies.map((code) => ({ value: code, label: code }))}
              />
            </span>
          )
        }
        title={t('chart.title', { currency })}
        bars={bars}
        isMoney
        format={(value) => say(value, currency)}
        labelHeader={t('chart.day')}
        valueHeader={t('figures.net')}
      />
    </section>
  );
}

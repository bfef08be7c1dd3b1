import { useTranslation } from 'react-i18next';
import { formatMoney } from '#shared/money/money.ts';
import { readableNumber } from '#ui/browser/numbers.ts';
import type { Threshold } from '../../analytics-thresholds.contract.ts';

/** How a figure that is watched is written: as an amount, in percent, or as a number. */
export function useFigureValue(): (of: Pick<Threshold, 'figure' | 'currency'>, value: number) => string {
  const { i18n } = useTranslation();
  return ({ figure, currency }, value) => {
    if (figure === 'revenue') return formatMoney(value, currency, i18n.language);
    if (figure === 'unanswered' || figure === 'satisfaction')
      return new Intl.NumberFormat(i18n.language, { style: 'percent', maximumFractionDigits: 1 }).format(
        value / 100,
      );
    return readableNumber(value, i18n.language);
  };
}

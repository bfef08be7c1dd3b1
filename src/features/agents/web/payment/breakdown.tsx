import { useTranslation } from 'react-i18next';
import { breakDown, currencies, formatMoney } from '#shared/money/money.ts';
import type { PaymentSection } from '#features/paywall/paywall.contract.ts';
import { yearlySaving } from './price.ts';

const lines = ['base', 'tax', 'subtotal', 'total'] as const;

/**
 * What a visitor pays and what it is made of, by the very arithmetic of the server; changes with every key.
 */
export function PriceBreakdown({
  payment,
  interval = 'month',
}: {
  payment: PaymentSection;
  interval?: 'month' | 'year';
}) {
  const { t, i18n } = useTranslation('agent-payment');
  const { type, currency, amount, yearlyAmount, taxPercent, taxBehaviour, messagesPerPack } = payment;
  const split = (price: number) => breakDown(price, currency, Math.round(taxPercent * 1_000), taxBehaviour);
  const money = (value: number) => formatMoney(value, currency, i18n.language);
  const hasYear = type === 'subscription' && yearlyAmount > 0;
  const columns = hasYear ? [split(amount), split(yearlyAmount)] : [split(amount)];
  const rate = new Intl.NumberFormat(i18n.language, { style: 'percent', maximumFractionDigits: 3 }).format(
    taxPercent / 100,
  );
  const perMessage = new Intl.NumberFormat(i18n.language, {
    style: 'currency',
    currency,
    maximumFractionDigits: currencies[currency].digits + 2,
  });
  const saving = hasYear ? yearlySaving(payment) : 0;
  return (
    <div className="overflow-hidden rounded-card border border-line bg-surface" aria-live="polite">
      <table className="w-full text-left">
        <caption className="px-4 pt-3 pb-1 text-left font-medium">{t('breakdown.title')}</caption>
        {hasYear && (
          <thead>
            <tr className="text-sm text-muted">
              <th scope="col" className="px-4">
                <span className="sr-only">{t('breakdown.part')}</span>
              </th>
              <th scope="col" className="px-4 py-1 text-right font-medium">
                {t('breakdown.month')}
              </th>
              <th scope="col" className="px-4 py-1 text-right font-medium">
                {t('breakdown.year')}
              </th>
            </tr>
          </thead>
        )}
        <tbody>
          {lines.map((line) => (
            <tr key={line} className={line === 'total' ? 'border-t border-line font-semibold' : 'text-muted'}>
              <th scope="row" className={`px-4 py-1.5 ${line === 'total' ? 'font-semibold' : 'font-normal'}`}>
                {line === 'tax' ? t('breakdown.tax', { rate }) : t(`breakdown.${line}`)}
              </th>
              {columns.map((price, at) => (
                <td key={at} className="tabular px-4 py-1.5 text-right whitespace-nowrap">
                  {money(price[line])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="border-t border-line bg-sunken px-4 py-2 text-sm text-muted">
        {type === 'pack' &&
          t('breakdown.perMessage', {
            price: perMessage.format(
              (columns[0]?.total ?? 0) / 10 ** currencies[currency].digits / Math.max(1, messagesPerPack),
            ),
          })}
        {type === 'subscription' &&
          (hasYear
            ? saving > 0
              ? t('breakdown.saving', { percent: saving })
              : t('breakdown.noSaving')
            : t(interval === 'year' ? 'breakdown.yearly' : 'breakdown.monthly'))}
        {type === 'once' && t('breakdown.once')}
      </p>
    </div>
  );
}

import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Popover } from '#ui/menu.tsx';
import { readableCost, readableNumber } from '#ui/numbers.ts';
import type { Revenue } from '../payments.contract.ts';
import { MoneySums, useMoney } from './money-parts.tsx';

/** Dollars earned less the models' cost, in micro-dollars; null where money of another currency came in. */
function marginOf({ money, aiCostMicros }: Revenue): number | null {
  if (money.some(({ currency, net }) => currency !== 'USD' && net !== 0)) return null;
  return money.reduce((sum, { net }) => sum + net * 10_000, 0) - aiCostMicros;
}

/** What came in, what was sold, and what it cost. Every figure explains itself. */
export function MoneyFigures({ revenue }: { revenue: Revenue }) {
  const { t, i18n } = useTranslation('money');
  const say = useMoney();
  const number = (value: number) => readableNumber(value, i18n.language);
  const margin = marginOf(revenue);
  const detail = revenue.money.map(({ currency, gross, refunded, tax }) => t('figures.detail', { gross: say(gross, currency), refunded: say(refunded, currency), tax: say(tax, currency) }));
  const figures: [string, ReactNode, string][] = [
    ['net', <MoneySums key="net" money={revenue.money} empty={number(0)} />, [t('figures.netHelp'), ...detail].join(' ')],
    ['successfulPayments', number(revenue.successfulPayments), t('figures.successfulPaymentsHelp')],
    ['packs', number(revenue.packs), t('figures.packsHelp')],
    ['messagesSold', number(revenue.messagesSold), t('figures.messagesSoldHelp')],
    ['activeSubscriptions', number(revenue.activeSubscriptions), t('figures.activeSubscriptionsHelp')],
    ['buyers', number(revenue.buyers), t('figures.buyersHelp')],
    ['aiCost', readableCost(revenue.aiCostMicros, i18n.language), revenue.unpricedAnswers > 0 ? t('figures.aiCostUnpriced', { count: revenue.unpricedAnswers }) : t('figures.aiCostHelp')],
    ['margin', margin === null ? '–' : readableCost(margin, i18n.language), t(margin === null ? 'figures.marginMixed' : 'figures.marginHelp')],
  ];
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-card border border-line bg-line lg:grid-cols-4">
      {figures.map(([name, value, help]) => (
        <div key={name} className="bg-surface px-4 py-4 md:px-5">
          <dt className="text-muted">
            <Popover
              label={t(`figures.${name}`)}
              trigger={
                <button type="button" className="-my-1 min-h-11 text-left underline decoration-edge decoration-dotted underline-offset-4 hover:decoration-ink md:min-h-7">
                  {t(`figures.${name}`)}
                </button>
              }
            >
              <p className="text-pretty">{help}</p>
            </Popover>
          </dt>
          <dd className="tabular mt-1 text-xl font-semibold break-words">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

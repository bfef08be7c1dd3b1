import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Popover } from '#ui/controls/menu.tsx';
import { readableCost, readableNumber } from '#ui/browser/numbers.ts';
import type { Revenue } from '../../payments-figures.contract.ts';
import {
  costsNothing,
  MoneySums,
  sumsOrNothing,
  useCost,
  useMoney,
  type CurrencySum,
} from './money-parts.tsx';

/**
 * Dollars earned less the models' cost, in micro-dollars; null where money of another currency came in, or
 * where not all prices are known.
 */
function marginOf({ money, aiCostMicros, unpricedAnswers }: Revenue): number | null {
  if (unpricedAnswers > 0 || money.some(({ currency, net }) => currency !== 'USD' && net !== 0)) return null;
  return money.reduce((sum, { net }) => sum + net * 10_000, 0) - aiCostMicros;
}

/** What came in, what was sold, and what it cost. Every figure explains itself. */
export function MoneyFigures({ revenue }: { revenue: Revenue }) {
  const { t, i18n } = useTranslation('money');
  const say = useMoney();
  const costOf = useCost();
  const number = (value: number) => readableNumber(value, i18n.language);
  const { money, subscriptions, unpricedAnswers } = revenue;
  const margin = marginOf(revenue);
  const detail = money.map(({ currency, gross, refunded, disputed, tax, fees }) =>
    t('figures.detail', {
      gross: say(gross, currency),
      refunded: say(refunded, currency),
      disputed: say(disputed, currency),
      tax: say(tax, currency),
      fees: say(fees, currency),
    }),
  );
  const unknown = money.reduce((sum, { feesUnknown }) => sum + feesUnknown, 0);
  const gross = money.map((sums) => ({ currency: sums.currency, net: sums.gross }));
  const monthly = subscriptions.monthly.map(({ currency, amount }) => ({ currency, net: amount }));
  const orNothing = (sums: readonly CurrencySum[]) => sumsOrNothing(sums, revenue);
  const told = t('figures.subscriptionsDetail', {
    trialing: number(subscriptions.trialing),
    ending: number(subscriptions.ending),
    pastDue: number(subscriptions.pastDue),
  });
  const marginHelp = t(
    margin !== null || costsNothing(revenue)
      ? 'figures.marginHelp'
      : unpricedAnswers > 0
        ? 'figures.marginUnknown'
        : 'figures.marginMixed',
  );
  const figures: [string, ReactNode, string][] = [
    [
      'net',
      <MoneySums key="net" money={orNothing(money)} empty={number(0)} />,
      [
        t('figures.netHelp'),
        ...detail,
        ...(unknown > 0 ? [t('figures.feesUnknown', { number: number(unknown) })] : []),
      ].join(' '),
    ],
    ['gross', <MoneySums key="gross" money={orNothing(gross)} empty={number(0)} />, t('figures.grossHelp')],
    ['monthly', <MoneySums key="monthly" money={monthly} empty={number(0)} />, t('figures.monthlyHelp')],
    [
      'activeSubscriptions',
      number(revenue.activeSubscriptions),
      `${t('figures.activeSubscriptionsHelp')} ${told}`,
    ],
    ['successfulPayments', number(revenue.successfulPayments), t('figures.successfulPaymentsHelp')],
    ['packs', number(revenue.packs), t('figures.packsHelp')],
    ['messagesSold', number(revenue.messagesSold), t('figures.messagesSoldHelp')],
    ['buyers', number(revenue.buyers), t('figures.buyersHelp')],
    [
      'aiCost',
      costOf(revenue),
      unpricedAnswers > 0 ? t('figures.aiCostUnpriced', { count: unpricedAnswers }) : t('figures.aiCostHelp'),
    ],
    [
      'margin',
      margin !== null ? (
        readableCost(margin, i18n.language)
      ) : costsNothing(revenue) ? (
        <MoneySums key="margin" money={money} />
      ) : (
        '–'
      ),
      marginHelp,
    ],
  ];
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-card border border-line bg-line lg:grid-cols-5">
      {figures.map(([name, value, help]) => (
        <div key={name} className="bg-surface px-4 py-4 md:px-5">
          <dt className="text-muted">
            <Popover
              label={t(`figures.${name}`)}
              trigger={
                <button
                  type="button"
                  className="-my-1 min-h-11 text-left underline decoration-edge decoration-dotted underline-offset-4 hover:decoration-ink md:min-h-7"
                >
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

import { factGap } from '#shared/text/fact-gap.ts';
import { useTranslation } from 'react-i18next';
import { formatMoney } from '#shared/money/money.ts';
import { Badge, type Tone } from '#ui/page/display.tsx';
import { readableCost } from '#ui/browser/numbers.ts';
import type { Revenue } from '../../payments-figures.contract.ts';
import type { Purchase } from '../../payments-purchases.contract.ts';
import type { PurchaseState } from '../../payments.contract.ts';

/** Writes amounts of the smallest unit in the person's language. */
export function useMoney(): (amount: number, currency: string) => string {
  const { i18n } = useTranslation();
  return (amount, currency) => formatMoney(amount, currency, i18n.language);
}

export type CurrencySum = {
  currency: string;
  net: number;
};

/** Where nothing came in: nothing in the currencies of what renews, so that it reads as money. */
export const sumsOrNothing = (
  sums: readonly CurrencySum[],
  { subscriptions }: Pick<Revenue, 'subscriptions'>,
): readonly CurrencySum[] =>
  sums.length > 0 ? sums : subscriptions.monthly.map(({ currency }) => ({ currency, net: 0 }));

/** Sums of several currencies under each other; they are never added up. */
export function MoneySums({ money, empty }: { money: readonly CurrencySum[]; empty?: string }) {
  const say = useMoney();
  if (money.length === 0) return <span>{empty ?? '–'}</span>;
  return (
    <span className="tabular grid">
      {money.map(({ currency, net }) => (
        <span key={currency} className="whitespace-nowrap">
          {say(net, currency)}
        </span>
      ))}
    </span>
  );
}

/** Whether nothing goes off what came in: all of it is left, in whatever currency. */
export const costsNothing = (cost: { aiCostMicros: number; unpricedAnswers: number }): boolean =>
  cost.aiCostMicros === 0 && cost.unpricedAnswers === 0;

/**
 * What models cost, or that it is not known: answers of models without a price are nowhere counted as free.
 */
export function useCost(): (cost: { aiCostMicros: number; unpricedAnswers: number }) => string {
  const { t, i18n } = useTranslation('money');
  return ({ aiCostMicros, unpricedAnswers }) => {
    if (unpricedAnswers === 0) return readableCost(aiCostMicros, i18n.language);
    return aiCostMicros === 0
      ? t('figures.aiCostUnknown')
      : t('figures.aiCostAtLeast', { cost: readableCost(aiCostMicros, i18n.language) });
  };
}

const tones: Record<PurchaseState, Tone> = {
  open: 'neutral',
  processing: 'info',
  paid: 'success',
  failed: 'danger',
  expired: 'neutral',
  trialing: 'info',
  past_due: 'warning',
  ending: 'warning',
  canceled: 'neutral',
  partly_refunded: 'warning',
  refunded: 'neutral',
  disputed: 'danger',
  lost: 'danger',
};

/** How a purchase stands, in a word. */
export function StateBadge({ state }: { state: PurchaseState }) {
  const { t } = useTranslation('money');
  return (
    <Badge tone={tones[state]} dot>
      {t(`state.${state}`)}
    </Badge>
  );
}

/**
 * How a purchase stands: its state, and beside it what the state's one word hides, that it ends or that
 * nothing is collected now.
 */
export function PurchaseBadges({
  purchase,
}: {
  purchase: Pick<Purchase, 'state' | 'isEnding' | 'isPaused'>;
}) {
  const { t } = useTranslation('money');
  const { state, isEnding, isPaused } = purchase;
  return (
    <>
      <StateBadge state={state} />
      {isEnding && state !== 'ending' && <StateBadge state="ending" />}
      {isPaused && <Badge tone="info">{t('sheet.paused')}</Badge>}
    </>
  );
}

/** Marks everything that is no real money. */
export function TestBadge() {
  const { t } = useTranslation('money');
  return <Badge tone="warning">{t('test')}</Badge>;
}

/**
 * What was bought, in one line, under the name that its seller gave it: "Starter · Message pack, 100
 * messages".
 */
export function useWhatWasBought(): (
  purchase: Pick<Purchase, 'type' | 'interval' | 'messages' | 'title'>,
) => string {
  const { t } = useTranslation('money');
  return ({ type, interval, messages, title }) => {
    if (type === 'form') return t('what.form');
    const what =
      type === 'pack'
        ? t('what.pack', { count: messages ?? 0 })
        : t(type === 'once' ? 'what.once' : interval === 'year' ? 'what.year' : 'what.month');
    return title === '' ? what : `${title}${factGap}${what}`;
  };
}

import { factGap } from '#shared/text/fact-gap.ts';
import { useTranslation } from 'react-i18next';
import { formatMoney } from '#shared/money/money.ts';
import { Badge } from '#ui/page/display.tsx';
import type { ClientSummary } from '../agencies.contract.ts';

const tones = { active: 'success', paused: 'warning', stopped: 'danger' } as const;

/** Where a client stands. */
export function ClientState({ state }: Pick<ClientSummary, 'state'>) {
  const { t } = useTranslation('agencies');
  return (
    <Badge tone={tones[state]} dot>
      {t(`state.${state}`)}
    </Badge>
  );
}

/** Money of several currencies, test money named as such. */
export function useRevenueText(): (revenue: ClientSummary['revenue']) => string {
  const { t, i18n } = useTranslation('agencies');
  return (revenue) =>
    revenue
      .map(({ currency, net, isTest }) => {
        const amount = formatMoney(net, currency, i18n.language);
        return isTest ? t('testMoney', { amount }) : amount;
      })
      .join(factGap) || t('noRevenue');
}

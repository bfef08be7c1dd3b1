import { FlaskConical } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Callout } from '#ui/page/display.tsx';
import type { Billing, Plan } from '../billing.contract.ts';
import type { Interval, Offer } from './billing-state.ts';
import { PlanCards } from './plan-cards.tsx';
import { PlanSummary, type SummaryActions } from './plan-summary.tsx';

type Props = {
  billing: Billing;
  mayManage: boolean;
  interval: Interval;
  onInterval: (interval: Interval) => void;
  onChoose: (offer: Offer) => void;
  buying: Plan | null;
  actions: SummaryActions;
  pending: keyof SummaryActions | null;
};

/** An account's plan and the plans there are, drawn from what the server said; knows no calls. */
export function BillingView({
  billing,
  mayManage,
  interval,
  onInterval,
  onChoose,
  buying,
  actions,
  pending,
}: Props) {
  const { t } = useTranslation('billing-web');
  return (
    <>
      {(billing.isTest || !mayManage) && (
        <div className="-mb-4 grid gap-2">
          {billing.isTest && (
            <Callout
              tone="warning"
              icon={<FlaskConical size={20} aria-hidden="true" />}
              title={t('test.title')}
            >
              {t('test.text')}
            </Callout>
          )}
          {!mayManage && <Callout tone="info">{t('readOnly')}</Callout>}
        </div>
      )}
      <PlanSummary billing={billing} mayManage={mayManage} actions={actions} pending={pending} />
      {billing.offers.length > 0 && (
        <PlanCards
          billing={billing}
          interval={interval}
          onInterval={onInterval}
          mayManage={mayManage}
          onChoose={onChoose}
          pending={buying}
        />
      )}
    </>
  );
}

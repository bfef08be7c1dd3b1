import { Check, ChevronDown, Minus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { offersIn, paymentTypes, type PaymentSection } from '#features/paywall/paywall.contract.ts';

/** What is charged and what never is, in the words that hold for these settings. */
export function PaymentRules({ payment }: { payment: PaymentSection }) {
  const { t, i18n } = useTranslation('agent-payment');
  const number = (value: number) => new Intl.NumberFormat(i18n.language).format(value);
  const counted = [t('rules.answered'), payment.chargeUnsure && t('rules.unsureToo')];
  const never = [
    t('rules.failed'),
    t('rules.stopped'),
    !payment.chargeUnsure && t('rules.unsure'),
    t('rules.people'),
    t('rules.around'),
  ];
  const offered = new Set(offersIn(payment).map(({ type }) => type));
  const hasSubscription = offered.has('subscription');
  const isUnlimited = hasSubscription || offered.has('once');
  // Where several are offered, each rule about money back says by itself of what it speaks.
  const refunds = paymentTypes.filter((type) => offered.has(type)).map((type) => t(`rules.refund.${type}`));
  const further = [
    t('rules.order'),
    t('rules.priceChange'),
    ...new Set(refunds),
    isUnlimited &&
      t('rules.fairUse', { count: payment.fairUsePerDay, number: number(payment.fairUsePerDay) }),
    hasSubscription && t('rules.cancel'),
    hasSubscription &&
      (payment.graceDays > 0 ? t('rules.grace', { count: payment.graceDays }) : t('rules.noGrace')),
  ];
  return (
    <details className="group rounded-card border border-line bg-surface">
      <summary className="flex min-h-11 cursor-pointer list-none items-center justify-between gap-3 rounded-card px-4 py-2.5 font-medium [&::-webkit-details-marker]:hidden">
        {t('rules.title')}
        <ChevronDown size={16} className="shrink-0 text-muted group-open:rotate-180" aria-hidden="true" />
      </summary>
      <div className="grid gap-4 border-t border-line px-4 py-4">
        <Lines title={t('rules.counted')} lines={counted} isCounted />
        <Lines title={t('rules.never')} lines={never} />
        <div>
          <h4 className="mb-1 font-medium">{t('rules.further')}</h4>
          <ul className="grid list-disc gap-1 pl-5 text-pretty text-muted">
            {further.filter(Boolean).map((line) => (
              <li key={String(line)}>{line}</li>
            ))}
          </ul>
        </div>
      </div>
    </details>
  );
}

function Lines({
  title,
  lines,
  isCounted = false,
}: {
  title: string;
  lines: readonly (string | false)[];
  isCounted?: boolean;
}) {
  const Icon = isCounted ? Check : Minus;
  return (
    <div>
      <h4 className="mb-1 font-medium">{title}</h4>
      <ul className="grid gap-1 text-muted">
        {lines.filter(Boolean).map((line) => (
          <li key={String(line)} className="flex gap-2">
            <Icon size={16} className="mt-0.5 shrink-0" aria-hidden="true" />
            <span className="text-pretty">{line}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

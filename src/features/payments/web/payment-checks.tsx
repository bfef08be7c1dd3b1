import { Check, Info, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { PaymentSetup } from '../payments.contract.ts';

type Item = PaymentSetup['test']['checks'][number];

/** What is ready and what is missing, in plain words. */
export function PaymentChecks({ checks, label }: { checks: readonly Item[]; label: string }) {
  return (
    <ul aria-label={label} className="grid gap-x-6 gap-y-1.5 text-sm md:grid-cols-2">
      {checks.map((check) => (
        <Line key={check.name} {...check} />
      ))}
    </ul>
  );
}

const details = ['scope_missing', 'not_activated', 'unknown', 'broad_key', 'address_refused', 'missing', 'refused', 'failed'] as const;

function Line({ name, isReady, detail }: Item) {
  const { t } = useTranslation('payment-setup');
  const known = details.find((one) => one === detail);
  const say = known ? t(`detail.${known}`, { rights: t(`right.${name}`) }) : null;
  return (
    <li className="flex items-start gap-2">
      <Mark isReady={isReady} isNote={known !== undefined} />
      <span className="min-w-0">
        <span className="sr-only">{t(isReady ? 'mark.ready' : 'mark.missing')} </span>
        {t(`check.${name}`)}
        {say && <span className="block text-pretty text-muted">{say}</span>}
      </span>
    </li>
  );
}

function Mark({ isReady, isNote }: { isReady: boolean; isNote: boolean }) {
  const Icon = !isReady ? TriangleAlert : isNote ? Info : Check;
  const tone = !isReady ? 'text-warning-ink' : isNote ? 'text-muted' : 'text-success-ink';
  return <Icon size={16} strokeWidth={1.75} aria-hidden="true" className={`mt-0.5 shrink-0 ${tone}`} />;
}

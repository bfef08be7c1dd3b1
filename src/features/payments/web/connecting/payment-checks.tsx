import { Check, Info, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { PaymentSetup } from '../../payments-connections.contract.ts';

type Item = PaymentSetup['test']['checks'][number];

/** What is ready and what is missing, in plain words. */
export function PaymentChecks({
  checks,
  isPlatform,
  label,
}: {
  checks: readonly Item[];
  /** Reached through the server's own account: there is no key that the owner could change. */
  isPlatform: boolean;
  label: string;
}) {
  return (
    <ul aria-label={label} className="grid gap-x-6 gap-y-1.5 text-sm md:grid-cols-2">
      {checks.map((check) => (
        <Line key={check.name} {...check} isPlatform={isPlatform} />
      ))}
    </ul>
  );
}

const details = [
  'scope_missing',
  'not_activated',
  'unknown',
  'broad_key',
  'address_refused',
  'missing',
  'refused',
  'platform_gone',
  'failed',
] as const;
/** What is said otherwise where there is no key. */
const platformDetails = ['scope_missing', 'not_activated', 'unknown', 'refused'] as const;

function Line({ name, isReady, detail, isPlatform }: Item & { isPlatform: boolean }) {
  const { t } = useTranslation('payment-setup');
  const known = details.find((one) => one === detail);
  const ofPlatform = isPlatform ? platformDetails.find((one) => one === detail) : undefined;
  const say = ofPlatform
    ? t(`platformDetail.${ofPlatform}`)
    : known
      ? t(`detail.${known}`, { rights: t(`right.${name}`) })
      : null;
  return (
    <li className="flex items-start gap-2">
      <Mark isReady={isReady} isNote={known !== undefined} />
      <span className="min-w-0">
        <span className="sr-only">{t(isReady ? 'mark.ready' : 'mark.missing')} </span>
        {t(isPlatform && name === 'key' ? 'check.account' : `check.${name}`)}
        {say && <span className="block text-pretty text-muted">{say}</span>}
      </span>
    </li>
  );
}

function Mark({ isReady, isNote }: { isReady: boolean; isNote: boolean }) {
  const Icon = !isReady ? TriangleAlert : isNote ? Info : Check;
  const tone = !isReady ? 'text-warning-ink' : isNote ? 'text-muted' : 'text-success-ink';
  return <Icon size={16} aria-hidden="true" className={`mt-0.5 shrink-0 ${tone}`} />;
}

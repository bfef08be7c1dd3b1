import { Link } from '@tanstack/react-router';
import { Check, Palette } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { paths } from '#shared/paths.ts';
import type { Plan } from '../billing.contract.ts';

/**
 * What each plan contains, in order. Source: the specification, "Business constants and limits" and "What the
 * product does".
 */
const contents = {
  pro: ['unlimited', 'voice', 'analytics', 'support', 'fees', 'provider'],
  white_label: ['pro', 'brand', 'domain', 'pages', 'unbranded', 'priority'],
} as const satisfies Record<Plan, readonly string[]>;

/** What a plan contains, and where it is set up. */
export function PlanContents({
  plan,
  isActive = true,
  own = [],
}: {
  plan: Plan;
  /** Whether the account has it. */
  isActive?: boolean;
  /** What the operator says is in it, in place of the product's own words. */
  own?: readonly string[] | undefined;
}) {
  const { t } = useTranslation('billing-web');
  const lines =
    own.length > 0
      ? own
      : contents[plan].map((key) => t(`content.${plan}.${key}`, { product: t('common:product') }));
  return (
    <>
      <ul aria-label={t('contents', { plan: t(`name.${plan}`) })} className="grid gap-2">
        {lines.map((line) => (
          <li key={line} className="flex gap-2.5">
            <Check size={16} className="mt-0.75 shrink-0 text-accent-ink" aria-hidden="true" />
            <span className="min-w-0 text-pretty">{line}</span>
          </li>
        ))}
      </ul>
      {plan === 'white_label' && (
        <p className="mt-4">
          <Link
            to={paths.whiteLabel}
            className="inline-flex min-h-11 items-center gap-2 font-medium text-accent-ink underline-offset-4 hover:underline md:min-h-6"
          >
            <Palette size={16} aria-hidden="true" />
            {t(isActive ? 'whiteLabel.active' : 'whiteLabel.later')}
          </Link>
        </p>
      )}
    </>
  );
}

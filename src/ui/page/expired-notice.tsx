import { Link } from '@tanstack/react-router';
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '#shared/paths.ts';
import { useUser } from '../api/session.ts';
import { buttonClass } from '../controls/button.tsx';
import { Callout } from './display.tsx';
import { usePlanExpiry } from './plan-expiry.ts';

/**
 * Says before somebody begins that the server will refuse it, and leads to the plans. Nothing while the
 * account may do everything.
 */
export function ExpiredNotice({
  children,
  className,
}: {
  /** What can't be done until there is a plan. */
  children: ReactNode;
  className?: string;
}) {
  const { t } = useTranslation('common');
  const expiry = usePlanExpiry();
  const mayManage = useUser().can['billing.manage'] !== false;
  if (!expiry) return null;
  return (
    <Callout
      tone="warning"
      icon={<TriangleAlert size={20} aria-hidden="true" />}
      title={t(`lapsed.title.${expiry}`)}
      className={className}
      action={
        mayManage && (
          <Link to={paths.settings} search={{ tab: 'billing' }} className={buttonClass({ size: 'sm' })}>
            {t('lapsed.plans')}
          </Link>
        )
      }
    >
      {children} {!mayManage && t('lapsed.askOwner')}
    </Callout>
  );
}

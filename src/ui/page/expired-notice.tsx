import { Link } from '@tanstack/react-router';
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '#shared/paths.ts';
import { useEndpoint } from '../api/hooks.ts';
import { useUser } from '../api/session.ts';
import { buttonClass } from '../controls/button.tsx';
import { Callout } from './display.tsx';

/** What is over: the trial, the time to pay, or the subscription. */
export type ExpiryReason = 'trial' | 'payment' | 'subscription';

/**
 * What is over on this account, or null. It asks for nothing: the notice on top of every page keeps the
 * answer fresh.
 */
export function usePlanExpiry(): ExpiryReason | null {
  const { data } = useEndpoint('GET /api/subscription/status', undefined, { enabled: false });
  if (!data || data.isActive) return null;
  return data.status === 'trialing' ? 'trial' : data.status === 'incomplete' ? 'payment' : 'subscription';
}

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

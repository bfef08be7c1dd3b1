import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '#shared/paths.ts';
import { useMutate } from '#ui/api/hooks.ts';
import { useSession } from '#ui/api/session.ts';
import { buttonClass } from '#ui/controls/button.tsx';
import { Skeleton } from '#ui/page/display.tsx';
import { AuthFrame, AuthHeading } from './auth-frame.tsx';
import { takeToken } from './reset-token.ts';

/** What the mailed link leads to by which a person proves their address, and what came of it. */
export function ConfirmEmailPage() {
  const { t } = useTranslation('auth');
  const user = useSession();
  const [token] = useState(() => takeToken(location));
  const confirm = useMutate('POST /api/user/email-proof/confirm', {
    failure: false,
    refreshes: ['/api/first-steps'],
  });
  const isSignedIn = user !== undefined && user !== null;
  const { mutate, isIdle } = confirm;
  useEffect(() => {
    if (!token) return;
    // The token leaves the address, so that it stays out of history, screenshots and referrers.
    history.replaceState(history.state, '', location.pathname);
    if (isSignedIn && isIdle) mutate({ body: { token } });
  }, [token, isSignedIn, isIdle, mutate]);
  const state = !token
    ? 'missing'
    : user === null
      ? 'signIn'
      : confirm.isSuccess
        ? 'done'
        : confirm.isError
          ? 'invalid'
          : 'waits';
  const title = t(`confirmEmail.${state}.title`);
  return (
    <AuthFrame title={title}>
      <div role="status">
        <AuthHeading title={title} subtitle={t(`confirmEmail.${state}.text`)} />
      </div>
      {state === 'waits' && <Skeleton className="h-12 w-full" />}
      {state === 'signIn' && (
        <Link
          to="/auth"
          search={{ next: `${paths.confirmEmail}?token=${encodeURIComponent(token ?? '')}` }}
          className={buttonClass({ variant: 'primary', size: 'lg', className: 'w-full' })}
        >
          {t('reset.goToLogin')}
        </Link>
      )}
      {['done', 'invalid', 'missing'].includes(state) && (
        <Link
          to={paths.dashboard}
          className={buttonClass({ variant: 'primary', size: 'lg', className: 'w-full' })}
        >
          {t('confirmEmail.toDashboard')}
        </Link>
      )}
    </AuthFrame>
  );
}

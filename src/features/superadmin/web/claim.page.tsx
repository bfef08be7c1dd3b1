import { Link, Navigate } from '@tanstack/react-router';
import { ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '#shared/paths.ts';
import type { ApiError } from '#ui/api/client.ts';
import { useMutate } from '#ui/api/hooks.ts';
import { useSession, useSetSession } from '#ui/api/session.ts';
import { Button, buttonClass } from '#ui/controls/button.tsx';
import { Callout } from '#ui/page/display.tsx';
import { Brand } from '#ui/page/logo.tsx';
import { usePageTitle } from '#ui/page/page.tsx';
import { forgetClaimToken, takeClaimToken } from './claim-token.ts';

/** Where the link of the first start leads: makes the signed-in person the instance's superadmin, once. */
export function ClaimPage() {
  const { t } = useTranslation('superadmin');
  const user = useSession();
  const setSession = useSetSession();
  const [token] = useState(() => takeClaimToken({ hash: location.hash, store: sessionStorage }));
  const [failure, setFailure] = useState<string | null>(null);
  usePageTitle(t('claim.title'));
  const claim = useMutate('POST /api/superadmin/claim', {
    failure: false,
    onSuccess: () => {
      forgetClaimToken(sessionStorage);
      history.replaceState(null, '', location.pathname);
      if (user) setSession({ ...user, isSuperadmin: true });
    },
    onError: (error: ApiError) => setFailure(error.status === 0 ? t('common:failed.offline') : error.message),
  });
  if (user === undefined) return null;
  // The link comes with the first start, when nobody has an account yet.
  if (user === null)
    return <Navigate to={paths.auth} search={{ tab: 'register', next: paths.superadminClaim }} replace />;
  const done = claim.isSuccess;
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center px-5 py-10">
      <div className="mb-8">
        <Brand name={t('common:product')} size={32} />
      </div>
      <div className="w-full max-w-md rounded-card border border-line bg-surface p-6 sm:p-8">
        <ShieldCheck size={28} className="text-accent-ink" aria-hidden="true" />
        <h1 className="mt-4 font-display text-xl font-medium text-balance">
          {t(done || user.isSuperadmin ? 'claim.doneTitle' : 'claim.title')}
        </h1>
        {done || user.isSuperadmin ? (
          <>
            <p role="status" className="mt-2 text-pretty text-muted">
              {t('claim.doneText', { email: user.email })}
            </p>
            <Link
              to={paths.superadminSection('setup')}
              className={buttonClass({ variant: 'primary', size: 'lg', className: 'mt-6 w-full' })}
            >
              {t('claim.open')}
            </Link>
          </>
        ) : (
          <>
            <p className="mt-2 text-pretty text-muted">{t('claim.text')}</p>
            <p className="mt-3">{t('claim.as', { email: user.email })}</p>
            {token ? (
              <Button
                variant="primary"
                size="lg"
                className="mt-6 w-full"
                pending={claim.isPending}
                onClick={() => claim.mutate({ body: { token } })}
              >
                {t('claim.action')}
              </Button>
            ) : (
              <Callout tone="warning" className="mt-6">
                {t('claim.noToken')}
              </Callout>
            )}
            {failure && (
              <Callout tone="danger" live title={t('claim.failedTitle')} className="mt-4">
                {failure} {t('claim.failedHint')}
              </Callout>
            )}
            <Link to={paths.dashboard} className={buttonClass({ variant: 'link', className: 'mt-4 w-full' })}>
              {t('claim.later')}
            </Link>
          </>
        )}
      </div>
    </main>
  );
}

import { useRouter, useRouterState, type ErrorComponentProps } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { isGuardedPath, paths } from '#shared/paths.ts';
import { ApiError } from '#ui/api/client.ts';
import { useSession } from '#ui/api/session.ts';
import { ErrorScreen } from '#ui/page/error-screen.tsx';
import { ScreenLoadError } from '../lazy-screen.ts';
import { usePageTitle } from '#ui/page/page.tsx';
import { CentredSpinner } from './centred-spinner.tsx';
import { isDashboardPath } from './navigation.ts';
import { ToSignIn } from './to-sign-in.tsx';

// Seldom seen, so that nobody waits for them at the first load.
const Nowhere = lazy(() => import('./nowhere.tsx').then((file) => ({ default: file.Nowhere })));
const Closed = lazy(() => import('./nowhere.tsx').then((file) => ({ default: file.Closed })));

/**
 * While a screen's code is on its way: "Loading Templates...", on dashboard pages only. `nameAt` gives the name
 * of the screen at an address.
 */
export function ScreenPending({ nameAt }: { nameAt: (pathname: string) => string | null }) {
  const { t } = useTranslation('shell');
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  if (!isDashboardPath(pathname)) return null;
  const name = nameAt(pathname) ?? 'dashboard';
  return <CentredSpinner text={t('errors.loadingName', { name: t(`screens.${name}`) })} />;
}

/** A screen that could not be loaded, or broke: what happened and the ways on. */
export function AppError({ error, reset }: ErrorComponentProps) {
  const { t } = useTranslation('shell');
  const router = useRouter();
  const refreshPage = { label: t('errors.refreshPage'), onClick: () => location.reload(), primary: true };
  if (error instanceof ScreenLoadError)
    return (
      <ErrorScreen title={t('errors.loadingTitle')} actions={[refreshPage]}>
        {t('errors.loadingScreen', { screen: t(`screens.${error.screen}`, { defaultValue: error.screen }) })}
      </ErrorScreen>
    );
  if (error instanceof ApiError)
    return (
      <ErrorScreen
        title={t('errors.loadingTitle')}
        actions={[
          { label: t('errors.tryAgain'), onClick: () => (reset(), void router.invalidate()) },
          refreshPage,
        ]}
      >
        {t('errors.loadingText')}
      </ErrorScreen>
    );
  return (
    <ErrorScreen
      title={t('errors.generalTitle')}
      actions={[
        { label: t('errors.goToDashboard'), onClick: () => location.assign(paths.dashboard) },
        refreshPage,
      ]}
      hint={t('errors.supportHint')}
    >
      {t('errors.generalText')}
    </ErrorScreen>
  );
}

/** A place that the person's role does not open. */
export function NotForRole() {
  usePageTitle(useTranslation('shell').t('notForRole.title'));
  return (
    <Suspense>
      <Closed />
    </Suspense>
  );
}

/** An address that leads nowhere; whoever is signed out learns that only once they are in. */
export function NotFound() {
  const user = useSession();
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  return user === null && isGuardedPath(pathname) ? <ToSignIn remember /> : <Lost inside={false} />;
}

/** The same inside the shell: a thing that is gone, or a screen that is not for this person. */
export function NotFoundInside() {
  return <Lost inside />;
}

function Lost({ inside }: { inside: boolean }) {
  usePageTitle(useTranslation('shell').t('notFound.title'));
  return (
    <Suspense>
      <Nowhere inside={inside} />
    </Suspense>
  );
}

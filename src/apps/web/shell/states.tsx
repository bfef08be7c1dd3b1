import { Link, useRouter, useRouterState, type ErrorComponentProps } from '@tanstack/react-router';
import { Lock } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { paths } from '#shared/paths.ts';
import { ApiError } from '#ui/api/client.ts';
import { useSession } from '#ui/api/session.ts';
import { buttonClass } from '#ui/controls/button.tsx';
import { ErrorScreen } from '#ui/page/error-screen.tsx';
import { usePageTitle } from '#ui/page/page.tsx';
import { Spinner } from '#ui/page/spinner.tsx';
import { ScreenLoadError } from '../lazy-screen.ts';
import { isDashboardPath, screenName } from './navigation.ts';

/** A centred ring; `text` under it when there is something to say. */
export function CentredSpinner({ text, full = false }: { text?: string; full?: boolean }) {
  const { t } = useTranslation('common');
  return (
    <div
      role="status"
      className={`appear-late flex flex-col items-center justify-center gap-3 text-muted ${full ? 'min-h-dvh' : 'min-h-[60vh]'}`}
    >
      <Spinner size={28} className="text-accent-strong" />
      <span className={text ? '' : 'sr-only'}>{text ?? t('loading')}</span>
    </div>
  );
}

/** While a screen's code is on its way: "Loading Agents...", on dashboard pages only. */
export function ScreenPending() {
  const { t } = useTranslation('shell');
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  if (!isDashboardPath(pathname)) return null;
  return <CentredSpinner text={t('errors.loadingName', { name: t(`screens.${screenName(pathname)}`) })} />;
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

/** A place that the person's role does not open: whom to ask, and the way on. */
export function NotForRole() {
  const { t } = useTranslation('shell');
  usePageTitle(t('notForRole.title'));
  return (
    <div className="flex min-h-[70vh] items-center justify-center px-6 py-12">
      <div className="w-full max-w-md text-center">
        <Lock size={32} strokeWidth={1.5} className="mx-auto mb-4 text-accent-ink" aria-hidden="true" />
        <h1 className="font-display text-2xl font-medium">{t('notForRole.title')}</h1>
        <p className="mt-2 text-pretty text-muted">{t('notForRole.text')}</p>
        <div className="mt-6 flex justify-center">
          <Link to={paths.dashboard} className={buttonClass({ variant: 'primary' })}>
            {t('errors.goToDashboard')}
          </Link>
        </div>
      </div>
    </div>
  );
}

/** An address that leads nowhere. */
export function NotFound() {
  return <Nowhere inside={false} />;
}

/** The same inside the shell: a thing that is gone, or a screen that is not for this person. */
export function NotFoundInside() {
  return <Nowhere inside />;
}

function Nowhere({ inside }: { inside: boolean }) {
  const { t } = useTranslation('shell');
  const user = useSession();
  usePageTitle(t('notFound.title'));
  const Frame = inside ? 'div' : 'main';
  return (
    <Frame className={`flex items-center justify-center px-6 py-12 ${inside ? 'min-h-[70vh]' : 'min-h-dvh'}`}>
      <div className="w-full max-w-md text-center">
        <div aria-hidden="true" className="mx-auto mb-8 grid max-w-72 gap-2 text-left text-sm">
          <p className="justify-self-end rounded-sheet rounded-br-control bg-accent px-4 py-2 text-on-accent">
            {t('notFound.question')}
          </p>
          <p className="justify-self-start rounded-sheet rounded-bl-control border border-line bg-surface px-4 py-2">
            {t('notFound.answer')}
          </p>
        </div>
        <p className="tabular text-sm font-semibold text-muted">404</p>
        <h1 className="mt-1 font-display text-2xl font-medium">{t('notFound.title')}</h1>
        <p className="mt-2 text-pretty text-muted">{t('notFound.text')}</p>
        <div className="mt-6 flex justify-center gap-2">
          <Link to={user ? paths.dashboard : paths.auth} className={buttonClass({ variant: 'primary' })}>
            {t(user ? 'errors.goToDashboard' : 'notFound.signIn')}
          </Link>
        </div>
      </div>
    </Frame>
  );
}

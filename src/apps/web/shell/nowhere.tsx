import { Link } from '@tanstack/react-router';
import { Lock } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { paths } from '#shared/paths.ts';
import { useSession } from '#ui/api/session.ts';
import { buttonClass } from '#ui/controls/button.tsx';

/** What is said in a place that the person's role does not open: whom to ask, and the way on. */
export function Closed() {
  const { t } = useTranslation('shell');
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

/** What is said at an address that leads nowhere; `inside`: within the shell. */
export function Nowhere({ inside }: { inside: boolean }) {
  const { t } = useTranslation('shell');
  const user = useSession();
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

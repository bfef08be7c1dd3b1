import { Link } from '@tanstack/react-router';
import { ArrowRight } from 'lucide-react';
import i18next from 'i18next';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '#shared/paths.ts';
import { useUser } from '#ui/api/session.ts';
import { buttonClass } from '#ui/controls/button.tsx';
import { Skeleton } from '#ui/page/display.tsx';
import { Page, PageHeader } from '#ui/page/page.tsx';
import { ReadFailed } from '#ui/page/read-failed.tsx';
import { useOverview } from './overview.ts';

const Analytics = lazy(async () => {
  const [file] = await Promise.all([
    import('#features/analytics/web/dashboard/analytics.tsx'),
    i18next.loadNamespaces('analytics'),
  ]);
  return { default: file.Analytics };
});
const EarningsCards = lazy(async () => {
  const [file] = await Promise.all([
    import('#features/payments/web/figures/earnings-cards.tsx'),
    i18next.loadNamespaces('money'),
  ]);
  return { default: file.EarningsCards };
});

/** So many conversations show by themselves what an account in use looks like. */
const busyFrom = 20;

const SampleCard = lazy(() =>
  import('#features/sample-data/web/sample-card.tsx').then((file) => ({ default: file.SampleCard })),
);
// Whoever has done everything does not wait for it.
const FirstSteps = lazy(async () => {
  const [file] = await Promise.all([
    import('#features/onboarding/web/first-steps.tsx'),
    i18next.loadNamespaces('onboarding'),
  ]);
  return { default: file.FirstSteps };
});

/**
 * Home: a greeting, how the agents are used and, until everything is done, the way from nothing to a talking
 * agent.
 */
export function DashboardPage() {
  const { t } = useTranslation('shell');
  const user = useUser();
  // Whoever only looks after the money finds the money here.
  const isOverview = user.can['agents.read'] !== false;
  const { data: overview, error, refetch } = useOverview(isOverview);
  const hasBegun = overview && overview.agents > 0;
  return (
    <Page>
      <PageHeader
        title={t('home.welcome', { name: user.firstName || user.username })}
        tabTitle={t('screens.dashboard')}
        description={t(hasBegun || error || !isOverview ? 'home.introDone' : 'home.intro')}
      />
      {error && !overview && <ReadFailed title={t('common:failed.title')} error={error} retry={refetch} />}
      {isOverview && !error && (!overview || hasBegun) && (
        <Suspense fallback={<Skeleton className="h-screen rounded-card" />}>
          {/* Its code comes while it is not known yet whether there is anything to show. */}
          <Analytics isWaiting={!overview} />
        </Suspense>
      )}
      {!isOverview && user.can['payments.read'] && (
        <Suspense>
          <EarningsCards />
        </Suspense>
      )}
      {!isOverview && (
        <Link to={paths.payments} className={buttonClass({ variant: 'primary' })}>
          {t('nav.payments')}
          <ArrowRight size={16} aria-hidden="true" />
        </Link>
      )}
      {(overview || !isOverview) && (
        <Suspense fallback={!hasBegun && isOverview && <Skeleton className="h-96 rounded-card" />}>
          <div className={hasBegun ? 'mt-8' : ''}>
            <FirstSteps />
          </div>
          {user.can['account.manage'] && <SampleCard isBusy={(overview?.conversations ?? 0) > busyFrom} />}
        </Suspense>
      )}
    </Page>
  );
}

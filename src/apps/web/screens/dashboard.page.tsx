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
import { useOverview, type Overview } from './overview.ts';

// Whoever sells nothing yet does not wait for it.
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
// Whoever has done everything does not wait for it either.
const FirstSteps = lazy(async () => {
  const [file] = await Promise.all([
    import('#features/onboarding/web/first-steps.tsx'),
    i18next.loadNamespaces('onboarding'),
  ]);
  return { default: file.FirstSteps };
});

/**
 * Home: a greeting, what happened so far and, until everything is done, the way from nothing to a talking
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
      {isOverview && !overview && !error && <Skeleton className="h-96 rounded-card" />}
      {hasBegun && <Figures overview={overview} />}
      {(overview ? hasBegun : !isOverview) && user.can['payments.read'] && (
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
          <FirstSteps />
          {user.can['account.manage'] && <SampleCard isBusy={(overview?.conversations ?? 0) > busyFrom} />}
        </Suspense>
      )}
    </Page>
  );
}

/** Four counts; each leads to what it counts. */
function Figures({ overview }: { overview: Overview }) {
  const { t, i18n } = useTranslation('shell');
  const number = new Intl.NumberFormat(i18n.language);
  const figures = [
    { name: 'liveAgents', value: overview.liveAgents, path: paths.agents },
    { name: 'contacts', value: overview.contacts, path: paths.contacts },
    { name: 'conversations', value: overview.conversations, path: paths.contacts },
    { name: 'messages', value: overview.messages, path: paths.contacts },
  ] as const;
  return (
    <dl className="mb-6 grid grid-cols-2 gap-px overflow-hidden rounded-card border border-line bg-line lg:grid-cols-4">
      {figures.map(({ name, value, path }) => (
        <div
          key={name}
          className="relative bg-surface px-5 py-4 transition-colors duration-150 has-[a:hover]:bg-sunken"
        >
          <dt className="text-muted">
            <Link to={path} className="after:absolute after:inset-0">
              {t(`home.figures.${name}`)}
            </Link>
          </dt>
          <dd className="tabular mt-1 text-xl font-semibold">{number.format(value)}</dd>
        </div>
      ))}
    </dl>
  );
}

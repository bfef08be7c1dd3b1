import { Link } from '@tanstack/react-router';
import { ArrowRight, Check } from 'lucide-react';
import i18next from 'i18next';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '#shared/paths.ts';
import { useUser } from '#ui/api/session.ts';
import { buttonClass } from '#ui/controls/button.tsx';
import { Skeleton } from '#ui/page/display.tsx';
import { Page, PageHeader } from '#ui/page/page.tsx';
import { ReadFailed } from '#ui/page/read-failed.tsx';
import { onboardingSteps, useOverview, type OnboardingStep, type Overview } from './onboarding.ts';
import { SamplePreview } from './sample-preview.tsx';

// Whoever sells nothing yet does not wait for it.
const EarningsCards = lazy(async () => {
  const [file] = await Promise.all([
    import('#features/payments/web/figures/earnings-cards.tsx'),
    i18next.loadNamespaces('money'),
  ]);
  return { default: file.EarningsCards };
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
  const steps = onboardingSteps(overview);
  // The way there is for those who may go it.
  const done = user.can['agents.edit'] === false || steps.every((step) => step.done);
  return (
    <Page>
      <PageHeader
        title={t('home.welcome', { name: user.firstName || user.username })}
        tabTitle={t('screens.dashboard')}
        description={t(done || error ? 'home.introDone' : 'home.intro')}
      />
      {error && !overview && <ReadFailed title={t('common:failed.title')} error={error} retry={refetch} />}
      {isOverview && !overview && !error && <Skeleton className="h-96 rounded-card" />}
      {overview && overview.agents > 0 && <Figures overview={overview} />}
      {(overview ? overview.agents > 0 : !isOverview) && user.can['payments.read'] && (
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
      {overview && !done && <FirstSteps steps={steps} />}
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

function FirstSteps({ steps }: { steps: readonly OnboardingStep[] }) {
  const { t } = useTranslation('shell');
  const done = steps.filter((step) => step.done).length;
  const next = steps.find((step) => !step.done);
  return (
    <section
      aria-labelledby="first-steps"
      className="grid overflow-hidden rounded-card border border-line bg-surface lg:grid-cols-[1fr_22rem]"
    >
      <div className="p-6">
        <div className="flex items-baseline justify-between gap-4">
          <h2 id="first-steps" className="text-md font-semibold">
            {t('home.stepsTitle')}
          </h2>
          <p className="tabular text-sm text-muted">{t('home.stepsDone', { done, total: steps.length })}</p>
        </div>
        <ol className="mt-4 grid">
          {steps.map((step, index) => {
            const current = step === next;
            return (
              <li
                key={step.name}
                aria-current={current ? 'step' : undefined}
                className="flex gap-4 border-t border-line py-4 first:border-0"
              >
                <span
                  className={
                    step.done
                      ? 'flex size-7 shrink-0 items-center justify-center rounded-full bg-accent text-on-accent'
                      : `tabular flex size-7 shrink-0 items-center justify-center rounded-full border text-sm font-semibold ${current ? 'border-accent-strong text-accent-ink' : 'border-line text-muted'}`
                  }
                >
                  {step.done ? <Check size={16} strokeWidth={2.25} aria-hidden="true" /> : index + 1}
                </span>
                <div className="min-w-0 grow">
                  <h3 className={`font-medium ${step.done ? 'text-muted' : ''}`}>
                    {t(`home.steps.${step.name}.title`)}
                    {step.done && <span className="sr-only"> ({t('home.stepDone')})</span>}
                  </h3>
                  {!step.done && (
                    <p className="mt-0.5 text-pretty text-muted">{t(`home.steps.${step.name}.text`)}</p>
                  )}
                  {current && step.path && (
                    <Link to={step.path} className={buttonClass({ variant: 'primary', className: 'mt-3' })}>
                      {t(`home.steps.${step.name}.action`)}
                      <ArrowRight size={16} aria-hidden="true" />
                    </Link>
                  )}
                </div>
              </li>
            );
          })}
        </ol>
      </div>
      <div
        aria-hidden="true"
        inert
        className="hidden items-center justify-center border-l border-line bg-sunken p-6 lg:flex"
      >
        <SamplePreview />
      </div>
    </section>
  );
}

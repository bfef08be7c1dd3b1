import { clsx } from 'clsx';
import { Link, Navigate, useRouterState } from '@tanstack/react-router';
import { ShieldAlert } from 'lucide-react';
import { Suspense, useEffect, useRef, type ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { paths, superadminSections, type SuperadminSection } from '#shared/paths.ts';
import { Overview } from '#features/superadmin/web/overview.tsx';
import { useEndpoint } from '#ui/api/hooks.ts';
import { useUrlParam } from '#ui/browser/url-param.ts';
import { buttonClass } from '#ui/controls/button.tsx';
import { Callout, Skeleton } from '#ui/page/display.tsx';
import { Page, PageHeader } from '#ui/page/page.tsx';
import { overviewIcon, superadminContents, superadminGroups } from './superadmin-sections.ts';

const isSection = (name: string): name is SuperadminSection =>
  superadminSections.some((section) => section === name);

/** The frame of everything that superadmins do: a rail of sections, and the one that the address names. */
export function SuperadminFramePage() {
  const { t } = useTranslation('superadmin');
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  // Mails of before led here by a parameter.
  const [tab] = useUrlParam<string>('tab', '');
  const name = pathname.split('/')[2] ?? '';
  const section = isSection(name) ? name : null;
  const { error } = useEndpoint('GET /api/superadmin/overview');
  if (!section && isSection(tab)) return <Navigate to={paths.superadminSection(tab)} replace />;
  const title = t(`sections.${section ?? 'overview'}.title`);
  const Content: ComponentType = section ? superadminContents[section].content : Overview;
  return (
    <Page className="max-w-7xl">
      <div className="grid gap-6 lg:grid-cols-[12.5rem_minmax(0,1fr)] lg:gap-10">
        <Rail current={section} />
        <div className="min-w-0">
          <PageHeader title={title} description={t(`sections.${section ?? 'overview'}.text`)} />
          {needsCode(error?.code) ? (
            <SecondFactorNeeded
              text={error?.message ?? ''}
              title={t(
                `secondFactor.${error?.code === 'auth.second_factor_required' ? 'title' : 'notPassed'}`,
              )}
            />
          ) : (
            <Suspense fallback={<Skeleton className="h-64 w-full" />}>
              <Content />
            </Suspense>
          )}
        </div>
      </div>
    </Page>
  );
}

const needsCode = (code: string | undefined): boolean =>
  code === 'auth.second_factor_required' || code === 'auth.second_factor_not_passed';

function SecondFactorNeeded({ text, title }: { text: string; title: string }) {
  const { t } = useTranslation('superadmin');
  return (
    <Callout
      tone="warning"
      icon={<ShieldAlert size={20} />}
      title={title}
      action={
        <Link to={paths.settings} className={buttonClass({ variant: 'primary' })}>
          {t('secondFactor.action')}
        </Link>
      }
    >
      {text}
    </Callout>
  );
}

/** Sections as links: a column beside the content, one line to swipe on a phone. */
function Rail({ current }: { current: SuperadminSection | null }) {
  const { t } = useTranslation('superadmin');
  const here = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    // In newer browsers scrolling gives a promise, which an effect must not.
    here.current?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [current]);
  const link = (section: SuperadminSection | null) => {
    const Icon = section ? superadminContents[section].icon : overviewIcon;
    const isHere = section === current;
    return (
      <Link
        key={section ?? 'overview'}
        ref={isHere ? here : undefined}
        to={section ? paths.superadminSection(section) : paths.superadmin}
        aria-current={isHere ? 'page' : undefined}
        className={clsx(
          'flex min-h-11 shrink-0 items-center gap-2.5 rounded-control px-2.5 whitespace-nowrap lg:min-h-8',
          isHere ? 'bg-accent-tint font-medium text-accent-ink' : 'text-muted hover:bg-sunken hover:text-ink',
        )}
      >
        <Icon size={16} aria-hidden="true" className="shrink-0" />
        {t(`sections.${section ?? 'overview'}.title`)}
      </Link>
    );
  };
  return (
    <nav
      aria-label={t('shell:screens.superadmin')}
      className="-mx-4 flex gap-1 overflow-x-auto px-4 md:-mx-8 md:px-8 lg:sticky lg:top-6 lg:mx-0 lg:grid lg:content-start lg:gap-0.5 lg:self-start lg:px-0"
    >
      {link(null)}
      {superadminGroups.map(({ name, sections }) => (
        <div key={name} role="group" aria-label={t(`groups.${name}`)} className="contents lg:block lg:pt-4">
          <p aria-hidden="true" className="hidden px-2.5 pb-1 text-xs font-medium text-muted lg:block">
            {t(`groups.${name}`)}
          </p>
          {sections.map(link)}
        </div>
      ))}
    </nav>
  );
}

import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '#shared/paths.ts';
import type { ApiError } from '#ui/api/client.ts';
import { useEndpoint } from '#ui/api/hooks.ts';
import { useIdParam } from '#ui/browser/url-param.ts';
import { buttonClass } from '#ui/controls/button.tsx';
import { EmptyState } from '#ui/page/empty-state.tsx';
import { Skeleton } from '#ui/page/display.tsx';
import { Page, PageHeader } from '#ui/page/page.tsx';
import { ReadFailed } from '#ui/page/read-failed.tsx';
import { Builder } from './builder.tsx';

/** A landing page in the builder, by the id in the address. */
export function PageBuilderPage() {
  return <BuilderOf id={useIdParam()} />;
}

/** The builder in the whole window: the page that was changed last. */
export function LandingPageEditorPage() {
  const { t } = useTranslation('landing-builder');
  const { data, error, refetch } = useEndpoint('GET /api/landing-pages', { query: {} });
  // The one that was last when somebody came, also when another one is changed meanwhile.
  const [opened, setOpened] = useState<string>();
  const last = data?.pages[0]?.id;
  if (opened === undefined && last !== undefined) setOpened(last);
  if (opened !== undefined)
    return (
      <div className="fixed inset-0 z-40 bg-page [--menu-bar:0px]">
        <BuilderOf id={opened} />
      </div>
    );
  if (error) return <Failed error={error} retry={refetch} />;
  if (!data) return <Waiting />;
  return (
    <Page>
      <PageHeader title={t('shell:screens.landingPageEditor')} />
      <EmptyState
        title={t('empty.title')}
        action={
          <Link className={buttonClass({ variant: 'primary' })} to={paths.newLandingPage}>
            {t('empty.action')}
          </Link>
        }
      >
        {t('empty.text')}
      </EmptyState>
    </Page>
  );
}

function BuilderOf({ id }: { id: string }) {
  const page = useEndpoint('GET /api/landing-pages/{id}', { params: { id } });
  const facts = useEndpoint('GET /api/landing-page-facts');
  const error = page.error ?? facts.error;
  if (page.data && facts.data) return <Builder key={page.data.id} page={page.data} facts={facts.data} />;
  if (error)
    return <Failed error={error} retry={() => void Promise.all([page.refetch(), facts.refetch()])} />;
  return <Waiting />;
}

function Waiting() {
  return (
    <div className="grid h-dvh gap-3 p-3 lg:grid-cols-[264px_1fr_340px]">
      <Skeleton className="h-full" />
      <Skeleton className="h-full" />
      <Skeleton className="h-full" />
    </div>
  );
}

function Failed({ error, retry }: { error: ApiError; retry: () => void }) {
  const { t } = useTranslation('landing-builder');
  return (
    <Page>
      <PageHeader title={t('shell:screens.landingPageEditor')} />
      <ReadFailed error={error} retry={retry} />
    </Page>
  );
}

import { Link } from '@tanstack/react-router';
import { ExternalLink, Eye, PencilRuler } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { paths } from '#shared/paths.ts';
import { useEndpoint } from '#ui/api/hooks.ts';
import { useIdParam, useUrlParam } from '#ui/browser/url-param.ts';
import { buttonClass } from '#ui/controls/button.tsx';
import { Tabs } from '#ui/controls/tabs.tsx';
import { Skeleton } from '#ui/page/display.tsx';
import { Page, PageHeader } from '#ui/page/page.tsx';
import { ReadFailed } from '#ui/page/read-failed.tsx';
import { ReadOnlyNotice } from '#ui/page/read-only-notice.tsx';
import type { LandingPage } from '../../landing-pages.contract.ts';
import { AccessSection } from './access.section.tsx';
import { PageState } from './page-state.tsx';
import { PublishingSection } from './publishing.section.tsx';
import { ResultsSection } from './results.section.tsx';
import { SettingsSection } from './settings.section.tsx';

/** What a page is besides its blocks: names, versions, who may see it, and what came of it. */
export function PageSettingsPage() {
  const { t } = useTranslation('landing-pages');
  const id = useIdParam();
  const page = useEndpoint('GET /api/landing-pages/{id}', { params: { id } });
  return (
    <Page>
      {page.isError ? (
        <>
          <PageHeader
            title={t('shell:screens.landingPages')}
            back={{ to: paths.landingPages, label: t('shell:screens.landingPages') }}
          />
          <ReadFailed error={page.error} retry={page.refetch} />
        </>
      ) : page.data ? (
        <Loaded page={page.data} key={page.data.id} />
      ) : (
        <Skeleton className="h-96 rounded-card" />
      )}
    </Page>
  );
}

const tabs = ['settings', 'publishing', 'access', 'results'] as const;

function Loaded({ page }: { page: LandingPage }) {
  const { t } = useTranslation('landing-pages');
  const [tab, setTab] = useUrlParam('tab', 'settings', { allowed: tabs, push: true });
  return (
    <>
      <PageHeader
        title={page.title}
        description={<PageState page={page} />}
        back={{ to: paths.landingPages, label: t('shell:screens.landingPages') }}
        actions={
          <>
            <a
              className={buttonClass({ variant: 'outline' })}
              href={`/api/landing-pages/${encodeURIComponent(page.id)}/preview`}
              target="_blank"
              rel="noreferrer"
            >
              <Eye size={16} aria-hidden="true" />
              {t('settings.preview')}
            </a>
            {page.isOnline && (
              <a
                className={buttonClass({ variant: 'outline' })}
                href={page.url}
                target="_blank"
                rel="noreferrer"
              >
                <ExternalLink size={16} aria-hidden="true" />
                {t('list.visit')}
              </a>
            )}
            <Link to={paths.landingPage(page.id)} className={buttonClass({ variant: 'primary' })}>
              <PencilRuler size={16} aria-hidden="true" />
              {t(page.can.edit ? 'settings.build' : 'settings.look')}
            </Link>
          </>
        }
      />
      {!page.can.edit && <ReadOnlyNotice className="mb-4" />}
      <Tabs
        value={tab}
        onChange={setTab}
        label={page.title}
        tabs={[
          { value: 'settings', label: t('tabs.settings'), content: <SettingsSection page={page} /> },
          { value: 'publishing', label: t('tabs.publishing'), content: <PublishingSection page={page} /> },
          { value: 'access', label: t('tabs.access'), content: <AccessSection page={page} /> },
          { value: 'results', label: t('tabs.results'), content: <ResultsSection page={page} /> },
        ]}
      />
    </>
  );
}

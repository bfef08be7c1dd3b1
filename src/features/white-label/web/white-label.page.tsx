import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from '@tanstack/react-router';
import { Sparkles } from 'lucide-react';
import { paths } from '#shared/paths.ts';
import { useEndpoint } from '#ui/api/hooks.ts';
import { useUser } from '#ui/api/session.ts';
import { useUrlParam } from '#ui/browser/url-param.ts';
import { buttonClass } from '#ui/controls/button.tsx';
import { Tabs } from '#ui/controls/tabs.tsx';
import { Badge, Callout, Skeleton } from '#ui/page/display.tsx';
import { Page, PageHeader } from '#ui/page/page.tsx';
import { ReadFailed } from '#ui/page/read-failed.tsx';
import type { WhiteLabel } from '../white-label.contract.ts';
import { BrandForm } from './brand-form.tsx';
import { DomainTab } from './domain-tab.tsx';
import { LegalPages } from './legal-pages.tsx';

const ClientsTab = lazy(() =>
  import('#features/agencies/web/clients-tab.tsx').then((file) => ({ default: file.ClientsTab })),
);

const tabs = ['brand', 'domain', 'legal', 'clients'] as const;

/** The account's own brand: name, colours, pictures, legal pages. */
export function WhiteLabelPage() {
  const { t } = useTranslation('white-label');
  const { can, client } = useUser();
  const { data, error, refetch } = useEndpoint(
    'GET /api/white-label',
    {},
    { enabled: can['account.manage'] && client === null, refetchOnWindowFocus: false },
  );
  return (
    <Page>
      <PageHeader
        title={t('shell:screens.whiteLabel')}
        description={t('intro')}
        back={{ to: paths.settings, label: t('shell:screens.settings') }}
        actions={data && <StateBadge state={data.state} />}
      />
      {client ? (
        <Callout title={t('notForClient.title')}>{t('notForClient.text')}</Callout>
      ) : can['account.manage'] ? (
        <>
          {error && <ReadFailed title={t('failed')} error={error} retry={refetch} />}
          {!data && !error && <Skeleton className="h-96 w-full" />}
          {data && <WhiteLabelTabs saved={data} />}
        </>
      ) : can['clients.manage'] ? (
        <Clients />
      ) : (
        <Callout title={t('notForRole.title')}>{t('notForRole.text')}</Callout>
      )}
    </Page>
  );
}

/** Workspaces for clients, which whoever manages the team looks after, too. */
function Clients() {
  return (
    <Suspense fallback={<Skeleton className="h-96 w-full" />}>
      <ClientsTab />
    </Suspense>
  );
}

function StateBadge({ state }: { state: WhiteLabel['state'] }) {
  const { t } = useTranslation('white-label');
  return (
    <Badge tone={state === 'active' ? 'success' : 'neutral'} dot>
      {t(`state.${state}`)}
    </Badge>
  );
}

function WhiteLabelTabs({ saved }: { saved: WhiteLabel }) {
  const { t } = useTranslation('white-label');
  const [tab, setTab] = useUrlParam<(typeof tabs)[number]>('tab', 'brand', { allowed: tabs, push: true });
  const content = {
    brand: <BrandForm key={saved.state} saved={saved} />,
    domain: <DomainTab isLocked={saved.state === 'locked'} />,
    legal: <LegalPages saved={saved} />,
    clients: <Clients />,
  };
  return (
    <>
      {saved.state === 'locked' && (
        <Callout
          className="mb-6"
          icon={<Sparkles size={20} />}
          title={t('locked.title')}
          action={
            <Link
              to={paths.settings}
              search={{ tab: 'billing' }}
              className={buttonClass({ variant: 'primary' })}
            >
              {t('locked.action')}
            </Link>
          }
        >
          {t('locked.text')}
        </Callout>
      )}
      <Tabs
        label={t('shell:screens.whiteLabel')}
        value={tab}
        onChange={setTab}
        tabs={tabs.map((value) => ({ value, label: t(`tabs.${value}`), content: content[value] }))}
      />
    </>
  );
}

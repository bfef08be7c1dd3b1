import { Link } from '@tanstack/react-router';
import { ArrowRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { paths } from '#shared/paths.ts';
import { voiceCheckPaths } from '#shared/voice-checks.ts';
import { useEndpoint } from '#ui/api/hooks.ts';
import { useUser } from '#ui/api/session.ts';
import { buttonClass } from '#ui/controls/button.tsx';
import { SkeletonRows } from '#ui/list/list.tsx';
import { Callout } from '#ui/page/display.tsx';
import { EmptyState } from '#ui/page/empty-state.tsx';
import { Page, PageHeader } from '#ui/page/page.tsx';
import { ReadFailed } from '#ui/page/read-failed.tsx';
import { VendorTest } from './vendor-test.tsx';

/** Whether each connected vendor of speech says and understands a sentence, how fast, and for how much. */
export function VendorTestPage() {
  const { t, i18n } = useTranslation('voice-check');
  const { can } = useUser();
  const { data, error, refetch } = useEndpoint('GET /api/integrations/speech', undefined, { staleTime: 0 });
  const connected = data?.vendors.filter(({ isConnected }) => isConnected) ?? [];
  const others = data?.vendors.filter(({ isConnected }) => !isConnected) ?? [];
  const mayPay = can['agents.edit'] !== false;
  const toIntegrations = (
    <Link
      to={paths.settings}
      search={{ tab: 'integrations' }}
      className={buttonClass(connected.length > 0 ? { size: 'sm' } : { variant: 'primary' })}
    >
      {t('vendors.connect')}
      <ArrowRight size={16} aria-hidden="true" />
    </Link>
  );
  return (
    <Page>
      <PageHeader
        title={t('vendors.title')}
        description={t('vendors.intro')}
        back={{ to: paths.voiceLab, label: t('shell:screens.voiceLab') }}
        actions={
          <a href={voiceCheckPaths.device} className={buttonClass({ variant: 'outline' })}>
            {t('vendors.device')}
          </a>
        }
      />
      {!data && !error && <SkeletonRows count={3} className="h-17" />}
      {!data && error && <ReadFailed title={t('vendors.unreadable')} error={error} retry={refetch} />}
      {data && connected.length === 0 && (
        <EmptyState title={t('vendors.none')} action={toIntegrations}>
          {t('vendors.noneText')}
        </EmptyState>
      )}
      {data && connected.length > 0 && (
        <div className="grid gap-6">
          {others.length > 0 && (
            <Callout tone="neutral" action={toIntegrations}>
              {t('vendors.others', {
                names: new Intl.ListFormat(i18n.language).format(others.map(({ label }) => label)),
              })}
            </Callout>
          )}
          {mayPay ? (
            <VendorTest vendors={connected} />
          ) : (
            <Callout tone="info">{t('vendors.forbidden')}</Callout>
          )}
        </div>
      )}
    </Page>
  );
}

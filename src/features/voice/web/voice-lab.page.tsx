import { Link } from '@tanstack/react-router';
import { ArrowRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { paths } from '#shared/paths.ts';
import { OwnVoices } from '#features/cloned-voices/web/own-voices.tsx';
import { useEndpoint } from '#ui/api/hooks.ts';
import { useUser } from '#ui/api/session.ts';
import { useUrlParam } from '#ui/browser/url-param.ts';
import { buttonClass } from '#ui/controls/button.tsx';
import { Tabs } from '#ui/controls/tabs.tsx';
import { SkeletonRows } from '#ui/list/list.tsx';
import { Callout } from '#ui/page/display.tsx';
import { Page, PageHeader } from '#ui/page/page.tsx';
import { ReadFailed } from '#ui/page/read-failed.tsx';
import type { LabVendor } from './lab-voices.ts';
import { TalkTest } from './talk-test.tsx';
import { DeviceLab, VendorLab } from './vendor-lab.tsx';

/** The tab of the account's own voices, in the address. */
const own = 'own';

/** Voices to hear, to compare and to give to agents. */
export function VoiceLabPage() {
  const { t, i18n } = useTranslation(['voice-lab', 'voice-cloning']);
  const { can } = useUser();
  const { data, error, refetch } = useEndpoint('GET /api/integrations/speech', undefined, { staleTime: 0 });
  // Each sentence of a vendor is paid: it is for those who may give its voices to agents.
  const vendors = can['agents.edit'] === false ? [] : (data?.vendors ?? []);
  const connected = vendors.filter((vendor) => vendor.isConnected);
  const others = vendors.filter((vendor) => !vendor.isConnected);
  const [vendor, setVendor] = useUrlParam<LabVendor | typeof own>('vendor', 'browser', { push: true });
  const mayCopy = data !== undefined && can['agents.edit'] !== false;
  const isKnown =
    vendor === 'browser' || (vendor === own && mayCopy) || connected.some(({ id }) => id === vendor);
  return (
    <Page>
      <PageHeader
        title={t('title')}
        description={t('intro')}
        back={{ to: paths.tools, label: t('shell:screens.tools') }}
        actions={
          <Link to={paths.openAiVoiceTest} className={buttonClass({ variant: 'outline' })}>
            {t('shell:screens.openAiVoiceTest')}
          </Link>
        }
      />
      {!data && !error && <SkeletonRows count={4} className="h-17" />}
      {!data && error && <ReadFailed title={t('unreadable')} error={error} retry={refetch} />}
      {data && (
        <>
          {others.length > 0 && (
            <Callout tone="neutral" className="mb-6">
              <span className="flex flex-wrap items-center gap-x-4 gap-y-2">
                <span className="min-w-0 flex-1 basis-64 text-pretty">
                  {t('others', {
                    names: new Intl.ListFormat(i18n.language).format(others.map(({ label }) => label)),
                  })}
                </span>
                <Link
                  to={paths.settings}
                  search={{ tab: 'integrations' }}
                  className={buttonClass({ size: 'sm' })}
                >
                  {t('connect')}
                  <ArrowRight size={16} aria-hidden="true" />
                </Link>
              </span>
            </Callout>
          )}
          <Tabs
            label={t('vendors')}
            value={isKnown ? vendor : 'browser'}
            onChange={setVendor}
            tabs={[
              { value: 'browser', label: t('device'), content: <DeviceLab /> },
              ...connected.map((each) => ({
                value: each.id,
                label: each.label,
                content: <VendorLab vendor={each} />,
              })),
              ...(mayCopy
                ? [
                    {
                      value: own,
                      label: t('voice-cloning:title'),
                      content: (
                        <OwnVoices
                          vendors={vendors.filter(({ copiesVoices }) => copiesVoices)}
                          onHear={setVendor}
                        />
                      ),
                    } as const,
                  ]
                : []),
            ]}
          />
          <TalkTest />
        </>
      )}
    </Page>
  );
}

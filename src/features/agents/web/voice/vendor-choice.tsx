import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useEndpoint } from '#ui/api/hooks.ts';
import { Callout } from '#ui/page/display.tsx';
import { ReadFailed } from '#ui/page/read-failed.tsx';
import type { SpeechVendor } from '#features/integrations/integrations.contract.ts';
import { minutePrice } from '#features/integrations/web/minute-price.ts';
import type { VoiceProvider } from '../../agents-voice.contract.ts';
import { ProviderChoice } from '../answers/provider-choice.tsx';
import { useSection } from '../editor/editor-section.ts';

/** Who understands and speaks: the visitor's browser, or a vendor that the account has connected. */
export function VendorChoice({ children }: { children: (vendor: SpeechVendor) => ReactNode }) {
  const { t, i18n } = useTranslation('agents');
  const { draft, set } = useSection();
  const { voice } = draft;
  const { data, error, refetch } = useEndpoint('GET /api/integrations/speech', undefined, { staleTime: 0 });
  const vendors = data?.vendors ?? [];
  const connected = vendors.filter((vendor) => vendor.isConnected);
  const others = vendors.filter((vendor) => !vendor.isConnected);
  const chosen = vendors.find((vendor) => vendor.id === voice.provider);
  // Voices, projects and models are the vendor's own.
  const choose = (provider: string) =>
    provider !== voice.provider &&
    set('voice', {
      ...voice,
      provider: provider as VoiceProvider,
      voice: '',
      project: '',
      hearingModel: '',
      speakingModel: '',
      way: 'sentences',
    });
  const priceOf = ({ perMinute, listens }: SpeechVendor) =>
    perMinute
      ? t('voice.perMinute', {
          price: minutePrice(i18n.language, perMinute.said + (listens ? perMinute.heard : 0)),
        })
      : t('voice.ownServer');
  return (
    <>
      <ProviderChoice
        path="voice.provider"
        current={voice.provider}
        onChoose={choose}
        keyless={{
          value: 'browser',
          title: t('voice.browser'),
          badge: t('voice.browserBadge'),
          text: t('voice.browserText'),
        }}
        connected={connected.map((vendor) => ({
          value: vendor.id,
          title: vendor.label,
          badge: t('ai.connected'),
          text: `${t(vendor.listens ? 'voice.hearsAndSpeaks' : 'voice.speaksOnly')} ${priceOf(vendor)}`,
        }))}
        isWaiting={!data && !error}
        others={others.map(({ label }) => label)}
        sayOthers={(names) => t('voice.others', { names })}
      />
      {error && !data && <ReadFailed title={t('ai.unreadable')} error={error} retry={refetch} />}
      {chosen && !chosen.isConnected && (
        <Callout tone="warning" title={t('voice.lostTitle', { name: chosen.label })}>
          {t('voice.lostText')}
        </Callout>
      )}
      {chosen?.isConnected && children(chosen)}
    </>
  );
}

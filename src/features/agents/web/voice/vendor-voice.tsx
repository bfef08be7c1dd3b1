import { useTranslation } from 'react-i18next';
import type { SpeechVendor } from '#features/integrations/integrations.contract.ts';
import { useEndpoint } from '#ui/api/hooks.ts';
import { Select } from '#ui/controls/select.tsx';
import { Callout, Skeleton } from '#ui/page/display.tsx';
import { ReadFailed } from '#ui/page/read-failed.tsx';
import { useSection } from '../editor/editor-section.ts';
import { SettingField, SliderSetting, TextSetting } from '../settings/setting.tsx';
import { LiveChoice } from './live-choice.tsx';
import { HearVoice } from './hear-voice.tsx';

/** What stands for the vendor's own choice in a list, which takes no empty value. */
const usual = 'usual';

/** The voice of a connected vendor, with all that it needs to speak, and a way to hear it. */
export function VendorVoice({ vendor }: { vendor: SpeechVendor }) {
  const { t, i18n } = useTranslation('agents');
  const decimal = new Intl.NumberFormat(i18n.language, { minimumFractionDigits: 2 });
  const { draft, set, canEdit } = useSection();
  const { voice } = draft.voice;
  const { data, error, refetch } = useEndpoint('GET /api/speech/{provider}/voices', {
    params: { provider: vendor.id },
  });
  const inCalls = vendor.calls && draft.voice.way === 'live' ? vendor.calls.voices : null;
  const voices = (data?.voices ?? []).filter(({ id }) => !inCalls || inCalls.includes(id));
  const isKnown = voice === '' || voices.some(({ id }) => id === voice);
  return (
    <>
      {vendor.calls && <LiveChoice calls={vendor.calls} />}
      {vendor.hasProjects && <TextSetting path="voice.project" spellCheck={false} />}
      {!data && !error ? (
        <Skeleton className="h-10" />
      ) : voices.length > 0 ? (
        <SettingField path="voice.voice" hasHelp={false}>
          <Select
            value={voice || (vendor.hasProjects ? undefined : usual)}
            onChange={(next) => set('voice.voice', next === usual ? '' : next)}
            options={[
              ...(vendor.hasProjects ? [] : [{ value: usual, label: t('voice.usual') }]),
              ...(isKnown ? [] : [{ value: voice, label: voice }]),
              ...voices.map(({ id, label, about, isOwn }) => ({
                value: id,
                label,
                hint: [isOwn && t('voice.own'), about].filter(Boolean).join(', ') || undefined,
              })),
            ]}
            placeholder={t('voice.choose')}
            disabled={!canEdit}
            className="max-w-md"
          />
        </SettingField>
      ) : (
        <>
          {error && <ReadFailed title={t('voice.unlisted')} error={error} retry={refetch} />}
          <TextSetting path="voice.voice" spellCheck={false} />
        </>
      )}
      {vendor.hasProjects && voice === '' && (
        <Callout tone="warning" title={t('voice.missingTitle')}>
          {t('voice.missingText', { name: vendor.label })}
        </Callout>
      )}
      {voices.length > 0 && !isKnown && (
        <Callout tone="warning" title={t('voice.goneTitle')}>
          {t('voice.goneText', { name: vendor.label })}
        </Callout>
      )}
      {vendor.hasOwnModels && (
        <>
          <TextSetting path="voice.hearingModel" placeholder="whisper-1" spellCheck={false} />
          <TextSetting path="voice.speakingModel" placeholder="tts-1" spellCheck={false} />
        </>
      )}
      {vendor.hasTuning &&
        (['stability', 'similarity'] as const).map((name) => (
          <SliderSetting
            key={name}
            path={`voice.${name}`}
            step={0.05}
            ends={[t(`options.${name}.low`), t(`options.${name}.high`)]}
            format={(value) => decimal.format(value)}
          />
        ))}
      <HearVoice vendor={vendor} />
    </>
  );
}

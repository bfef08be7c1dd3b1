import { AudioLines, Headset, Mic } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { speechVendors } from '#shared/speech-vendors.ts';
import { Callout } from '#ui/page/display.tsx';
import { pronunciation, turnModes, voiceIcons } from '../../agents-voice.contract.ts';
import { useSection } from '../editor/editor-section.ts';
import { TextsByLanguage } from '../answers/texts-by-language.tsx';
import type { EntryRules } from '../settings/list-entries.ts';
import { ListSetting } from '../settings/list-setting.tsx';
import {
  ChoiceSetting,
  DraftFields,
  NumberSetting,
  SettingPlace,
  SliderSetting,
  SwitchSetting,
  TextSetting,
  TileSetting,
} from '../settings/setting.tsx';
import { VendorChoice } from '../voice/vendor-choice.tsx';
import { VendorVoice } from '../voice/vendor-voice.tsx';

const pictures = { microphone: Mic, waveform: AudioLines, headset: Headset };
const pronunciations: Omit<EntryRules, 'most'> = {
  check: (entry) => (pronunciation.safeParse(entry).success ? null : 'agents:validation.pronunciation'),
};

/** Talking with the agent. */
export function VoiceSection() {
  const { t, i18n } = useTranslation('agents');
  const { draft } = useSection();
  const { enabled, provider } = draft.voice;
  const isPaid = draft.payment.enabled;
  const pace = new Intl.NumberFormat(i18n.language, { minimumFractionDigits: 2 });
  return (
    <DraftFields>
      <SwitchSetting path="voice.enabled" />
      {enabled && (
        <>
          <Callout tone="neutral">{t('sections.voice.tryIt')}</Callout>
          <VendorChoice>{(vendor) => <VendorVoice key={vendor.id} vendor={vendor} />}</VendorChoice>
          <TileSetting
            path="voice.icon"
            options={voiceIcons.map((value) => {
              const Picture = pictures[value];
              return {
                value,
                label: t(`options.voiceIcon.${value}`),
                picture: <Picture size={24} />,
              };
            })}
          />
          <ChoiceSetting
            path="voice.turns"
            options={turnModes.map((value) => ({
              value,
              label: t(`options.turns.${value}`),
              hint: t(`options.turnsHint.${value}`),
            }))}
          />
          <TextSetting path="voice.greeting" rows={2} />
          <SettingPlace path="voice.greetings">
            <TextsByLanguage path="voice.greetings" longest={300} />
          </SettingPlace>
          {(provider === 'browser' || speechVendors[provider].hasPace) && (
            <SliderSetting
              path="voice.speed"
              step={0.05}
              ends={[t('options.voiceSpeed.slow'), t('options.voiceSpeed.fast')]}
              format={(value) => `${pace.format(value)}×`}
            />
          )}
          <SwitchSetting path="voice.interruptible" />
          <NumberSetting path="voice.turnTimeout" unit={t('units.seconds')} />
          <NumberSetting path="voice.longestCall" unit={t('units.seconds')} />
          {isPaid && <NumberSetting path="voice.minuteMessages" unit={t('units.messages')} />}
          <SwitchSetting path="voice.recording" />
          {draft.voice.recording && (
            <>
              <TextSetting
                path="voice.recordingConsent"
                rows={3}
                placeholder={t('options.recordingConsent', { days: draft.voice.recordingDays })}
              />
              <NumberSetting path="voice.recordingDays" unit={t('units.days')} />
            </>
          )}
          <ListSetting
            path="voice.pronunciations"
            rules={pronunciations}
            placeholder={t('options.pronunciationExample')}
          />
        </>
      )}
    </DraftFields>
  );
}

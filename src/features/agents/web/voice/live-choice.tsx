import { useTranslation } from 'react-i18next';
import type { SpeechVendor } from '#features/integrations/integrations.contract.ts';
import { minutePrice } from '#features/integrations/web/minute-price.ts';
import { Select } from '#ui/controls/select.tsx';
import { voiceWays } from '../../agents-voice.contract.ts';
import { useSection } from '../editor/editor-section.ts';
import { ChoiceSetting, SettingField } from '../settings/setting.tsx';

/** Sentence by sentence behind the chat, or in a call of the vendor's own; there with the model that speaks. */
export function LiveChoice({ calls }: { calls: NonNullable<SpeechVendor['calls']> }) {
  const { t, i18n } = useTranslation('agents');
  const { draft, set, canEdit } = useSection();
  const { way, liveModel } = draft.voice;
  return (
    <>
      <ChoiceSetting
        path="voice.way"
        options={voiceWays.map((value) => ({
          value,
          label: t(`options.way.${value}`),
          hint: t(`options.wayHint.${value}`),
        }))}
      />
      {way === 'live' && (
        <SettingField path="voice.liveModel">
          <Select
            value={liveModel}
            onChange={(next) => set('voice.liveModel', next as typeof liveModel)}
            options={calls.models.map(({ id, label, perMinute }) => ({
              value: id,
              label,
              hint: t('voice.callPerMinute', { price: minutePrice(i18n.language, perMinute) }),
            }))}
            disabled={!canEdit}
            className="max-w-md"
          />
        </SettingField>
      )}
    </>
  );
}

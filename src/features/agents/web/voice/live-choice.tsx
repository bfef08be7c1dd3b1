import { factGap } from '#shared/text/fact-gap.ts';
import { useTranslation } from 'react-i18next';
import type { SpeechVendor } from '#features/integrations/integrations.contract.ts';
import { daysUntilEnd, findModelEnd, modelEndNoticeDays } from '#shared/models/model-ends.ts';
import { minutePrice } from '#features/integrations/web/minute-price.ts';
import { useEndpoint } from '#ui/api/hooks.ts';
import { Select } from '#ui/controls/select.tsx';
import { Callout } from '#ui/page/display.tsx';
import { voiceWays } from '../../agents-voice.contract.ts';
import { modelEndText } from '../answers/model-text.ts';
import { useSection } from '../editor/editor-section.ts';
import { ChoiceSetting, SettingField } from '../settings/setting.tsx';

/**
 * Sentence by sentence behind the chat, or in a call of the vendor's own; there with the model that speaks, where the
 * vendor has several. A vendor that has to reach this server, and can't, takes no calls.
 */
export function LiveChoice({ calls }: { calls: NonNullable<SpeechVendor['calls']> }) {
  const { t, i18n } = useTranslation('agents');
  const { draft, set, canEdit } = useSection();
  const { way, liveModel } = draft.voice;
  const priceOf = (perMinute: number) =>
    t('voice.callPerMinute', { price: minutePrice(i18n.language, perMinute) });
  const { ends = [] } =
    useEndpoint('GET /api/integrations').data?.connections.find(
      ({ provider }) => provider === draft.voice.provider,
    ) ?? {};
  const end = findModelEnd(ends, liveModel);
  const isEnding = end !== null && daysUntilEnd(end, new Date()) <= modelEndNoticeDays;
  const [only, ...others] = calls.models;
  const spoken = calls.models.find(({ id }) => id === liveModel);
  const isAsking = only !== undefined && others.length === 0;
  const hintOf = (value: (typeof voiceWays)[number]) =>
    value === 'live' && isAsking
      ? `${t('options.wayHint.asked')} ${priceOf(only.perMinute)}`
      : t(`options.wayHint.${value}`);
  return (
    <>
      <ChoiceSetting
        path="voice.way"
        options={voiceWays.map((value) => ({
          value,
          label: t(`options.way.${value}`),
          hint: hintOf(value),
          isOff: value === 'live' && calls.unreachable !== null,
        }))}
      />
      {calls.unreachable !== null && (
        <Callout tone={way === 'live' ? 'warning' : 'info'} title={t('voice.unreachableTitle')}>
          {t('voice.unreachableText', { address: calls.unreachable })}
        </Callout>
      )}
      {way === 'live' && !isAsking && (
        <SettingField path="voice.liveModel">
          <Select
            value={liveModel}
            onChange={(next) => set('voice.liveModel', next as typeof liveModel)}
            options={calls.models.map(({ id, label, perMinute }) => ({
              value: id,
              label,
              hint: [modelEndText(findModelEnd(ends, id), t, i18n.language), priceOf(perMinute)]
                .filter(Boolean)
                .join(factGap),
            }))}
            disabled={!canEdit}
            className="max-w-md"
          />
          {spoken && <p className="mt-2 text-sm text-muted">{priceOf(spoken.perMinute)}</p>}
          {isEnding && <p className="mt-2 text-sm text-warning-ink">{modelEndText(end, t, i18n.language)}</p>}
        </SettingField>
      )}
    </>
  );
}

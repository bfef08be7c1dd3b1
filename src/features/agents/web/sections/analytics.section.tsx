import { useTranslation } from 'react-i18next';
import { analyticsConsents } from '../../agents-analytics.contract.ts';
import { useSection } from '../editor/editor-section.ts';
import { ChoiceSetting, DraftFields, SwitchSetting } from '../settings/setting.tsx';

const consentScript = `<script>
  window.Chatelier = window.Chatelier || { q: [] };
  Chatelier.q.push([
    'setConsent',
    { analytics: true, marketing: true },
  ]);
</script>`;

/** Which of the owner's own statistics hear what happens in the chat. */
export function AnalyticsSection() {
  const { t } = useTranslation('agents');
  const { google, meta, consent } = useSection().draft.analytics;
  return (
    <DraftFields>
      <SwitchSetting path="analytics.google" />
      <SwitchSetting path="analytics.meta" />
      {(google || meta) && (
        <ChoiceSetting
          path="analytics.consent"
          options={analyticsConsents.map((value) => ({
            value,
            label: t(`options.analyticsConsent.${value}`),
            hint: t(`options.analyticsConsentHint.${value}`),
          }))}
        />
      )}
      {(google || meta) && consent === 'asked' && (
        <figure className="grid grid-cols-[minmax(0,1fr)] gap-2">
          <figcaption className="text-sm text-muted">{t('sections.analytics.script')}</figcaption>
          <pre
            tabIndex={0}
            aria-label={t('sections.analytics.script')}
            className="overflow-x-auto rounded-control border border-line bg-sunken px-3 py-2.5 font-mono text-xs"
          >
            {consentScript}
          </pre>
        </figure>
      )}
      <p className="text-sm text-pretty text-muted">{t('sections.analytics.events')}</p>
    </DraftFields>
  );
}

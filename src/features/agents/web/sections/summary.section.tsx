import { useTranslation } from 'react-i18next';
import { Callout } from '#ui/page/display.tsx';
import { summarySection } from '../../agents-configuration.contract.ts';
import { useSection } from '../editor/editor-section.ts';
import { ListSetting } from '../settings/list-setting.tsx';
import type { EntryRules } from '../settings/list-entries.ts';
import { DraftFields, NumberSetting, SwitchSetting, TextSetting } from '../settings/setting.tsx';

const address = summarySection.shape.recipients.unwrap().element;
const recipients: Omit<EntryRules, 'most'> = {
  isWord: true,
  check: (entry) => (address.safeParse(entry).success ? null : 'agents:validation.email'),
};

/** Summaries by email after a conversation. */
export function SummarySection() {
  const { t } = useTranslation(['agent-sections', 'agents']);
  const { enabled, recipients: chosen, sendToContact } = useSection().draft.summary;
  return (
    <DraftFields>
      <SwitchSetting path="summary.enabled" />
      {enabled && (
        <>
          <ListSetting path="summary.recipients" rules={recipients} placeholder={t('summary.example')} />
          <SwitchSetting path="summary.sendToContact" />
          {chosen.length === 0 && !sendToContact && <Callout tone="warning">{t('summary.nobody')}</Callout>}
          <NumberSetting path="summary.delayMinutes" unit={t('agents:units.minutes')} />
          <TextSetting path="summary.instructions" rows={4} />
        </>
      )}
    </DraftFields>
  );
}

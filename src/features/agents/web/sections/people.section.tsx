import { useTranslation } from 'react-i18next';
import { useSection } from '../editor/editor-section.ts';
import { DraftFields, NumberSetting, SwitchSetting } from '../settings/setting.tsx';

/** How conversations come to the team, and go back to the AI. */
export function PeopleSection() {
  const { t } = useTranslation('agents');
  const { enabled, autoReturn } = useSection().draft.people;
  return (
    <DraftFields>
      <SwitchSetting path="people.enabled" />
      {enabled && <SwitchSetting path="people.offer" />}
      <SwitchSetting path="people.answerWhileWaiting" />
      <SwitchSetting path="people.mailReplies" />
      <SwitchSetting path="people.autoReturn" />
      {autoReturn && <NumberSetting path="people.autoReturnMinutes" unit={t('units.minutes')} />}
      <NumberSetting path="people.autoResolveHours" unit={t('units.hours')} />
    </DraftFields>
  );
}

import { useTranslation } from 'react-i18next';
import { contactMoments } from '../agents-configuration.contract.ts';
import { ContactFieldList } from './contact-field-list.tsx';
import { useSection } from './editor-section.ts';
import { ChoiceSetting, DraftFields, NumberSetting, SettingGroup, SwitchSetting, TextSetting } from './setting.tsx';
import { useChatTexts } from './use-chat-texts.ts';

/** The form that visitors meet in the chat. */
export function ContactFormSection() {
  const { t } = useTranslation('agents');
  const usual = useChatTexts();
  const { enabled, moment, skipAllowed } = useSection().draft.contactForm;
  return (
    <DraftFields>
      <SwitchSetting path="contactForm.enabled" />
      {enabled && (
        <>
          <ChoiceSetting path="contactForm.moment" options={contactMoments.map((value) => ({ value, label: t(`options.moment.${value}`), hint: t(`options.momentHint.${value}`) }))} />
          {moment === 'after' && <NumberSetting path="contactForm.afterMessages" min={1} max={50} unit={t('units.messages')} />}
          <ContactFieldList />
          <SettingGroup title={t('sections.contactForm.texts')} help={t('sections.contactForm.textsHelp')}>
            <TextSetting path="contactForm.title" max={120} placeholder={usual[`form.title.${moment}`]} />
            <TextSetting path="contactForm.text" max={500} rows={2} />
            <TextSetting path="contactForm.submitText" max={40} placeholder={usual['form.submit']} />
          </SettingGroup>
          <SettingGroup title={t('sections.contactForm.skip')}>
            <SwitchSetting path="contactForm.skipAllowed" />
            {skipAllowed && <TextSetting path="contactForm.skipText" max={40} placeholder={usual['form.skip']} />}
          </SettingGroup>
        </>
      )}
    </DraftFields>
  );
}

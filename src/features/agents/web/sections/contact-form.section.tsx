import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { paths } from '#shared/paths.ts';
import { useEndpoint } from '#ui/api/hooks.ts';
import { buttonClass } from '#ui/controls/button.tsx';
import { ReadFailed } from '#ui/page/read-failed.tsx';
import { contactMoments } from '../../agents-configuration.contract.ts';
import { ContactFieldList } from '../contact-form/contact-field-list.tsx';
import { useSection } from '../editor/editor-section.ts';
import {
  ChoiceSetting,
  DraftFields,
  NumberSetting,
  SelectSetting,
  SettingGroup,
  SwitchSetting,
  TextSetting,
} from '../settings/setting.tsx';
import { useChatTexts } from '../answers/use-chat-texts.ts';

/** One of the account's forms instead of the fields. */
function OwnForm() {
  const { t } = useTranslation('agent-sections');
  const { formId } = useSection().draft.contactForm;
  const { data, error, refetch } = useEndpoint('GET /api/forms', { query: {} });
  const forms = data?.forms;
  const open = forms?.filter(({ isPublished, isActive }) => isPublished && isActive) ?? [];
  const isOpen = open.some(({ id }) => id === formId);
  if (error && !forms)
    return <ReadFailed title={t('form-cards:editor.unreadable')} error={error} retry={refetch} />;
  if (!forms || (open.length === 0 && formId === '')) return null;
  return (
    <>
      <SelectSetting
        path="contactForm.formId"
        options={[
          { value: '', label: t('contactForm.ownFields') },
          ...open.map(({ id, name }) => ({ value: id, label: name })),
          ...(formId !== '' && !isOpen ? [{ value: formId, label: t('contactForm.formClosed') }] : []),
        ]}
      />
      {isOpen && (
        <Link
          to={paths.form(formId)}
          className={buttonClass({ size: 'sm', className: '-mt-3 justify-self-start' })}
        >
          {t('contactForm.editForm')}
        </Link>
      )}
    </>
  );
}

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
          <ChoiceSetting
            path="contactForm.moment"
            options={contactMoments.map((value) => ({
              value,
              label: t(`options.moment.${value}`),
              hint: t(`options.momentHint.${value}`),
            }))}
          />
          {moment === 'after' && (
            <NumberSetting path="contactForm.afterMessages" unit={t('units.messages')} />
          )}
          <OwnForm />
          <ContactFieldList />
          <SettingGroup title={t('sections.contactForm.texts')} help={t('sections.contactForm.textsHelp')}>
            <TextSetting path="contactForm.title" placeholder={usual[`form.title.${moment}`]} />
            <TextSetting path="contactForm.text" rows={2} />
            <TextSetting path="contactForm.submitText" placeholder={usual['form.submit']} />
          </SettingGroup>
          <SettingGroup title={t('sections.contactForm.skip')}>
            <SwitchSetting path="contactForm.skipAllowed" />
            {skipAllowed && <TextSetting path="contactForm.skipText" placeholder={usual['form.skip']} />}
          </SettingGroup>
        </>
      )}
    </DraftFields>
  );
}

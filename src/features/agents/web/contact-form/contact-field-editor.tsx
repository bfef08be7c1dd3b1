import { useTranslation } from 'react-i18next';
import { Checkbox } from '#ui/controls/checkbox.tsx';
import { Field } from '#ui/controls/field.tsx';
import { Input } from '#ui/controls/input.tsx';
import { Select } from '#ui/controls/select.tsx';
import { contactFieldTypes, type ContactField } from '../../agents-configuration.contract.ts';
import { changeContactField } from './contact-fields.ts';
import { useSection } from '../editor/editor-section.ts';
import type { EntryRules } from '../settings/list-entries.ts';
import { ListInput } from '../settings/list-setting.tsx';
import { useChatTexts } from '../answers/use-chat-texts.ts';

const options: EntryRules = {
  most: 20,
  check: (entry) => (entry.length > 100 ? 'agents:validation.tooLong' : null),
};

/** Everything about one field of the contact form. */
export function ContactFieldEditor({ index }: { index: number }) {
  const { t } = useTranslation(['agent-sections', 'agents']);
  const { draft, set, errors, canEdit } = useSection();
  const usual = useChatTexts();
  const { fields } = draft.contactForm;
  const field = fields[index];
  if (!field) return null;
  const path = `contactForm.fields.${index}`;
  const change = (next: Partial<ContactField>) =>
    set('contactForm.fields', changeContactField(fields, index, next));
  return (
    <div className="grid gap-4 px-4 pt-1 pb-5 sm:pl-11">
      <Field label={t('contactForm.label')} error={errors[`${path}.label`]}>
        <Input
          value={field.label}
          maxLength={200}
          placeholder={usual[`form.label.${field.type}`]}
          disabled={!canEdit}
          onChange={(event) => change({ label: event.target.value })}
        />
      </Field>
      <Field label={t('contactForm.type')}>
        <Select
          value={field.type}
          onChange={(type) => change({ type })}
          options={contactFieldTypes.map((type) => ({
            value: type,
            label: t(`agents:options.contactType.${type}`),
          }))}
          disabled={!canEdit}
          className="max-w-80"
        />
      </Field>
      {field.type === 'select' && (
        <Field
          label={t('contactForm.options')}
          help={t('contactForm.optionsHelp')}
          error={errors[`${path}.options`]}
        >
          <ListInput
            values={field.options}
            onChange={(next) => change({ options: next })}
            rules={options}
            disabled={!canEdit}
            errorOf={(at) => errors[`${path}.options.${at}`]}
          />
        </Field>
      )}
      <Checkbox
        checked={field.required}
        onChange={(required) => change({ required })}
        label={t('contactForm.mustAnswer')}
        disabled={!canEdit}
      />
      <Field label={t('contactForm.key')} help={t('contactForm.keyHelp')} error={errors[`${path}.key`]}>
        <Input
          value={field.key}
          maxLength={40}
          spellCheck={false}
          autoCapitalize="none"
          disabled={!canEdit}
          onChange={(event) => change({ key: event.target.value.toLowerCase().replaceAll(/[\s-]/g, '_') })}
          className="max-w-80 font-mono"
        />
      </Field>
    </div>
  );
}

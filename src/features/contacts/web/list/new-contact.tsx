import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import {
  askedContactFields,
  contactFields,
  eachContactField,
  readContactField,
} from '#shared/contacts/contact-fields.ts';
import { readCustomValue, type CustomValue } from '#shared/contacts/custom-fields.ts';
import { paths } from '#shared/paths.ts';
import { CustomValueInput } from '#features/custom-fields/web/custom-value-input.tsx';
import { useCustomFields } from '#features/custom-fields/web/use-custom-fields.ts';
import { api } from '#ui/api/client.ts';
import { Field } from '#ui/controls/field.tsx';
import { FormDialog } from '#ui/form/form-dialog.tsx';
import { useServerForm } from '#ui/form/server-form.ts';
import { Input } from '#ui/controls/input.tsx';

/** Writes down a person by hand, then opens the contact. */
export function NewContact({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['contact-record', 'custom-fields']);
  const navigate = useNavigate();
  const own = useCustomFields('contact').filter(({ isRequired }) => isRequired);
  const form = useServerForm({
    values: {
      ...eachContactField(() => ''),
      customFields: {} as Record<string, CustomValue | null>,
    },
    check: (values) => {
      const problems: Record<string, string> = {};
      for (const name of askedContactFields) {
        const read = readContactField(name, values[name]);
        if ('problem' in read) problems[name] = t(`problem.${read.problem}`);
      }
      for (const field of own) {
        const read = readCustomValue(field, values.customFields[field.key] ?? field.initial);
        if ('problem' in read)
          problems[`customFields.${field.key}`] =
            read.problem === 'pattern' && field.hint
              ? field.hint
              : t(`custom-fields:problem.${read.problem}`);
        else if (read.value === null)
          problems[`customFields.${field.key}`] = t('custom-fields:problem.required');
      }
      if (!values.name.trim() && !values.email.trim() && !values.phone.trim())
        problems['name'] = t('new.nothing');
      return problems;
    },
    send: (values) =>
      api('POST /api/contacts', {
        body: {
          ...Object.fromEntries(askedContactFields.map((name) => [name, values[name].trim() || null])),
          customFields: Object.fromEntries(
            own.map(({ key, initial }) => [key, values.customFields[key] ?? initial]),
          ),
        },
      }),
    refreshes: ['/api/contacts'],
    onDone: ({ id }) => {
      void navigate({ to: paths.contact(id) });
      onClose();
    },
  });
  const { customFields } = form.values;
  return (
    <FormDialog
      of={form}
      title={t('new.title')}
      description={t('new.text')}
      submit={t('new.create')}
      onClose={onClose}
      className="gap-4"
    >
      {askedContactFields.map((name) => (
        <Field key={name} label={t(`field.${name}`)} error={form.errorOf(name)}>
          <Input
            type={contactFields[name].input}
            autoComplete="off"
            maxLength={contactFields[name].limit}
            {...form.register(name)}
          />
        </Field>
      ))}
      {own.map((field) => (
        <Field
          key={field.key}
          label={field.label}
          help={field.hint || undefined}
          error={form.errorOf(`customFields.${field.key}`)}
          required
        >
          <CustomValueInput
            field={field}
            value={customFields[field.key] ?? field.initial}
            onChange={(value) => form.set({ customFields: { ...customFields, [field.key]: value } })}
          />
        </Field>
      ))}
    </FormDialog>
  );
}

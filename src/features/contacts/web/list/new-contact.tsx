import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { contactFields, readContactField } from '#shared/contacts/contact-fields.ts';
import { readCustomValue, type CustomValue } from '#shared/contacts/custom-fields.ts';
import { paths } from '#shared/paths.ts';
import { CustomValueInput } from '#features/custom-fields/web/custom-value-input.tsx';
import { useCustomFields } from '#features/custom-fields/web/use-custom-fields.ts';
import { api, ApiError } from '#ui/api/client.ts';
import { refresh } from '#ui/api/hooks.ts';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx';
import { Field } from '#ui/controls/field.tsx';
import { Input } from '#ui/controls/input.tsx';

const names = ['name', 'email', 'phone', 'company'] as const;
const types = { name: 'text', email: 'email', phone: 'tel', company: 'text' } as const;

/** Writes down a person by hand, then opens the contact. */
export function NewContact({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['contact-record', 'custom-fields']);
  const client = useQueryClient();
  const navigate = useNavigate();
  const [form, setForm] = useState<Record<(typeof names)[number], string>>({
    name: '',
    email: '',
    phone: '',
    company: '',
  });
  const own = useCustomFields('contact').filter(({ isRequired }) => isRequired);
  const [customFields, setCustomFields] = useState<Record<string, CustomValue | null>>({});
  const valueOf = ({ key, initial }: (typeof own)[number]) => customFields[key] ?? initial;
  const [errors, setErrors] = useState<Record<string, string>>({});
  const create = async (): Promise<void | false> => {
    const problems = Object.fromEntries(
      names.flatMap((name) => {
        const read = readContactField(name, form[name]);
        return 'problem' in read ? [[name, t(`problem.${read.problem}`)]] : [];
      }),
    );
    for (const field of own) {
      const read = readCustomValue(field, valueOf(field));
      if ('problem' in read)
        problems[`customFields.${field.key}`] =
          read.problem === 'pattern' && field.hint ? field.hint : t(`custom-fields:problem.${read.problem}`);
      else if (read.value === null)
        problems[`customFields.${field.key}`] = t('custom-fields:problem.required');
    }
    if (!form.name.trim() && !form.email.trim() && !form.phone.trim()) problems['name'] = t('new.nothing');
    setErrors(problems);
    if (Object.keys(problems).length > 0) return false;
    try {
      const made = await api('POST /api/contacts', {
        body: {
          ...Object.fromEntries(names.map((name) => [name, form[name].trim() || null])),
          customFields: Object.fromEntries(own.map((field) => [field.key, valueOf(field)])),
        },
      });
      void refresh(client, '/api/contacts');
      void navigate({ to: paths.contact(made.id) });
    } catch (error) {
      if (error instanceof ApiError && error.fields) {
        setErrors(error.fields);
        return false;
      }
      throw error;
    }
  };
  return (
    <ConfirmDialog
      title={t('new.title')}
      description={t('new.text')}
      confirm={t('new.create')}
      tone="primary"
      run={create}
      onClose={onClose}
    >
      {names.map((name) => (
        <Field key={name} label={t(`field.${name}`)} error={errors[name]}>
          <Input
            type={types[name]}
            autoComplete="off"
            maxLength={contactFields[name].limit}
            value={form[name]}
            onChange={({ target }) => setForm({ ...form, [name]: target.value })}
          />
        </Field>
      ))}
      {own.map((field) => (
        <Field
          key={field.key}
          label={field.label}
          help={field.hint || undefined}
          error={errors[`customFields.${field.key}`]}
          required
        >
          <CustomValueInput
            field={field}
            value={valueOf(field)}
            onChange={(value) => setCustomFields({ ...customFields, [field.key]: value })}
          />
        </Field>
      ))}
    </ConfirmDialog>
  );
}

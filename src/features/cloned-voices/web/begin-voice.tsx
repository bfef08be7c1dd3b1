import { useTranslation } from 'react-i18next';
import { languageNames, languages, toLanguage } from '#shared/languages.ts';
import type { SpeechProviderId } from '#shared/speech-vendors.ts';
import type { SpeechVendor } from '#features/integrations/integrations.contract.ts';
import { api } from '#ui/api/client.ts';
import { Field } from '#ui/controls/field.tsx';
import { Input } from '#ui/controls/input.tsx';
import { Select } from '#ui/controls/select.tsx';
import { FormDialog } from '#ui/form/form-dialog.tsx';
import { useServerForm } from '#ui/form/server-form.ts';
import type { ClonedVoice } from '../cloned-voices.contract.ts';

/** Asks whose voice is to be copied, for whom, and where. */
export function BeginVoice({
  vendors,
  company,
  onBegun,
  onClose,
}: {
  vendors: readonly SpeechVendor[];
  /** What the account is called. */
  company: string;
  onBegun: (voice: ClonedVoice) => void;
  onClose: () => void;
}) {
  const { t, i18n } = useTranslation('voice-cloning');
  const form = useServerForm({
    values: {
      provider: vendors[0]!.id as SpeechProviderId,
      name: '',
      speaker: '',
      company,
      language: toLanguage(i18n.language) ?? 'en',
    },
    check: ({ name, speaker, company: whose }) => ({
      ...(!name.trim() && { name: t('missing.name') }),
      ...(!speaker.trim() && { speaker: t('missing.speaker') }),
      ...(!whose.trim() && { company: t('missing.company') }),
    }),
    send: (body) => api('POST /api/cloned-voices', { body }),
    refreshes: ['/api/cloned-voices'],
    onDone: onBegun,
  });
  return (
    <FormDialog
      of={form}
      title={t('beginTitle')}
      description={t('beginText')}
      submit={t('beginSubmit')}
      onClose={onClose}
    >
      <Field label={t('fields.name')} help={t('help.name')} error={form.errorOf('name')} required>
        <Input maxLength={80} {...form.register('name')} />
      </Field>
      <Field label={t('fields.speaker')} help={t('help.speaker')} error={form.errorOf('speaker')} required>
        <Input maxLength={80} autoComplete="off" {...form.register('speaker')} />
      </Field>
      <Field label={t('fields.company')} help={t('help.company')} error={form.errorOf('company')} required>
        <Input maxLength={80} autoComplete="organization" {...form.register('company')} />
      </Field>
      <Field label={t('fields.language')}>
        <Select
          value={form.values.language}
          onChange={(language) => form.set({ language })}
          options={languages.map((value) => ({ value, label: languageNames[value] }))}
        />
      </Field>
      {vendors.length > 1 && (
        <Field label={t('fields.provider')}>
          <Select
            value={form.values.provider}
            onChange={(provider) => form.set({ provider })}
            options={vendors.map(({ id, label }) => ({ value: id, label }))}
          />
        </Field>
      )}
    </FormDialog>
  );
}

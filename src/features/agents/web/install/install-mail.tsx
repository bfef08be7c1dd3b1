import { useTranslation } from 'react-i18next';
import type { EmbedMode, SitePlatform } from '#shared/embed/snippets.ts';
import { languageNames, languages, toLanguage, type Language } from '#shared/languages.ts';
import { api } from '#ui/api/client.ts';
import { Button } from '#ui/controls/button.tsx';
import { Field } from '#ui/controls/field.tsx';
import { Form } from '#ui/form/form.tsx';
import { useServerForm } from '#ui/form/server-form.ts';
import { Input } from '#ui/controls/input.tsx';
import { Select } from '#ui/controls/select.tsx';
import { toast } from '#ui/overlay/toast-store.ts';
import type { Agent } from '../../agents.contract.ts';

/** Sends the code and the steps to whoever looks after the site. */
export function InstallMail({
  agent,
  platform,
  mode,
}: {
  agent: Agent;
  platform: SitePlatform;
  mode: EmbedMode;
}) {
  const { t, i18n } = useTranslation('agents-install');
  const form = useServerForm({
    values: { email: '', language: toLanguage(i18n.language) ?? ('en' as Language) },
    send: ({ email, language }) =>
      api('POST /api/agents/{id}/install-mail', {
        params: { id: agent.id },
        body: { email: email.trim(), platform, mode, language },
      }),
    onDone: ({ isMailed }, { email }) => {
      toast(
        isMailed
          ? {
              variant: 'success',
              title: t('mail.sent', { email: email.trim() }),
              description: t('mail.sentText'),
            }
          : {
              variant: 'warning',
              title: t('mail.kept', { email: email.trim() }),
              description: t('mail.keptText'),
            },
      );
      form.set({ email: '' });
    },
    placeOf: () => 'email',
  });
  return (
    <section aria-labelledby="install-mail" className="grid min-w-0 gap-3">
      <div>
        <h3 id="install-mail" className="font-medium">
          {t('mail.title')}
        </h3>
        <p className="text-sm text-muted">{t('mail.help')}</p>
      </div>
      <Form of={form} className="min-w-0 gap-2">
        <div className="flex min-w-0 flex-wrap items-end gap-2">
          <Field label={t('mail.email')} hideLabel error={form.errorOf('email')} className="grow basis-56">
            <Input
              type="email"
              inputMode="email"
              maxLength={254}
              {...form.register('email')}
              placeholder={t('mail.placeholder')}
            />
          </Field>
          <span className="w-36 shrink-0">
            <Select
              aria-label={t('mail.language')}
              value={form.values.language}
              onChange={(language) => form.set({ language })}
              options={languages.map((code) => ({ value: code, label: languageNames[code] }))}
            />
          </span>
          <Button type="submit" pending={form.isBusy} disabled={form.values.email.trim() === ''}>
            {t('mail.send')}
          </Button>
        </div>
      </Form>
    </section>
  );
}

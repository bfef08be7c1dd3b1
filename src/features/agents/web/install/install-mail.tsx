import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { EmbedMode, SitePlatform } from '#shared/embed/snippets.ts';
import { languageNames, languages, toLanguage, type Language } from '#shared/languages.ts';
import { useMutate } from '#ui/api/hooks.ts';
import { Button } from '#ui/controls/button.tsx';
import { Field } from '#ui/controls/field.tsx';
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
  const [email, setEmail] = useState('');
  const [language, setLanguage] = useState<Language>(toLanguage(i18n.language) ?? 'en');
  const send = useMutate('POST /api/agents/{id}/install-mail', {
    failure: false,
    onSuccess: ({ isMailed }) => {
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
      setEmail('');
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (email.trim() !== '')
      send.mutate({ params: { id: agent.id }, body: { email: email.trim(), platform, mode, language } });
  };
  return (
    <section aria-labelledby="install-mail" className="grid min-w-0 gap-3">
      <div>
        <h3 id="install-mail" className="font-medium">
          {t('mail.title')}
        </h3>
        <p className="text-sm text-muted">{t('mail.help')}</p>
      </div>
      <form onSubmit={submit} noValidate className="flex min-w-0 flex-wrap items-end gap-2">
        <Field
          label={t('mail.email')}
          hideLabel
          error={send.error ? (send.error.fields?.['email'] ?? send.error.message) : undefined}
          className="grow basis-56"
        >
          <Input
            type="email"
            inputMode="email"
            maxLength={254}
            value={email}
            placeholder={t('mail.placeholder')}
            onChange={(event) => setEmail(event.target.value)}
          />
        </Field>
        <span className="w-36 shrink-0">
          <Select
            aria-label={t('mail.language')}
            value={language}
            onChange={setLanguage}
            options={languages.map((code) => ({ value: code, label: languageNames[code] }))}
          />
        </span>
        <Button type="submit" pending={send.isPending} disabled={email.trim() === ''}>
          {t('mail.send')}
        </Button>
      </form>
    </section>
  );
}
